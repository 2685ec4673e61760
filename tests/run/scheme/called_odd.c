// may-refuse: inspector
// A function's region, called through a pointer, in teams that are no whole warps: nobody else may do its iterations.
#include <stdio.h>

static int
work(int x)
{
	int s = 0, n = 0;

	#pragma omp parallel reduction(+: s, n)
	{
		#pragma omp for
		for (int k = 0; k < 100; k++)
			s += x + k;
		#pragma omp for
		for (int k = 0; k < 50; k++)
			n++;
	}
	return s * 100 + n;
}

static int
calls(int limit, int threads)
{
	int a[64] = { 0 }, r = 0;

	#pragma omp target thread_limit(limit) map(tofrom: a, r)
	{
		int (*f)(int) = work;

		r = f(3);
		#pragma omp parallel for num_threads(threads)
		for (int i = 0; i < 64; i++) {
			#pragma omp simd simdlen(4)
			for (int k = 0; k < 4; k++)
				a[i] = i;
		}
		r += f(4);
	}
	return r + a[63];
}

int
main(void)
{
	printf("%d %d %d %d\n", calls(32, 32), calls(33, 33), calls(40, 7), calls(5, 5));
	return 0;
}
