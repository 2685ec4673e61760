// a struct parameter that is only read is read from parameter space
struct box { double lo, hi; int n; };
void f(struct box b, double *a)
{
	#pragma omp target teams distribute parallel for firstprivate(b) is_device_ptr(a)
	for (int i = 0; i < b.n; i++)
		a[i] = b.lo;
}
