/* Device addresses come as they are. */
void f(int *p, int *q, int x)
{
	int a[4];
#pragma omp target is_device_ptr(p, q) has_device_addr(x, a)
	*p = *q + x + a[1];
}
