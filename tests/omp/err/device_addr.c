void g(int *);
void f(int n, int *p)
{
	int a[10], x = 1;
#pragma omp target data map(a, x, p[0:n]) use_device_addr(a, x, p[0:n])
	{
		g(a);
		g(p);
		g(&x);
#pragma omp target has_device_addr(a, x)
		a[0] = x;
	}
#pragma omp target enter data map(to: a[0:3:-1])
#pragma omp target update to(a[0:5:3])
}
// error: 13:45: the stride of an array section must be positive
// error: 13:39: a section with a stride is allowed in 'to' and 'from' of 'target update' only
// error: 14:31: array section outside the array's 10 elements
