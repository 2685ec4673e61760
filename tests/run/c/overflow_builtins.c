// gcc's builtins for overflow in device code, against exact results: types of one width and of several.
#include <limits.h>
#include <stdio.h>

enum { N = 12 };

static const long long values[N] = { 0, 1, -1, 7, -100, 255, INT_MAX, INT_MIN, UINT_MAX, LLONG_MAX, LLONG_MIN, 1LL << 31 };
static unsigned long long got[N][N][14];

#define ONE(k, op, A, B, T) do { \
	T r; \
	int o = __builtin_##op##_overflow((A)x, (B)y, &r); \
	out[k] = (unsigned long long)(long long)r * 2 + o; \
} while (0)

static void all(long long x, long long y, unsigned long long *out)
{
	ONE(0, add, int, int, int);
	ONE(1, sub, int, int, int);
	ONE(2, mul, int, int, int);
	ONE(3, mul, unsigned, unsigned, unsigned);
	ONE(4, sub, unsigned, unsigned, unsigned);
	ONE(5, add, long, long, long);
	ONE(6, sub, long long, long long, long long);
	ONE(7, mul, long, long, long);
	ONE(8, add, unsigned long, unsigned long, unsigned long);
	ONE(9, sub, unsigned long, unsigned long, unsigned long);
	ONE(10, mul, unsigned long, unsigned long, unsigned long);
	ONE(11, mul, int, unsigned, short);
	ONE(12, sub, unsigned char, int, unsigned long);
	ONE(13, mul, unsigned, unsigned, long);
}

int main(void)
{
	unsigned long long hash = 0, set = 0;
	int over = 0;

	#pragma omp target teams distribute parallel for collapse(2) map(to: values) map(from: got)
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			all(values[i], values[k], got[i][k]);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < N; k++)
			for (int j = 0; j < 14; j++) {
				hash = hash * 31 + got[i][k][j];
				over += got[i][k][j] & 1;
				set |= (got[i][k][j] & 1) << j;
			}
	printf("%016llx %d %llx\n", hash, over, set);
	for (int j = 0; j < 14; j++) {
		unsigned long long h = 0;

		for (int i = 0; i < N * N; i++)
			h = h * 37 + got[i / N][i % N][j];
		printf("%d %016llx\n", j, h);
	}
	return 0;
}
