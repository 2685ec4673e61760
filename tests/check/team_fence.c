// The barrier of 40 threads is made of fences, but of fences for the team: they publish nothing to another.
// devices: v100
// expect: team_fence.c:30: race: team 1, thread
// expect: reads 'x' (4 bytes) in PAR_REG1 of kernel 'main_l14'
// expect: team_fence.c:19: note: team 0, thread 3 writes it in PAR_REG1; nothing orders the two
// schemes: spmd jumptable generic ifmaster
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int x = 0, flag = 0, sum = 0;

	#pragma omp target teams num_teams(2) thread_limit(64) map(tofrom: x, flag, sum)
	#pragma omp parallel num_threads(40)
	{
		int team = omp_get_team_num(), me = omp_get_thread_num(), seen = 0;
		if (team == 0 && me == 3)
			x = 1;
		#pragma omp barrier
		if (team == 0 && me == 0) {
			#pragma omp atomic write
			flag = 1;
		} else if (team == 1 && me == 0) {
			#pragma omp atomic read
			seen = flag;
		}
		#pragma omp barrier
		if (team == 1 && me == 7)
			sum = x + seen;
	}
	printf("%d\n", sum);
	return 0;
}
