/* Loop variables declared outside: private, and nothing of them reaches the kernel. */
int g;
void f(int *a, int n)
{
	int i, j;
#pragma omp target teams distribute parallel for collapse(2)
	for (i = 0; i < n; i++)
		for (j = 0; j < 8; j++)
			a[i * 8 + j] = 0;
#pragma omp target
#pragma omp simd
	for (g = 0; g < n; g++) a[g] = 1;
}
