/*
 * Loops whose count only the run knows do several iterations at a time: every count from none to two
 * rounds and a rest, every comparison, both directions, and bounds at the ends of the type.
 */
#include <limits.h>
#include <stdio.h>

enum { N = 12, LINES = 14 };

#define LINE(k, type, init, test, step) \
	for (type j = (init); test; step) \
		sum[k] = sum[k] * 3 + in[(int)((unsigned long long)j & 63)] + (int)j;

static void
count(int n, const int *in, unsigned *out)
{
	#pragma omp target teams distribute parallel for map(to: in[0:64]) map(from: out[0:N * LINES])
	for (int i = 0; i < n; i++) {
		unsigned sum[LINES] = { 0 };
		unsigned u = i;
		long l = i;

		LINE(0, int, 0, j < i, j++)
		LINE(1, int, -5, j <= i - 5, j++)
		LINE(2, int, i, j > 0, j--)
		LINE(3, int, i, j >= 0, j -= 1)
		LINE(4, int, 0, j < 3 * i, j += 3)
		LINE(5, int, 3 * i, j > i - 7, j -= 2)
		LINE(6, unsigned, 0, j < u, j++)
		LINE(7, unsigned, u, j > 0, j--)
		LINE(8, unsigned, UINT_MAX - u - 3, j < UINT_MAX - 3, j++)
		LINE(9, long, -l, l > j, j++)
		LINE(10, long, l, -l <= j, j -= 3)
		LINE(11, int, INT_MIN, j < INT_MIN + i, j++)
		LINE(12, int, INT_MAX - 1, j > INT_MAX - 1 - i, j--)
		LINE(13, int, INT_MAX - 4 - i, j <= INT_MAX - 4, j += 2)
		for (int k = 0; k < LINES; k++)
			out[i * LINES + k] = sum[k];
	}
}

/* Nothing is read for a row that has no elements: its pointer leads nowhere. */
static void
rows(int n, int *const *row, const int *length, int *out)
{
	#pragma omp target teams distribute parallel for is_device_ptr(row) map(to: length[0:n]) map(from: out[0:n])
	for (int i = 0; i < n; i++) {
		int sum = 0;
		for (int j = 0; j < length[i]; j++)
			sum += row[0][j];
		out[i] = sum;
	}
}

/* The bound changes while the loop runs, through another name. */
static void
growing(int *length, int *a)
{
	#pragma omp target map(tofrom: length[0:1], a[0:64])
	{
		int *p = length;
		for (int j = 0; j < *length; j++) {
			a[j] += j;
			if (j % 3 == 0 && *p < 40)
				*p += 2;
		}
	}
}

/* Ways out and rounds: break, continue, a store to what is read later. */
static void
leaving(int n, int *a, int *out)
{
	#pragma omp target teams distribute parallel for map(to: a[0:64]) map(from: out[0:n])
	for (int i = 0; i < n; i++) {
		int sum = 0;
		for (int j = 0; j < i; j++) {
			if (a[j] % 5 == 4)
				continue;
			sum += a[j];
		}
		for (int j = 0; j < i; j++) {
			if (a[j] == 20)
				break;
			sum ^= a[j] << (j & 7);
		}
		out[i] = sum;
	}
}

static void
chain(int n, int *a)
{
	#pragma omp target map(tofrom: a[0:64])
	for (int j = 1; j < n; j++)
		a[j] += a[j - 1];
}

int
main(void)
{
	int in[64], length[N] = { 0 }, sums[N], grown[1] = { 7 }, a[64], left[N * 4];
	unsigned out[N * LINES];

	for (int i = 0; i < 64; i++)
		a[i] = in[i] = i * 7 % 23;
	count(N, in, out);
	for (int i = 0; i < N; i++)
		for (int k = 0; k < LINES; k++)
			printf("%u%c", out[i * LINES + k], k == LINES - 1 ? '\n' : ' ');
	rows(N, NULL, length, sums);
	growing(grown, a);
	printf("%d %d %d\n", sums[0] + sums[N - 1], grown[0], a[33]);
	leaving(N * 4, in, left);
	for (int n = 0; n < 12; n++)
		chain(n, a);
	for (int i = 0; i < N * 4; i++)
		printf("%d %d\n", left[i], a[i]);
	return 0;
}
