// may-refuse: inspector
/*
 * Reductions that go through shared memory: every team size, regions that come round again with and
 * without a barrier between, several in one clause, and one whose first warp is the slow one.
 */
#include <stdio.h>

enum { N = 3000 };

static int data[N];

static void
sizes(void)
{
	static const int threads[] = { 1, 2, 31, 32, 33, 63, 64, 96, 100, 128, 256 };

	for (unsigned k = 0; k < sizeof threads / sizeof threads[0]; k++) {
		long sum = 1000;
		int most = -1, least = 1 << 30;
		double halves = 0.5;
		unsigned bits = 0;

		#pragma omp target teams distribute parallel for num_threads(threads[k]) \
			map(tofrom: sum, most, least, halves, bits) map(to: data) \
			reduction(+: sum, halves) reduction(max: most) reduction(min: least) reduction(^: bits)
		for (int i = 0; i < N; i++) {
			sum += data[i];
			halves += data[i] * 0.5;
			most = data[i] > most ? data[i] : most;
			least = data[i] < least ? data[i] : least;
			bits ^= (unsigned)data[i] << (i & 15);
		}
		printf("%ld %.1f %d %d %u\n", sum, halves, most, least, bits);
	}
}

/* The region runs again and again in its team, and so does the loop in the region. */
static void
again(void)
{
	int regions[8] = { 0 }, loops[8] = { 0 };

	#pragma omp target map(tofrom: regions, loops) map(to: data)
	{
		for (int r = 0; r < 8; r++) {
			int sum = r;
			#pragma omp parallel for reduction(+: sum) num_threads(96)
			for (int i = 0; i < N; i++)
				sum += data[i] ^ r;
			regions[r] = sum;
		}
	}
	#pragma omp target parallel num_threads(64) map(tofrom: loops) map(to: data)
	for (int r = 0; r < 8; r++) {
		#pragma omp for reduction(+: loops[r]) nowait
		for (int i = 0; i < N; i++) {
			int late = i % 64 < 32 ? 0 : data[i];   /* the first warp has more to do */
			for (int k = 0; k < data[i] % 7 && i % 64 < 32; k++)
				late += data[(i + k) % N];
			loops[r] += late + r;
		}
	}
	for (int r = 0; r < 8; r++)
		printf("%d %d\n", regions[r], loops[r]);
}

int
main(void)
{
	for (int i = 0; i < N; i++)
		data[i] = i * 7919 % 1009;
	sizes();
	again();
	return 0;
}
