/* Nests that are not rectangular: on which loops the bounds depend, and how steadily. */
void f(int n, int *a)
{
	int i, j;
	unsigned u, v;

#pragma omp target teams distribute parallel for collapse(2)
	for (i = 0; i < n; i += 2)
		for (j = 3 * i; j < 5 - i; j++)
			a[i] = j;
#pragma omp target teams distribute parallel for collapse(3)
	for (i = n; i > 0; i--)
		for (long k = i; k < i + 4; k++)
			for (j = -i; j >= 2 * i - 7; j -= 3)
				a[i] = j;
#pragma omp target parallel for collapse(2)
	for (u = 0; u < 9; u++)
		for (v = u; v < 9; v++)
			a[u] = v;
#pragma omp target
#pragma omp simd collapse(2)
	for (i = 0; i < n; i++)
		for (j = a[i]; j < a[i + 1]; j++)
			a[i] = 0;
}
