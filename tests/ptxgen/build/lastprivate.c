// lastprivate: the last iteration assigns the original
void f(int *a, int n)
{
	int last;

	#pragma omp target map(from: last) is_device_ptr(a)
	{
		#pragma omp parallel for lastprivate(last)
		for (int i = 0; i < n; i++)
			last = a[i];
	}
}
