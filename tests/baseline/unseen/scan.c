/* scan: prefix sums: teams scan blocks of 1024 in their own memory, one team the totals, all add. */
#include "bench.h"
#include <omp.h>

enum { BLOCK = 1024, THREADS = 256 };
static int n, nblocks;
static int *input, *output, *total;

static void
setup(int size)
{
	uint32_t seed = 12;

	n = size;
	nblocks = n / BLOCK;
	ARRAY(input, n);
	ARRAY(output, n);
	ARRAY(total, nblocks);
	for (int i = 0; i < n; i++)
		input[i] = (int)(next_random(&seed) >> 8 & 15);
	to_device(input);
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(scan_blocks, nblocks, THREADS, D(output), D(total), D(input));
	LAUNCH(scan_totals, 1, THREADS, D(total), V(nblocks));
	LAUNCH(scan_add, n / 256, 256, D(output), D(total), V(n));
}
#else
static void
scan_blocks(int *out, int *total, const int *in, int nblocks)
{
	#pragma omp target teams distribute thread_limit(THREADS)
	for (int block = 0; block < nblocks; block++) {
		int sum[2][THREADS];

		#pragma omp parallel num_threads(THREADS)
		{
			int t = omp_get_thread_num(), from = block * BLOCK + 4 * t, turn = 0;
			int a = in[from], b = a + in[from + 1], c = b + in[from + 2], d = c + in[from + 3];

			sum[0][t] = d;
			#pragma omp barrier
			for (int step = 1; step < THREADS; step *= 2) {
				sum[!turn][t] = sum[turn][t] + (t >= step ? sum[turn][t - step] : 0);
				turn = !turn;
				#pragma omp barrier
			}
			int before = sum[turn][t] - d;
			out[from] = before + a;
			out[from + 1] = before + b;
			out[from + 2] = before + c;
			out[from + 3] = before + d;
			if (t == THREADS - 1)
				total[block] = before + d;
		}
	}
}

/* Exclusive sums, each thread a row of them. */
static void
scan_totals(int *total, int nblocks)
{
	#pragma omp target teams num_teams(1) thread_limit(THREADS)
	{
		int sum[THREADS], share = (nblocks + THREADS - 1) / THREADS;

		#pragma omp parallel num_threads(THREADS)
		{
			int t = omp_get_thread_num(), from = t * share, to = from + share < nblocks ? from + share : nblocks;
			int mine = 0, before = 0;

			for (int i = from; i < to; i++)
				mine += total[i];
			sum[t] = mine;
			#pragma omp barrier
			for (int i = 0; i < t; i++)
				before += sum[i];
			for (int i = from; i < to; i++) {
				int x = total[i];

				total[i] = before;
				before += x;
			}
		}
	}
}

static void
scan_add(int *out, const int *total, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		out[i] += total[i / BLOCK];
}

static void
step(void)
{
	scan_blocks(output, total, input, nblocks);
	scan_totals(total, nblocks);
	scan_add(output, total, n);
}
#endif

static bool
check(void)
{
	int sum = 0;
	bool right = true;

	from_device(output);
	for (int i = 0; i < n; i++) {
		sum += input[i];
		right = right && output[i] == sum;
	}
	return right;
}

const struct bench scan = { "scan", { 1 << 15, 1 << 16, 1 << 24 }, setup, step, check };
