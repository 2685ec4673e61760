// Loops that count without sign, or down, or in their condition: near 2^32, in steps, left early, with what
// the counter is behind them.
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
	unsigned fixed = k + 1; /* of k before its loop */
	for (; k < to - from; k++)
		sum = sum * 3 + (unsigned)a[fixed] + (unsigned)b[k];
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

/* Counted in the condition. */
static long
down(const int *a, int n, unsigned m, long l)
{
	long sum = 0;
	int k = n;

	while (k--)
		sum = sum * 3 + a[k];
	sum += k; /* -1 */
	for (k = n; --k >= 0;) {
		if (a[k] == 13)
			continue;
		if (a[k] == 39)
			break;
		sum += a[k] * k;
	}
	sum = sum * 5 + k;
	for (unsigned j = m; j-- > 0;)
		sum += (long)a[j] << (j & 7);
	unsigned j = m;
	while (j-- && a[j] != 52)
		sum ^= a[j];
	sum = sum * 7 + j;
	while (m--)
		sum += a[m] * (long)m;
	sum += m; /* 2^32 - 1 */
	while (l-- > 3)
		sum += a[l] - l;
	k = 0;
	while (k++ < n - 1)
		sum += a[k] * 11;
	do
		sum += a[--k];
	while (k > 5);
	for (unsigned char c = 200; c-- > 100;)
		sum += a[c - 100];
	return sum * 9 + l + k;
}

/* Tested ahead of the counter, or behind it. */
static long
ahead(const int *a, int n, unsigned m, long l)
{
	long sum = 0;
	int k, v[8];
	unsigned u;

	for (k = 0; k + 4 <= n; k += 4)
		sum = sum * 3 + a[k] + a[k + 1] - a[k + 2] * a[k + 3];
	for (; k < n; k++)
		sum += a[k] * 7;
	for (k = n % 3; k + 1 < n; k++) {
		if (a[k] == 41)
			break;
		sum += a[k + 1] - a[k] + (k + 1);
	}
	sum = sum * 5 + k;
	for (k = n - 1; k - 2 >= 0; k -= 2)
		sum ^= a[k] + a[k - 2] * k;
	for (u = m; u - 3 < 40; u++) /* from below 3 it is none */
		sum = sum * 3 + a[u];
	sum += u;
	for (long q = 1; q * 2 < l && q + 9 < l; q += 3)
		sum += a[q + 9] * q;
	for (int i = 0; i < 8; i++)
		v[i] = a[8 * (n & 3) + i];
	for (int r = 0; r < 8; r++)
		for (int i = r & 1; i + 1 < 8; i += 2)
			if (v[i] > v[i + 1]) {
				int t = v[i];

				v[i] = v[i + 1];
				v[i + 1] = t;
			}
	for (int i = 0; i < 8; i++)
		sum = sum * 11 + v[i];
	return sum;
}

int
main(void)
{
	int a[N], b[N];
	unsigned r[3];
	long d[4], e[4];

	for (int i = 0; i < N; i++) {
		a[i] = i * 13 % 97;
		b[i] = i;
	}
#pragma omp target map(to : a) map(tofrom : b) map(from : r, d, e)
	{
		r[0] = walk(a, b, 4294967200u, 4294967290u);
		r[1] = walk(a, b, 0, 77);
		r[2] = wraps(a);
		d[0] = down(a, N, 99, N);
		d[1] = down(a, 17, 1, 2);
		d[2] = down(a, 1, 16, 0);
		d[3] = down(a, 64, 33, 35);
		e[0] = ahead(a, N, 3, N);
		e[1] = ahead(a, 3, 1, 10);
		e[2] = ahead(a, 0, 20, 0);
		e[3] = ahead(a, 63, 42, 11);
	}
	for (int i = 0; i < N; i++)
		printf("%d\n", b[i]);
	printf("%u %u %u %ld %ld %ld %ld\n", r[0], r[1], r[2], d[0], d[1], d[2], d[3]);
	printf("%ld %ld %ld %ld\n", e[0], e[1], e[2], e[3]);
	return 0;
}
