// Sequential code that swaps pointers between regions, as iterative solvers do; pointers in structures
// and arrays of pointers, too.
// may-refuse: spmd inspector
#include <stdio.h>

#define N 64

struct pair { double *from, *to; };

static double a[4][N], b[4][N];

int main(void)
{
	int rounds[4];

	for (int t = 0; t < 4; t++)
		for (int i = 0; i < N; i++)
			a[t][i] = i == t * 16 ? 100 : 0;
	#pragma omp target teams distribute map(tofrom: a, b) map(from: rounds)
	for (int t = 0; t < 4; t++) {
		struct pair p = { a[t], b[t] };
		double *all[2] = { a[t], b[t] };
		double change = 1;
		int n = 0;

		while (change > 0.01 && n < 30) {
			double *x = p.from;

			change = 0;
			#pragma omp parallel for reduction(max: change) num_threads(48)
			for (int i = 0; i < N; i++) {
				double v = 0.5 * p.from[i] + 0.25 * (p.from[(i + 1) % N] + p.from[(i + N - 1) % N]);
				double d = v > p.from[i] ? v - p.from[i] : p.from[i] - v;

				p.to[i] = v;
				change = d > change ? d : change;
			}
			p.from = p.to;
			p.to = x;
			n++;
			if (n == 10) {
				#pragma omp parallel for
				for (int i = 0; i < N; i++)
					all[n % 2][i] += all[1 - n % 2][i] / 1024;
			}
		}
		if (p.from != a[t]) {
			#pragma omp parallel for
			for (int i = 0; i < N; i++)
				a[t][i] = p.from[i];
		}
		rounds[t] = n;
	}
	for (int t = 0; t < 4; t++)
		printf("%d %a %a\n", rounds[t], a[t][0], a[t][t * 16]);
	return 0;
}
