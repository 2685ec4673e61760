// A thread reads what its neighbour writes; the barrier between is missing.  Within a warp of a K40
// the lanes go in step, so only the last lane of a warp and the first of the next are a race there.
// expect: race_barrier.c:20: 
// expect: race: team 0, thread
// expect: race_barrier.c:19: 
// expect: orders
#include <stdio.h>
#include <omp.h>

enum { N = 64 };

int main(void)
{
	int a[N], b[N];
	#pragma omp target map(tofrom: a) map(from: b)
	#pragma omp parallel num_threads(N)
	{
		int me = omp_get_thread_num();
		a[me] = me;
		b[me] = a[(me + 1) % N];
	}
	printf("%d\n", b[0] >= 0);
	return 0;
}
