// The omp_* routines inside and outside regions: levels, counts, nesting, devices.
// may-refuse: spmd inspector
// needs-threads: 2
#include <stdio.h>
#include <omp.h>

static int bad[8][12];

int main(void)
{
	int outside[4], wrong = 0, seq[6], deep[4] = { 0 };

	#pragma omp target map(from: seq) map(tofrom: deep)
	{
		seq[0] = omp_get_thread_num();
		seq[1] = omp_get_num_threads();
		seq[2] = omp_in_parallel();
		seq[3] = omp_get_num_teams();
		seq[4] = omp_get_team_num();
		seq[5] = omp_get_level();
		#pragma omp parallel num_threads(4)
		{
			#pragma omp single
			deep[0] = omp_get_level() * 10 + omp_get_active_level();
			#pragma omp barrier
			#pragma omp parallel num_threads(4)
			{
				if (omp_get_num_threads() != 1 || omp_get_thread_num() != 0) {
					#pragma omp atomic
					deep[1]++;
				}
				#pragma omp atomic
				deep[2] += omp_get_level() == 2;
			}
			#pragma omp atomic
			deep[2] -= 1;
		}
		#pragma omp parallel num_threads(1)
		deep[3] = omp_in_parallel() + omp_get_level() * 10;
	}
	printf("%d %d %d %d %d %d | %d %d %d %d\n", seq[0], seq[1], seq[2], seq[3], seq[4], seq[5], deep[0], deep[1],
		deep[2], deep[3]);
	#pragma omp target teams distribute num_teams(6) thread_limit(64) map(tofrom: bad)
	for (int me_ = 0; me_ < 6; me_++)
	{
		int me = omp_get_team_num(), teams = omp_get_num_teams(), n = 0;

		bad[me][0] = me < 0 || me >= teams || teams > 6;
		bad[me][1] = omp_in_parallel() || omp_get_num_threads() != 1;
		bad[me][2] = omp_get_thread_limit() < 1;
		#pragma omp parallel reduction(+: n) num_threads(20)
		{
			n++;
			if (omp_get_team_num() != me || omp_get_num_teams() != teams
				|| omp_get_thread_num() >= omp_get_num_threads() || omp_get_num_threads() > 20)
				bad[me][3 + omp_get_thread_num() % 2]++;
			if (omp_get_thread_num() == 0)
				bad[me][5] = omp_in_parallel() != (omp_get_num_threads() > 1);
		}
		bad[me][6] = n > 20 || n < 1;
	}
	for (int t = 0; t < 8; t++)
		for (int k = 0; k < 12; k++)
			wrong += bad[t][k];
	outside[0] = omp_get_num_threads();
	outside[1] = omp_get_thread_num();
	outside[2] = omp_in_parallel();
	outside[3] = omp_get_team_num();
	printf("%d | %d %d %d %d %d\n", wrong, outside[0], outside[1], outside[2], outside[3], omp_get_level());
	return 0;
}
