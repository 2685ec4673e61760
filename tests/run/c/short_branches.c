// Short branches whose both sides are computed: what each leaves, what one assigns and the other reads, values around
// a loop, conditions that nest; comparisons with ranges, of truth values, and of an index with a size below zero.
#include <limits.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 32 };
static int a[N], sizes[2] = { INT_MIN, 5 };
static double d[N];
static uint64_t device[N], host[N], touched[2];

#pragma omp declare target
static int clamp(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }

static uint64_t
branches(int i, const int *a, const double *d, int n)
{
	int x = a[i], y = a[(i + 1) % N], least = x, at = i, swaps = 0, old, z = i;
	long wide = x;
	double most = d[i];
	float f = (float)x;
	uint64_t sum = 0;

	if (x > y) { /* each side reads what the other assigns, and what it has assigned */
		old = x;
		x = y;
		y = old;
		swaps++;
	} else {
		x -= 1;
		y = x - y;
	}
	for (int k = 0; k < 9; k++) {
		int b = a[(i + k) % N], before = at;

		if (b < least) {
			least = b;
			at = k;
		}
		if (d[k] > most)
			most = d[k];
		if (b & 1)
			wide += b;
		else if (b & 2)
			wide -= 3;
		else
			f = f * 0.5f + 1;
		if (k == 4) /* read around the loop only */
			z = at + b;
		sum = sum * 31 + (uint64_t)(before + z) + (uint64_t)clamp(b + k, n);
		sum += (uint64_t)(b < 0 || b > 9) + (uint64_t)(b >= 0 && b < n / 4) * 2 + (uint64_t)(0 > b || 8 <= b) * 4;
		sum += (uint64_t)(b >= 0 && b <= 7) * 8 + (uint64_t)(b < 0 || b >= n - 38) * 16;
		sum += (uint64_t)((b > 3) == !(x & 4)) * 32 + (uint64_t)((b > 3) != (y < b)) * 64;
		sum += (uint64_t)(b / 2 + b % 2 * 3 + b / 8 * 5 + b % 16 * 7 + b / 7 * 11 + b % 10 * 13);
		if (b == 77)
			continue;
		if (swaps && b > y && k)
			y = b;
	}
	return sum + (uint64_t)x * 3 + (uint64_t)y * 5 + (uint64_t)least * 7 + (uint64_t)at * 11 + (uint64_t)wide * 13 +
		(uint64_t)(int64_t)(most * 8) * 17 + (uint64_t)(int64_t)(f * 16) * 19 + (uint64_t)z * 23;
}
#pragma omp end declare target

int
main(void)
{
	uint32_t seed = 5;
	volatile int size = N;
	int wrong = 0, n = size;

	for (int i = 0; i < N; i++) {
		seed = seed * 1664525 + 1013904223;
		a[i] = (int)(seed >> 24) - 128 >> (i & 3);
		d[i] = a[(7 * i) % N] / 8.0;
	}
	a[3] = INT_MIN / 2, a[9] = INT_MAX / 2, a[20] = 77;
	#pragma omp target teams distribute parallel for map(to: a, d) map(from: device)
	for (int i = 0; i < n; i++)
		device[i] = branches(i, a, d, n);
	for (int k = 0; k < 2; k++) { /* a trip count that may be below zero */
		int m = sizes[k];
		uint64_t t = 0;

		#pragma omp target teams distribute parallel for reduction(+: t)
		for (int i = 0; i < m; i++)
			t += (uint64_t)i + 1;
		#pragma omp target teams distribute parallel for collapse(2) reduction(+: t)
		for (int i = 0; i < m; i++)
			for (int j = 0; j < m; j++)
				t += 100;
		touched[k] = t;
	}
	for (int i = 0; i < N; i++) {
		host[i] = branches(i, a, d, n);
		if (device[i] != host[i])
			wrong += printf("%d: %llx, not %llx\n", i, (unsigned long long)device[i], (unsigned long long)host[i]);
	}
	printf("%d wrong; %d %d\n", wrong, (int)touched[0], (int)touched[1]);
	return wrong || touched[0] || touched[1] != 2515;
}
