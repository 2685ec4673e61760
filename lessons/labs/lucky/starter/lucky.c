/*
 * Odd threads read what their left neighbours have written.  Right as it is, on every GPU: to be made right by luck.
 */
#include "verdict.h"

#include <stdlib.h>

#define N 64

static int in[N], a[N], ready[N], out[N];

static void
on_device(void)
{
	/* YOURS from here: one target construct. */
	#pragma omp target parallel num_threads(N) map(to: in) map(tofrom: a, ready) map(from: out)
	{
		int me = omp_get_thread_num();

		if (me % 2 == 0) {
			a[me] = 2 * in[me];
			out[me] = 0;
		}
		#pragma omp barrier
		if (me % 2 != 0)
			out[me] = a[me - 1];
	}
	/* to here. */
}

/* The seed makes the numbers: make grade takes another one each time. */
static int
number(int i, int seed)
{
	return 1 + i * seed % 97;
}

int
main(int argc, char **argv)
{
	int seed = argc > 1 ? atoi(argv[1]) : 3;
	long wrong = 0, old = 0;

	for (int i = 0; i < N; i++) {
		in[i] = number(i, seed);
		a[i] = -in[i];
	}
	on_device();
	for (int i = 0; i < N; i++) {
		int before = i % 2 != 0 ? -number(i - 1, seed) : 0;

		if (differs("out", i, -1, out[i], -2 * before)) {
			wrong++;
			old += out[i] == before;
		}
	}
	if (wrong)
		printf("%ld wrong results are what a held before\n", old);
	return verdict("lucky", wrong, N);
}
