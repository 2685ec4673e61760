void f(int n, int *a)
{
#pragma omp parallel for
	for (int i = 0; i < n; i++) {
#pragma omp ordered
		a[i] = i;
	}
#pragma omp parallel
	{
#pragma omp task
		{
#pragma omp barrier
		}
	}
}
// error: 5:13: 'ordered' in a loop whose directive 'parallel for' does not say 'ordered'
// error: 12:13: 'barrier' must not stand inside 'task'
