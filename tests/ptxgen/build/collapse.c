// collapsed loops: 32 bits where the product is known to be small, else 64
void f(int (*a)[10], int n)
{
	#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a)
	for (int i = 0; i < 20; i++)
		for (int j = 0; j < 10; j++)
			a[i][j] = n;
	#pragma omp target teams distribute parallel for collapse(2) is_device_ptr(a)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < 10; j++)
			a[i][j] = j;
}
