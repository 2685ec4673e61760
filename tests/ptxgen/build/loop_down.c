// canonical loops in other directions: the count is unsigned, the variable comes from the index
void f(int *a, int n, unsigned u, int step)
{
	#pragma omp target teams is_device_ptr(a)
	{
		#pragma omp distribute
		for (int i = n; i >= 2; i -= 3)
			a[i] = 0;
		#pragma omp distribute
		for (unsigned i = 1; i < u; i += step)
			a[i] = 1;
	}
}
