/* Directives without effect. */
#pragma omp assumes no_openmp
void f(int *a)
{
#pragma omp nothing
#pragma omp target
#pragma omp assume holds(1)
	a[0] = 1;
}
