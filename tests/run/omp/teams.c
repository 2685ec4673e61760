// Teams without parallel: teams distribute, a body that each team's master runs, plain target.
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int v[500], ranks[9] = { 0 }, teams = 0, bad = 0, serial[10];

	#pragma omp target teams distribute map(from: v)
	for (int i = 0; i < 500; i++) {
		int sum = 0;

		for (int k = 0; k <= i; k++)
			sum += k;
		v[i] = sum;
	}
	#pragma omp target teams num_teams(9) map(tofrom: ranks, teams)
	{
		ranks[omp_get_team_num()]++;
		if (omp_get_team_num() == 0)
			teams = omp_get_num_teams();
	}
	for (int t = 0; t < 9; t++)
		bad += ranks[t] != (t < teams);
	#pragma omp target map(from: serial)
	{
		serial[0] = 1;
		for (int i = 1; i < 10; i++)
			serial[i] = serial[i - 1] * 3;
	}
	#pragma omp target teams distribute num_teams(4) thread_limit(64) map(tofrom: v)
	for (int i = 499; i >= 0; i -= 5)
		v[i]++;
	for (int i = 0; i < 500; i += 83)
		printf("%d ", v[i]);
	printf("%d, %d %d, %d\n", v[499], bad, teams >= 1 && teams <= 9, serial[9]);
	return 0;
}
