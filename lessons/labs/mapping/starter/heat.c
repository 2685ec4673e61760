/*
 * Heat spreads along a rod: sweeps over two arrays in turn.
 *
 * Right, but wasteful: count the copies (DEVRT_INFO=32) and ask of each whether anybody reads what it brings.
 */
#include "verdict.h"

#include <stdlib.h>

#define N 2048
#define SWEEPS 4

static double rod[N], next[N], gain[N], host[N], host_next[N];

/* YOURS from here: map less. */
/* The rod's ends keep their temperature. */
static void
sweep(double *to, double *from, const double *g)
{
	#pragma omp target teams distribute parallel for map(tofrom: to[0:N], from[0:N], g[0:N])
	for (int i = 0; i < N; i++)
		to[i] = i == 0 || i == N - 1 ? from[i] :
			from[i] + g[i] * (from[i - 1] - 2 * from[i] + from[i + 1]);
}

static void
simulate(void)
{
	#pragma omp target data map(tofrom: rod)
	for (int s = 0; s < SWEEPS; s += 2) {
		sweep(next, rod, gain);
		sweep(rod, next, gain);
	}
}
/* to here. */

static void
on_host(void)
{
	for (int s = 0; s < SWEEPS; s++) {
		double *from = s % 2 ? host_next : host, *to = s % 2 ? host : host_next;

		for (int i = 0; i < N; i++)
			to[i] = i == 0 || i == N - 1 ? from[i] :
				from[i] + gain[i] * (from[i - 1] - 2 * from[i] + from[i + 1]);
	}
}

/* The seed makes the numbers: make grade takes another one each time. */
int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 37;
	long wrong = 0;

	for (int i = 0; i < N; i++) {
		rod[i] = host[i] = i * seed % 101;
		gain[i] = (i % 3 + 1) * 0.125;
	}
	on_host();
	simulate();
	for (int i = 0; i < N; i++)
		wrong += differs("rod", i, -1, rod[i], host[i]);
	return verdict("heat", wrong, N);
}
