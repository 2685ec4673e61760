// Half of each warp comes to the barrier, the other half to the end of the kernel: a K40 counts whole
// warps and passes; on a V100 the barrier is one of fewer threads than it says.
// schemes: spmd dynpar
// expect k40: sync_half.c:26: sync: barrier 1 is reached by lanes 0,2,4
// expect k40: of warp 0 (from team 0, thread 0), but not by lanes 1,3,5
// expect k40: 31: the part counts as the whole warp in PAR_REG1 of kernel 'main_l19
// exit k40: 1
// expect v100: sync_half.c:26: sync: barrier 1 is for 64 threads, but lanes 1,3,5
// expect v100: of warp 0 (from team 0, thread 1) have ended without coming to it in PAR_REG1 of kernel 'main_l19
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
