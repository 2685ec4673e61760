/* Two parallel regions, sequential code between them. */
void f(int n, int *a)
{
	int s = 0;
#pragma omp target map(tofrom: a[0:n]) map(from: s)
	{
		int half = n / 2;
#pragma omp parallel for
		for (int i = 0; i < half; i++) a[i] = 1;
		s = a[0];
#pragma omp parallel num_threads(s)
		{
#pragma omp parallel
			a[1] = half;
		}
	}
}
