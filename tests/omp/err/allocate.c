void f(void)
{
#pragma omp target
	{
		int x;
#pragma omp allocate(x) size(4)
		x = 1;
	}
}
// error: 6:25: expected 'allocator' before identifier 'size'
