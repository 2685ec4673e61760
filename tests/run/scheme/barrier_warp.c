// Teams of at most one warp, whose barriers are the warp's: fewer threads than lanes, regions of fewer
// threads than the team, loops with barriers, groups of lanes.
#include <omp.h>
#include <stdio.h>

enum { TEAMS = 5, MOST = 32, ROUNDS = 6 };

static unsigned out[TEAMS][MOST];
static int wrong;

/* Each adds its neighbour's value, round by round; the last one waits longest. */
static void
check(int used, int salt)
{
	unsigned a[MOST], b[MOST];

	for (int g = 0; g < TEAMS; g++) {
		for (int t = 0; t < used; t++)
			a[t] = g * 100 + t + salt;
		for (int k = 0; k < ROUNDS; k++) {
			for (int t = 0; t < used; t++)
				b[t] = a[t] * 3 + a[(t + 1) % used];
			for (int t = 0; t < used; t++)
				a[t] = b[t];
		}
		for (int t = 0; t < used; t++)
			wrong += out[g][t] != a[t];
	}
}

#define ROTATE(threads, salt) \
	int t = omp_get_thread_num(), g = omp_get_team_num(); \
	s[t] = g * 100 + t + salt; \
	for (int k = 0; k < ROUNDS; k++) { \
		_Pragma("omp barrier") \
		unsigned next = s[(t + 1) % threads]; \
		for (int wait = 0; wait < t * (k & 1); wait++) \
			next += s[t] & wait & 0; \
		_Pragma("omp barrier") \
		s[t] = s[t] * 3 + next; \
	} \
	out[g][t] = s[t];

int
main(void)
{
	int used = 0;

#pragma omp target teams num_teams(TEAMS) thread_limit(16) map(tofrom : out, used)
	{
		unsigned s[MOST];
#pragma omp parallel
		{
			int n = omp_get_num_threads();
			if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
				used = n;
			ROTATE(n, 1)
		}
	}
	check(used, 1);

	for (int n = 1; n <= MOST; n += n < 3 ? 1 : 14) {
#pragma omp target teams num_teams(TEAMS) thread_limit(MOST) map(tofrom : out, used)
		{
			unsigned s[MOST];
#pragma omp parallel num_threads(n)
			{
				int m = omp_get_num_threads();
				if (omp_get_team_num() == 0 && omp_get_thread_num() == 0)
					used = m;
				ROTATE(m, n)
			}
		}
		check(used, n);
	}

	unsigned sum[TEAMS] = { 0 };
#pragma omp target teams num_teams(TEAMS) thread_limit(8) map(tofrom : sum)
	{
		unsigned s[8 * 4];
#pragma omp parallel
		{
#pragma omp for
			for (int i = 0; i < 8; i++)
#pragma omp simd simdlen(4)
				for (int j = 0; j < 4; j++)
					s[i * 4 + j] = i + j;
#pragma omp single
			for (int i = 0; i < 32; i++)
				sum[omp_get_team_num()] += s[i];
		}
	}
	for (int g = 0; g < TEAMS; g++)
		wrong += sum[g] != 160;
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
