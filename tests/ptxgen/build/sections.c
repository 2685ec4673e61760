// sections: a loop over a chain of comparisons
void f(int *a)
{
	#pragma omp target is_device_ptr(a)
	#pragma omp parallel sections
	{
		a[0] = 1;
		#pragma omp section
		a[1] = 2;
	}
}
