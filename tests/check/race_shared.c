// A variable of the team, in shared memory: two threads write it in one region.
// expect: race_shared.c:18: race: team 0, thread
// expect: writes 'flag[0]' (4 bytes) in PAR_REG1 of kernel 'main_l12
// expect: race_shared.c:18: note: team 0, thread
// expect: writes it in PAR_REG1; both are lanes of one warp, which orders nothing
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int out = 0;
	#pragma omp target map(tofrom: out)
	{
		int flag[4] = { 0 };
		#pragma omp parallel num_threads(64)
		{
			int me = omp_get_thread_num();
			flag[me & 1] = me;
		}
		out = flag[0] + flag[1];
	}
	printf("%d\n", out > 0);
	return 0;
}
