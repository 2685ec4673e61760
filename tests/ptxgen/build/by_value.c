// a captured scalar that is only read is the parameter's register; one that is written gets its own
void f(int n, int m, int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		m += n;
		a[m] = n;
	}
}
