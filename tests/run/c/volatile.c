// Volatile variables: shared with parallel regions, of one thread, of lanes, an argument.
// may-refuse: inspector
// needs-threads: 8
#include <stdio.h>
#pragma omp declare target
static int
count(volatile int limit)
{
	int n = 0;

	#pragma omp parallel num_threads(4) reduction(+: n)
	for (int i = 0; i < limit; i++)
		n++;
	return n;
}
#pragma omp end declare target

int
main(void)
{
	int r = 0, n = 0, s = 0, lanes = 0, c;

	#pragma omp target map(r, n, s, lanes) map(from: c)
	{
		volatile int limit = 5;
		volatile double half = 0.5;

		#pragma omp parallel num_threads(8)
		{
			volatile int own = 3;

			#pragma omp for reduction(+: r) collapse(2)
			for (int q = 0; q < limit; q++)
				for (int z = 0; z < 2; z++)
					r += half * 2;
			#pragma omp atomic
			n += limit;
			#pragma omp for simd simdlen(4) reduction(+: s)
			for (int i = 0; i < 64; i++)
				s += own;
			#pragma omp for reduction(+: lanes)
			for (int i = 0; i < 16; i++) {
				volatile int two = 2;
				#pragma omp simd simdlen(8) reduction(+: lanes)
				for (int k = 0; k < 16; k++)
					lanes += two + own;
			}
		}
		limit = 6;
		#pragma omp parallel num_threads(2) firstprivate(limit)
		{
			limit++;
			#pragma omp atomic
			n += limit;
		}
		n += limit * 1000;
		c = count(limit);
	}
	printf("%d %d %d %d %d\n", r, n, s, lanes, c);
	return 0;
}
