// args: -arch=sm_70
/* A team's sum takes one barrier where the grid covers the rows: the variable is the first thread's own. */
void
rows(int n, int m, const int *restrict a, int *restrict sums)
{
	#pragma omp target teams distribute map(to: a[0:n * m]) map(from: sums[0:n])
	for (int i = 0; i < n; i++) {
		int sum = 0;

		#pragma omp parallel for reduction(+: sum)
		for (int j = 0; j < m; j++)
			sum += a[i * m + j];
		sums[i] = sum;
	}
}
