// critical, barrier, flush
void f(int *a)
{
	#pragma omp target parallel is_device_ptr(a)
	{
		#pragma omp critical(name)
		a[0]++;
		#pragma omp barrier
		#pragma omp flush
	}
}
