// a worksharing loop in a called function belongs to the caller's region, or to one thread
static void clear(int *a, int n)
{
	#pragma omp for
	for (int i = 0; i < n; i++)
		a[i] = 0;
}
void f(int *a, int n)
{
	#pragma omp target is_device_ptr(a)
	{
		clear(a, n);
		#pragma omp parallel
		clear(a, n);
	}
}
