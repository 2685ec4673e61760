/* Map type modifiers, with and without commas. */
void f(int *a, int x)
{
#pragma omp target map(always, to: a[0:4]) map(always close present tofrom: x)
	a[0] = x;
#pragma omp target map(always: x)
	x = 1;
#pragma omp target map(from, present: x)
	x = 1;
}

/* Variables with the names of map types. */
void g(int from, int to)
{
#pragma omp target map(from, to)
	from = to;
}
