// A thread reads what its neighbour writes; the barrier between is missing.  Within a warp of a K40
// the lanes go in step, so only the last lane of a warp and the first of the next are a race there.
// expect: race_barrier.c:25: 
// expect: race: team 0, thread
// expect: race_barrier.c:24: 
// expect k40: 'a[32]' (4 bytes) in PAR_REG1 of kernel 'main_l20
// expect k40: in PAR_REG1; nothing orders the two
// expect v100: 'a[1]' (4 bytes) in PAR_REG1 of kernel 'main_l20
// expect v100: in PAR_REG1; both are lanes of one warp, which orders nothing
// expect: race_barrier.c:20:33: note: 'a' is mapped here, 256 bytes
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
