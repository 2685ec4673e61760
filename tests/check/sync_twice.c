// Each half of a warp has a barrier of its own: a K40 counts the warp twice, a V100 counts the lanes.
// check: sync
// expect k40: sync_twice.c:25: sync: barrier 1 is reached by lanes 1,3
// expect k40: , and was by lanes 0,2,4
// expect k40: before: each part counts as the whole warp in PAR_REG1 of kernel 'main_l16
// exit k40: 1
// silent: v100
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
		} else {
			#pragma omp barrier
			a[me]--;
		}
	}
	printf("%d\n", a[0]);
	return 0;
}
