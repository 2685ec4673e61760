// what a region writes and others see is memory of the team; what it only reads stays a register
void f(int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		int count = 0, bias = a[0];

		#pragma omp parallel
		count = bias;
		a[1] = count;
	}
}
