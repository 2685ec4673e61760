// The second warp does not come to the barrier of the region, but to the one at its end, or it ends.
// expect: deadlock: no thread can go on
// expect: warp 0, lanes 0-31 wait at barrier 1 (32 of 64 threads arrived), tests/check/sync_warp.c:23 in PAR_REG1
// expect spmd: 1 of the team's 2 warps have ended
// expect dynpar: 1 of the team's 2 warps have ended
// expect jumptable: warp 1, lanes 0-31 wait at barrier 0 (32 of 64 threads arrived), tests/check/sync_warp.c:17
// expect ifmaster: warp 1, lanes 0-31 wait at barrier 0 (32 of 64 threads arrived), tests/check/sync_warp.c:18
// expect generic: warp 1, lanes 0-31 wait at barrier 0 (64 of 96 threads arrived), tests/check/sync_warp.c:17
#include <stdio.h>
#include <omp.h>

enum { N = 64 };

int main(void)
{
	int a[N];
	#pragma omp target map(from: a)
	#pragma omp parallel num_threads(N)
	{
		int me = omp_get_thread_num();
		a[me] = me;
		if (me < 32) {
			#pragma omp barrier
			a[me]++;
		}
	}
	printf("%d\n", a[0]);
	return 0;
}
