// a call through a pointer
static int up(int n) { return n + 1; }
static int down(int n) { return n - 1; }
void f(int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		int (*step)(int) = a[0] ? up : down;
		a[1] = step(a[2]);
	}
}
