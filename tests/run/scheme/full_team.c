// A team of as many threads as a block can have, with a region whose loads are to be in flight together.
// may-refuse: inspector
#include <stdio.h>

enum { N = 2048, TURNS = 3 };

static double a[N], b[N], c[N];

int
main(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i % 7;
		b[i] = i % 5;
	}
	#pragma omp target teams num_teams(1) thread_limit(1024) map(to: a, b) map(tofrom: c)
	{
		double beta = 0;

		for (int turn = 0; turn < TURNS; turn++) {
			for (int j = 0; j < 50; j++)
				beta = beta * 0.5 + 0.0078125 * j;
			#pragma omp parallel for
			for (int i = 0; i < N; i++)
				c[i] += beta * a[i] + b[i];
			for (int j = 0; j < 50; j++)
				beta = beta * 0.25 + c[7] * 0x1p-30;
		}
	}
	double sum = 0;
	for (int i = 0; i < N; i++)
		sum = sum * 0.75 + c[i];
	printf("%.9g\n", sum);
	return 0;
}
