// functions that are built where they are called: no recursion, no address
int omp_get_thread_num(void);

static int depth(int n)
{
	return n < 2 ? omp_get_thread_num() : depth(n - 1);
}

static int count(int n)
{
	int sum = 0;

	#pragma omp for
	for (int i = 0; i < n; i++)
		sum = i;
	return sum;
}

void f(int *a)
{
	#pragma omp target
	{
		int (*p)(int) = count;

		a[0] = depth(3) + p(2);
	}
}
// error: 23:19: 'count' cannot be called through a pointer in device code: it has OpenMP constructs outside its own parallel regions or asks for thread numbers, and is built where it is called
// error: 6:40: 'depth' calls itself and has OpenMP constructs outside its own parallel regions or asks for thread numbers: device code cannot do both
