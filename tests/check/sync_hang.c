// The other half comes to the barrier at the end of the region, which is another one: nobody can go on.
// schemes: jumptable generic ifmaster switch
// expect k40: sync_hang.c:24: sync: barrier 1 is reached by lanes 0,2,4
// expect k40: of warp 0 (from team 0, thread 0), but not by lanes 1,3,5
// exit k40: 1
// expect v100: deadlock: no thread can go on
// expect v100: 30 wait at barrier 1 (32 of 64 threads arrived), tests/check/sync_hang.c:24 in PAR_REG1
// exit v100: 1
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
		if (me % 2 == 0) {

			#pragma omp barrier
			a[me]++;
		}
	}
	printf("%d\n", a[0]);
	return 0;
}
