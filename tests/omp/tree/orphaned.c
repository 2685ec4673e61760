/* Constructs in functions that target regions call are parsed in full. */
static void scale(int n, double *a)
{
#pragma omp for schedule(static)
	for (int i = 0; i < n; i++) a[i] *= 2;
#pragma omp barrier
}
void f(int n, double *a)
{
#pragma omp target map(a[0:n])
#pragma omp parallel
	scale(n, a);
}
