// A thread reads what its neighbour writes; the barrier between is missing.
// expect: race_barrier.c:22: 
// expect: race: team 0, thread
// expect: race_barrier.c:21: 
// expect: 'a[1]' (4 bytes) in PAR_REG1 of kernel 'main_l17
// expect: in PAR_REG1; both are lanes of one warp, which orders nothing
// expect: race_barrier.c:17:33: note: 'a' is mapped here, 256 bytes
// check: race
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
