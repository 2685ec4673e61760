// Rounds with barriers, written out where teams are whole warps: an array of each thread's own is in registers then.
#include <stdio.h>
#include <omp.h>

enum { TEAMS = 3, THREADS = 64, ROUNDS = 8 };

int main(void)
{
	double out[TEAMS][THREADS], in[ROUNDS][THREADS];

	for (int k = 0; k < ROUNDS; k++)
		for (int i = 0; i < THREADS; i++)
			in[k][i] = (k * 37 + i * 11) % 29;
	#pragma omp target teams num_teams(TEAMS) thread_limit(THREADS) map(to: in) map(from: out)
	{
		double line[THREADS];

		#pragma omp parallel num_threads(THREADS)
		{
			int me = omp_get_thread_num(), team = omp_get_team_num();
			double r[ROUNDS], sum = team;

			for (int k = 0; k < ROUNDS; k++)
				r[k] = in[k][me];
			for (int k = 0; k < ROUNDS; k++) {
				line[me] = r[k] + (k ? r[k - 1] : 0);
				#pragma omp barrier
				for (int n = 0; n < ROUNDS; n++)
					sum += r[n] * line[(me ^ n) % THREADS];
				if (k % 3 == 2)
					r[k] = sum / 1024;
				#pragma omp barrier
			}
			#pragma omp unroll full
			for (int k = 0; k < 3; k++) {
				line[me] = r[k];
				#pragma omp barrier
				r[k] = line[THREADS - 1 - me];
				#pragma omp barrier
			}
			out[team][me] = sum + r[0] + 2 * r[1] + 4 * r[2];
		}
	}
	for (int t = 0; t < TEAMS; t++)
		for (int i = 0; i < THREADS; i++)
			printf("%.10g\n", out[t][i]);
	return 0;
}
