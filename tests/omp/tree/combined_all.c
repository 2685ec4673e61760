/* Every combined form with target, and what becomes of it. */
void f(int *a, int n)
{
#pragma omp target parallel
	a[0] = 1;
#pragma omp target parallel for
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target parallel for simd
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target simd
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target teams
	a[0] = 1;
#pragma omp target teams distribute
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target teams distribute simd
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target teams distribute parallel for simd
	for (int i = 0; i < n; i++) a[i] = 1;
}
