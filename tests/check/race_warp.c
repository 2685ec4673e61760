// The same among the lanes of one warp: from sm_70 on a race, before a habit (warp-synchronous code).
// silent: k40
// expect v100: race_warp.c:20: race: team 0, thread
// expect v100: 'a[1]' (4 bytes) in PAR_REG1 of kernel 'main_l15
// expect v100: both are lanes of one warp, which orders nothing
// exit v100: 1
#include <stdio.h>
#include <omp.h>

enum { N = 32 };

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
