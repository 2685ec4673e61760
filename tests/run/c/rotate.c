// Rotations of 64 bits, spelled with or, xor and sum, to the left and right, and what only looks like one.
#include <stdint.h>
#include <stdio.h>

enum { N = 16 };
typedef uint64_t u64;

static u64
turn(u64 v)
{
	u64 sum = 0;

	for (int k = 0; k < 5; k++) {
		v = (v << 13 | v >> 51) + 77;
		v ^= v << 45 ^ v >> 19;
		sum += (v >> 32) + (v << 32);
		v = (v << 1) + (v >> 63);
		sum ^= (v >> 7 | v << 57) - (v << 31 | v >> 33);
		sum += (v << 13 | v >> 50) + (v << 13 ^ sum >> 51) + ((u64)((int64_t)v >> 51) | v << 13);
	}
	return sum + v;
}

static u64
until(u64 v, int n)
{
	while (n--) {
		u64 old = v;
		v = v << 29 | v >> 35;
		v += old << 3 | v >> 61; /* of two values */
	}
	return v;
}

int
main(void)
{
	u64 a[N], b[N];

	#pragma omp target teams distribute parallel for map(from: a, b)
	for (int i = 0; i < N; i++) {
		a[i] = turn((u64)i * 0x9e3779b97f4a7c15u);
		b[i] = until((u64)i * 0xbf58476d1ce4e5b9u, i);
	}
	for (int i = 0; i < N; i++)
		printf("%llx %llx\n", (unsigned long long)a[i], (unsigned long long)b[i]);
	return 0;
}
