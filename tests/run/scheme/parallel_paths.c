// Parallel regions under conditions, in loops, in switch arms, after early exits; per team.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

#define TEAMS 24
#define WIDE 70

static int v[TEAMS][WIDE], kind[TEAMS], trace[TEAMS];

int main(void)
{
	long hash = 0;

	for (int t = 0; t < TEAMS; t++)
		kind[t] = t % 6;
	#pragma omp target teams distribute map(tofrom: v, trace) map(to: kind)
	for (int t = 0; t < TEAMS; t++) {
		int rounds = 0;

		if (kind[t] == 5)
			continue;
		if (kind[t] > 2 && v[t][0] == 0) {
			#pragma omp parallel for
			for (int i = 0; i < WIDE; i++)
				v[t][i] = i;
			rounds = 2;
		}
		switch (kind[t]) {
		case 0: {
			#pragma omp parallel for num_threads(7)
			for (int i = 0; i < WIDE; i++)
				v[t][i] += 1000;
			break;
		}
		case 1:
			rounds = 3;
			/* falls through */
		default:
			for (int r = 0; r < rounds; r++) {
				if (r == 1 && v[t][3] > 5)
					break;
				#pragma omp parallel for num_threads(33)
				for (int i = 0; i < WIDE; i++)
					v[t][i] += i % (r + 2);
				trace[t] += v[t][r + 1];
			}
		}
		trace[t] = trace[t] * 10 + rounds;
	}
	for (int t = 0; t < TEAMS; t++) {
		for (int i = 0; i < WIDE; i++)
			hash = hash * 31 % 1000003 + v[t][i];
		printf("%d ", trace[t]);
	}
	printf("%ld\n", hash);
	return 0;
}
