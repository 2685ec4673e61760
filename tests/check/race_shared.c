// A variable of the team, in shared memory: two threads write it in one region.
// expect: race_shared.c:17: race: team 0, thread
// expect: writes 'flag
// expect: race_shared.c:17: note: team 0, thread
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
