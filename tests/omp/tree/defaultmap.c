/* defaultmap [5.8.7]. */
struct s { int x; };
void f(int n, int *p, double d)
{
	struct s s = { 1 };
	int a[4];
#pragma omp target defaultmap(tofrom: scalar)
	n = a[0] + *p + s.x;
#pragma omp target defaultmap(to: aggregate) defaultmap(firstprivate: pointer)
	n = a[0] + *p + s.x;
#pragma omp target defaultmap(none) map(n, a) firstprivate(d)
	n = a[0] + (int)d;
#pragma omp target defaultmap(tofrom)
	n = a[0] + *p;
#pragma omp target defaultmap(present: aggregate)
	n = a[0];
}
