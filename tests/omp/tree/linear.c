/* linear variables are lastprivate with a known value. */
void f(int n, int *a)
{
	int j = 0, k = 0;
#pragma omp target parallel for simd linear(j: 2) linear(k) aligned(a: 16)
	for (int i = 0; i < n; i++) { a[j] = k; j += 2; k++; }
#pragma omp target
#pragma omp simd linear(val(j): n)
	for (int i = 0; i < n; i++) { a[j] = 1; j += n; }
}
