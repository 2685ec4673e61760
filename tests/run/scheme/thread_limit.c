// thread_limit and OMP_TEAMS_THREAD_LIMIT bound a team; num_threads cannot exceed them.  Several
// sizes of team in one region.  The environment counts at start, so the program starts itself anew.
// may-refuse: spmd inspector
// needs-threads: 9999
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include <omp.h>

static int sum[3];

static int limited(int limit, int want)
{
	int bad = 0;

	for (int t = 0; t < 3; t++)
		sum[t] = 0;
	#pragma omp target teams num_teams(3) thread_limit(limit) map(tofrom: sum, bad) reduction(+: bad)
	{
		int mine = 0, again = 0;

		#pragma omp parallel num_threads(want) reduction(+: mine)
		mine++;
		#pragma omp parallel reduction(+: again)
		again++;
		#pragma omp parallel num_threads(1) reduction(+: bad)
		bad += mine > limit || mine > want || again > limit || mine < 1 || again < 1;
		#pragma omp parallel for num_threads(2)
		for (int i = 0; i < 100; i++) {
			#pragma omp atomic
			sum[omp_get_team_num() % 3] += i;
		}
		sum[omp_get_team_num() % 3] -= 4950;
	}
	return bad + sum[0] + sum[1] + sum[2];
}

int main(int argc, char **argv)
{
	static const int limits[] = { 1, 2, 31, 32, 33, 100, 128, 1000 };
	int most = 0;

	(void)argc;
	if (!getenv("OMP_TEAMS_THREAD_LIMIT")) {
		setenv("OMP_TEAMS_THREAD_LIMIT", "45", 1);
		execv("/proc/self/exe", argv);
		return 1;
	}
	for (int k = 0; k < 8; k++)
		printf("%d ", limited(limits[k], 40));
	#pragma omp target teams distribute num_teams(2) reduction(max: most) map(tofrom: most)
	for (int t = 0; t < 2; t++) {
		int mine = 0;

		#pragma omp parallel reduction(+: mine)
		mine++;
		most = mine > most ? mine : most;
	}
	printf("%d\n", most > 45);
	return 0;
}
