// error: 1:1: x
void f(int n, int *a)
{
#pragma omp target
	{
#pragma omp target
		a[0] = 1;
#pragma omp target update to(n)
	}
#pragma omp target
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
#pragma omp barrier
#pragma omp single
			a[i] = 1;
		}
#pragma omp critical
#pragma omp critical
		a[0] = 1;
#pragma omp distribute
		for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp teams
		a[0] = 1;
#pragma omp single
#pragma omp master
		a[0] = 1;
#pragma omp simd
		for (int i = 0; i < n; i++) {
#pragma omp parallel
			a[i] = 1;
		}
	}
#pragma omp target teams
	{
#pragma omp for
		for (int i = 0; i < n; i++) a[i] = 1;
	}
#pragma omp section
	a[0] = 1;
}
