/* heat: a stencil of seven points in float, eight steps of time. */
#include "bench.h"
#include <string.h>

enum { STEPS = 8 };
static int n;
static float *start, *even, *odd;

static void
setup(int size)
{
	uint32_t seed = 7;

	n = size;
	ARRAY(start, n * n * n);
	ARRAY(even, n * n * n);
	ARRAY(odd, n * n * n);
	for (int i = 0; i < n * n * n; i++)
		start[i] = even[i] = odd[i] = (float)next_real(&seed);
	to_device(start);
	to_device(even);
	to_device(odd);
}

#ifdef CUDA
static void
heat(float *to, const float *from)
{
	GRID(heat_step, (n - 2 + 63) / 64, ((n - 2) * (n - 2) + 3) / 4, 64, 4, D(to), D(from), V(n));
}
#else
static void
heat_step(float *to, const float *from, int n)
{
	#pragma omp target teams distribute parallel for collapse(3)
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++)
			for (int k = 1; k < n - 1; k++) {
				int at = (i * n + j) * n + k;

				to[at] = 0.4f * from[at] + 0.1f * (from[at - 1] + from[at + 1] + from[at - n] + from[at + n] +
					from[at - n * n] + from[at + n * n]);
			}
}

static void
heat(float *to, const float *from)
{
	heat_step(to, from, n);
}
#endif

static void
step(void)
{
	heat(even, start);
	for (int t = 1; t < STEPS; t += 2) {
		heat(odd, even);
		if (t + 1 < STEPS)
			heat(even, odd);
	}
}

/* The cells that STEPS steps can reach from one in the middle. */
static bool
check(void)
{
	enum { SIDE = 2 * STEPS + 1 };
	float *from = malloc(SIDE * SIDE * SIDE * sizeof *from), *to = malloc(SIDE * SIDE * SIDE * sizeof *to);
	int first = n / 2 - STEPS;

	if (first < 0)
		return false;
	for (int i = 0; i < SIDE * SIDE * SIDE; i++)
		from[i] = start[((i / SIDE / SIDE + first) * n + i / SIDE % SIDE + first) * n + i % SIDE + first];
	for (int t = 1; t <= STEPS; t++) {
		for (int i = t; i < SIDE - t; i++)
			for (int j = t; j < SIDE - t; j++)
				for (int k = t; k < SIDE - t; k++) {
					int at = (i * SIDE + j) * SIDE + k;

					to[at] = 0.4f * from[at] + 0.1f * (from[at - 1] + from[at + 1] + from[at - SIDE] +
						from[at + SIDE] + from[at - SIDE * SIDE] + from[at + SIDE * SIDE]);
				}
		memcpy(from, to, SIDE * SIDE * SIDE * sizeof *from);
	}
	from_device(odd);
	int at = n / 2;
	bool right = close_to(odd[(at * n + at) * n + at], from[(STEPS * SIDE + STEPS) * SIDE + STEPS], 1e-5);
	free(from);
	free(to);
	return right;
}

const struct bench heat_bench = { "heat", { 20, 64, 384 }, setup, step, check };
