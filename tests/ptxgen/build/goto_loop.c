// a jump into a loop
void f(int *a, int n)
{
	#pragma omp target is_device_ptr(a)
	{
		int i = 3;

		goto middle;
		while (i < n) {
			a[0]++;
	middle:
			i++;
		}
	}
}
