// Sequential control flow that hangs on what a parallel region computed: whether, which and how often
// the next region runs.
// may-refuse: spmd inspector
#include <stdio.h>

#define N 100

static int sorted[6][N], rounds[6], kinds[6];

int main(void)
{
	for (int t = 0; t < 6; t++)
		for (int i = 0; i < N; i++)
			sorted[t][i] = t == 3 ? i : (i * 37 + t) % (N - t);
	#pragma omp target teams distribute map(tofrom: sorted) map(from: rounds, kinds)
	for (int t = 0; t < 6; t++) {
		int again = 1, kind = 0, n = 0;

		/* odd-even transposition sort: until a round of two passes swaps nothing */
		while (again) {
			again = 0;
			for (int odd = 0; odd < 2; odd++) {
				#pragma omp parallel for reduction(||: again)
				for (int i = odd; i < N - 1; i += 2)
					if (sorted[t][i] > sorted[t][i + 1]) {
						int x = sorted[t][i];

						sorted[t][i] = sorted[t][i + 1];
						sorted[t][i + 1] = x;
						again = 1;
					}
			}
			n++;
		}
		#pragma omp parallel for reduction(+: kind) num_threads(33)
		for (int i = 1; i < N; i++)
			kind += sorted[t][i] == sorted[t][i - 1];
		if (kind > 2) {
			#pragma omp parallel for
			for (int i = 0; i < N; i++)
				sorted[t][i] += 1000;
			kind = -kind;
		} else if (kind) {
			#pragma omp parallel for
			for (int i = 0; i < N; i++)
				sorted[t][i] -= 1000;
		}
		rounds[t] = n;
		kinds[t] = kind;
	}
	for (int t = 0; t < 6; t++)
		printf("%d %d %d %d %d\n", rounds[t], kinds[t], sorted[t][0], sorted[t][50], sorted[t][N - 1]);
	return 0;
}
