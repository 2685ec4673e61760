// a combined directive's reduction goes from each thread to the one original
void f(double *a, int n)
{
	double sum = 0;

	#pragma omp target teams distribute parallel for reduction(+: sum) map(tofrom: sum) is_device_ptr(a)
	for (int i = 0; i < n; i++)
		sum += a[i];
	a[0] = sum;
}
