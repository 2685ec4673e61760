/* kmeans: a step of k-means: each point's nearest of 16 centres, and the sums of its cluster. */
#include "bench.h"
#include <string.h>

enum { CENTRES = 16, DIMENSIONS = 4, CELLS = CENTRES * (DIMENSIONS + 1) };
static int n;
static float *point, *centre, *sums;
static int *cluster;

static void
setup(int size)
{
	uint32_t seed = 9;

	n = size;
	ARRAY(point, n * DIMENSIONS);
	ARRAY(centre, CENTRES * DIMENSIONS);
	ARRAY(sums, CELLS);
	ARRAY(cluster, n);
	for (int i = 0; i < n * DIMENSIONS; i++)
		point[i] = (float)next_real(&seed);
	for (int i = 0; i < CENTRES * DIMENSIONS; i++)
		centre[i] = (float)next_real(&seed);
	to_device(point);
	to_device(centre);
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(kmeans_clear, 1, CELLS, D(sums));
	LAUNCH(kmeans_assign, BLOCKS(n), 256, D(cluster), D(sums), D(point), D(centre), V(n));
}
#else
static void
kmeans_clear(float *sums)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < CELLS; i++)
		sums[i] = 0;
}

static void
kmeans_assign(int *cluster, float *sums, const float *point, const float *centre, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		float least = 1e30f;
		int best = 0;

		for (int c = 0; c < CENTRES; c++) {
			float distance = 0;

			for (int d = 0; d < DIMENSIONS; d++) {
				float x = point[i * DIMENSIONS + d] - centre[c * DIMENSIONS + d];

				distance += x * x;
			}
			if (distance < least) {
				least = distance;
				best = c;
			}
		}
		cluster[i] = best;
		for (int d = 0; d < DIMENSIONS; d++) {
			#pragma omp atomic
			sums[best * (DIMENSIONS + 1) + d] += point[i * DIMENSIONS + d];
		}
		#pragma omp atomic
		sums[best * (DIMENSIONS + 1) + DIMENSIONS] += 1;
	}
}

static void
step(void)
{
	kmeans_clear(sums);
	kmeans_assign(cluster, sums, point, centre, n);
}
#endif

/* Sums of the clusters that the device found; those of points in the middle are looked at. */
static bool
check(void)
{
	double expected[CELLS] = { 0 };
	bool right = true;

	from_device(cluster);
	from_device(sums);
	for (int i = 0; i < n; i++) {
		double distance[2] = { 0, 0 };
		int other = i % CENTRES;

		for (int d = 0; d < DIMENSIONS; d++) {
			double x = point[i * DIMENSIONS + d] - centre[cluster[i] * DIMENSIONS + d];
			double y = point[i * DIMENSIONS + d] - centre[other * DIMENSIONS + d];

			distance[0] += x * x;
			distance[1] += y * y;
			expected[cluster[i] * (DIMENSIONS + 1) + d] += point[i * DIMENSIONS + d];
		}
		expected[cluster[i] * (DIMENSIONS + 1) + DIMENSIONS] += 1;
		right = right && distance[0] <= distance[1] + 1e-6;
	}
	for (int i = 0; i < CELLS; i++)
		right = right && close_to(sums[i], expected[i], 1e-2);
	return right;
}

const struct bench kmeans = { "kmeans", { 1 << 13, 1 << 16, 1 << 22 }, setup, step, check };
