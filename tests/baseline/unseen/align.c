/* align: edit distances of many pairs of words by dynamic programming over anti-diagonals, a team for each pair. */
#include "bench.h"

enum { LENGTH = 128 };
static int n;
static unsigned char *first, *second;
static int *distance;

static void
setup(int size)
{
	uint32_t seed = 8;

	n = size;
	ARRAY(first, n * LENGTH);
	ARRAY(second, n * LENGTH);
	ARRAY(distance, n);
	for (int i = 0; i < n * LENGTH; i++) {
		first[i] = next_random(&seed) >> 9 & 3;
		second[i] = next_random(&seed) >> 9 & 3;
	}
	to_device(first);
	to_device(second);
}

/* d of row i on an anti-diagonal is in line[i]; three lines take turns. */
#ifdef CUDA
static void
step(void)
{
	LAUNCH(align_pairs, n, LENGTH, D(distance), D(first), D(second));
}
#else
static void
align_pairs(int *distance, const unsigned char *first, const unsigned char *second, int n)
{
	#pragma omp target teams distribute thread_limit(LENGTH)
	for (int pair = 0; pair < n; pair++) {
		int line[3][LENGTH + 1];

		#pragma omp parallel num_threads(LENGTH)
		for (int diagonal = 0; diagonal <= 2 * LENGTH; diagonal++) {
			int *now = line[diagonal % 3], *last = line[(diagonal + 2) % 3], *before = line[(diagonal + 1) % 3];

			#pragma omp for
			for (int i = 0; i <= LENGTH; i++) {
				int j = diagonal - i;

				if (j < 0 || j > LENGTH)
					continue;
				int best = i == 0 ? j : i;
				if (i > 0 && j > 0) {
					best = before[i - 1] + (first[pair * LENGTH + i - 1] != second[pair * LENGTH + j - 1]);
					best = last[i - 1] + 1 < best ? last[i - 1] + 1 : best;
					best = last[i] + 1 < best ? last[i] + 1 : best;
				}
				now[i] = best;
			}
		}
		distance[pair] = line[2 * LENGTH % 3][LENGTH];
	}
}

static void
step(void)
{
	align_pairs(distance, first, second, n);
}
#endif

static bool
check(void)
{
	bool right = true;

	from_device(distance);
	for (int pair = 0; pair < n; pair += 1 + n / 64) {
		int row[LENGTH + 1];

		for (int j = 0; j <= LENGTH; j++)
			row[j] = j;
		for (int i = 1; i <= LENGTH; i++) {
			int diagonal = row[0];

			row[0] = i;
			for (int j = 1; j <= LENGTH; j++) {
				int best = diagonal + (first[pair * LENGTH + i - 1] != second[pair * LENGTH + j - 1]);

				diagonal = row[j];
				best = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
				best = row[j] + 1 < best ? row[j] + 1 : best;
				row[j] = best;
			}
		}
		right = right && distance[pair] == row[LENGTH];
	}
	return right;
}

const struct bench align = { "align", { 16, 132, 8192 }, setup, step, check };
