// The other file of tests/run/scheme/regions_elsewhere.c: functions with parallel regions.
#pragma omp declare target
int total(const int *a, int n)
{
	int sum = 0;

	#pragma omp parallel for reduction(+: sum)
	for (int i = 0; i < n; i++)
		sum += a[i];
	return sum;
}

void twice(int n, int *a)
{
	#pragma omp parallel
	{
		#pragma omp for
		for (int i = 0; i < n; i++)
			a[i] *= 2;
	}
	if (n > 20)
		twice(n / 2, a);
}
#pragma omp end declare target
