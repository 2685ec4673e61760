// a parallel inside a region is built in place, with one thread; its loop has all iterations
int omp_get_level(void);
void f(int *a, int n)
{
	#pragma omp target parallel is_device_ptr(a)
	{
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			a[i] = omp_get_level();
	}
}
