// other functions are called
static long fact(int n) { return n < 2 ? 1 : n * fact(n - 1); }
void f(long *a)
{
	#pragma omp target is_device_ptr(a)
	a[0] = fact(a[1]);
}
