// an address taken in sequential code of a kernel with regions: the pointee is the team's
void put(int *p);
#pragma omp declare target
void put(int *p) { *p = 1; }
#pragma omp end declare target
void f(int *a)
{
	#pragma omp target is_device_ptr(a)
	{
		int x, alone = 2;

		put(&x);
		#pragma omp parallel
		a[0] = x;
		a[1] = alone;
	}
}
