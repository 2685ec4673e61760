// A program's shape: histograms by atomics in global memory, by per-team copies, by array reduction.
// may-refuse: inspector
#include <stdio.h>
#include <string.h>
#include <stdint.h>

#define BINS 16
#define N 4000

static uint8_t data[N];
static unsigned total[BINS];
#pragma omp declare target(data, total)

int main(void)
{
	unsigned atomics[BINS] = { 0 }, teams[BINS], reduced[BINS] = { 0 }, *p = teams;
	uint32_t seed = 12345;
	int differ = 0;

	for (int i = 0; i < N; i++) {
		seed = seed * 1664525u + 1013904223u;
		data[i] = seed >> 24;
	}
	memset(teams, 0, sizeof teams);
	#pragma omp target update to(data)
	#pragma omp target teams distribute parallel for map(atomics)
	for (int i = 0; i < N; i++) {
		#pragma omp atomic
		atomics[data[i] / (256 / BINS)]++;
	}

	#pragma omp target teams num_teams(4) map(p[:BINS])
	{
		unsigned local[BINS] = { 0 };

		#pragma omp distribute parallel for shared(local)
		for (int i = 0; i < N; i++) {
			unsigned bin = data[i] >> 4;

			#pragma omp atomic update
			local[bin] += 1;
		}
		#pragma omp parallel for
		for (int k = 0; k < BINS; k++) {
			#pragma omp atomic
			p[k] += local[k];
		}
	}

	#pragma omp target teams distribute parallel for reduction(+: reduced[:BINS])
	for (int i = 0; i < N; i++)
		reduced[data[i] % 256 / 16]++;

	#pragma omp target parallel for
	for (int k = 0; k < BINS; k++) {
		unsigned v = 0, old;

		for (int i = 0; i < N; i++)
			v += data[i] >> 4 == k;
		#pragma omp atomic capture
		{ old = total[k]; total[k] = v; }
		if (old)
			total[k] = 0;
	}
	#pragma omp target update from(total)
	for (int k = 0; k < BINS; k++) {
		differ += atomics[k] != teams[k] || teams[k] != reduced[k] || reduced[k] != total[k];
		printf("%u%c", total[k], k == BINS - 1 ? '\n' : ' ');
	}
	printf("%d differ\n", differ);
	return 0;
}
