/* default(firstprivate) and default(private) [5.4.1]. */
int g;
void f(int n, int *a)
{
	int x = 1, y;
#pragma omp target
#pragma omp parallel default(firstprivate) shared(g)
	a[0] = x + n + g;
#pragma omp target
#pragma omp parallel default(private) shared(a)
	{ y = 1; a[1] = y; }
}
