// Loops that count without sign: near 2^32, in steps, left early, with what the counter is behind them.
#include <stdio.h>

enum { N = 100 };

static unsigned
walk(const int *a, int *b, unsigned from, unsigned to)
{
	unsigned sum = 0;

	for (unsigned i = from; i < to; i++) /* near 2^32: i - from is what addresses see */
		b[i - from] += a[i - from] + (int)(i >> 28);
	for (unsigned i = 0; i < to - from; i++)
		b[i] += a[i] * 3;
	for (unsigned i = 1; i <= 60; i += 7)
		b[i] ^= a[i + 1] << 1;
	for (unsigned short i = 3; i < to - from; i += 5)
		b[i] -= a[i];
	unsigned k;
	for (k = 0; k < to - from; k++) {
		if (a[k] == 41)
			break;
		sum += (unsigned)b[k] * k;
	}
	for (unsigned i = k; i > 0; i--)
		sum = sum * 31 + (unsigned)b[i];
	for (unsigned i = 0; i != 9; i += 3)
		sum += (unsigned)b[i * 11];
	return sum + k;
}

/* A counter that wraps: 0, 3000000000, 1705032704, ... */
static unsigned
wraps(const int *a)
{
	unsigned sum = 0, n = 0;

	for (unsigned i = 0; i < 4000000000u && n < 50; i += 3000000000u, n++)
		sum = sum * 7 + (unsigned)a[i % N];
	return sum + n;
}

int
main(void)
{
	int a[N], b[N];
	unsigned r[3];

	for (int i = 0; i < N; i++) {
		a[i] = i * 13 % 97;
		b[i] = i;
	}
	#pragma omp target map(to: a) map(tofrom: b) map(from: r)
	{
		r[0] = walk(a, b, 4294967200u, 4294967290u);
		r[1] = walk(a, b, 0, 77);
		r[2] = wraps(a);
	}
	for (int i = 0; i < N; i++)
		printf("%d\n", b[i]);
	printf("%u %u %u\n", r[0], r[1], r[2]);
	return 0;
}
