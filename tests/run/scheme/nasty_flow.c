// Control flow around parallel regions: loops with break and continue, loops that run no time,
// switch with fall-through, do-while, goto, early returns of called functions, regions in both arms.
// may-refuse: inspector
// needs-threads: 3
#include <stdio.h>
#include <omp.h>

#define TEAMS 12
#define N 40

static int v[TEAMS][N], note[TEAMS];

static int bump(int t, int by, int stop)
{
	if (by == 0)
		return -1;
	#pragma omp parallel for num_threads(by + 30)
	for (int i = 0; i < N; i++)
		v[t][i] += by;
	if (v[t][0] > stop)
		return v[t][1];
	for (int k = 0; k < by % 3; k++) {
		#pragma omp parallel for
		for (int i = 0; i < N; i++)
			v[t][i] += k;
		if (v[t][k] % 2)
			return k;
	}
	return v[t][N - 1];
}

int main(void)
{
	int sum = 0;

	#pragma omp target teams distribute map(tofrom: v, note)
	for (int t = 0; t < TEAMS; t++) {
		int tries = 0;

		for (int k = 0; k < t % 4; k++) {
			for (int j = 0; j < 3; j++) {
				if ((j + t) % 3 == 0)
					continue;
				if (k == 2)
					break;
				note[t] += bump(t, (k + j) % 5, 20);
			}
			if (v[t][2] > 30)
				goto out;
		}
		switch (t % 5) {
		case 0:
			#pragma omp parallel for
			for (int i = 0; i < N; i++)
				v[t][i] ^= 1;
			/* falls through */
		case 1:
			note[t]++;
			break;
		case 2:
			do {
				#pragma omp parallel num_threads(3)
				{
					v[t][omp_get_thread_num()] += 5;
				}
				tries++;
			} while (v[t][1] < 20);
			/* falls through */
		default:
			#pragma omp parallel for
			for (int i = 0; i < t - 4; i++)
				v[t][i] += 100;
		}
		for (int k = t; k < 3; k++) {
			#pragma omp parallel for num_threads(k + 1)
			for (int i = 0; i < N; i++)
				v[t][i] += k * t;
		}
out:
		note[t] = note[t] * 10 + tries;
	}
	for (int t = 0; t < TEAMS; t++) {
		for (int i = 0; i < N; i++)
			sum = sum * 31 % 1000003 + v[t][i];
		printf("%d ", note[t]);
	}
	printf("%d\n", sum);
	return 0;
}
