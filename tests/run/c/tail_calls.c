// Functions that end with a call of themselves: arguments that change places, through several returns, of several types,
// with a result or none, beside a call that is not the last.
#include <stdio.h>

enum { N = 200 };

#pragma omp declare target
static long
gcd(long a, long b)
{
	return b ? gcd(b, a % b) : a;
}

static unsigned
turned(unsigned n, unsigned so_far, int digits)
{
	if (digits > 9)
		return so_far ^ 1;
	if (n == 0)
		return so_far;
	return turned(n / 10, so_far * 10 + n % 10, digits + 1);
}

static float
halved(short times, float x, double y)
{
	if (times <= 0)
		return x + (float)y;
	if (times % 3 == 0)
		return halved(times - 2, x / 2, y + 1);
	return halved((short)(times - 1), x * 1.5f, -y);
}

static void
fill(int *to, int from, int end)
{
	if (from >= end)
		return;
	to[from] += from * 3;
	fill(to, from + 2, end);
}

static int
ways(int n, int k)
{
	if (k == 0 || k == n)
		return 1;
	return n < 0 ? 0 : ways(n - 1, k - 1) + ways(n - 1, k);
}

static int
summed(int n, int s)
{
	int here = n * n;
	int *p = &here;

	return n ? summed(n - 1, s + *p) : s;
}
#pragma omp end declare target

int
main(void)
{
	static long g[N];
	static unsigned t[N];
	static float h[N];
	static int f[16 * N], w[N], s[N];
	long wrong = 0;

	#pragma omp target teams distribute parallel for map(from: g, t, h, w, s) map(tofrom: f)
	for (int i = 0; i < N; i++) {
		g[i] = gcd(i * 36L, (i % 7) * 24L) + gcd(1001, i);
		t[i] = turned((unsigned)i * 7919u, 0, i % 10);
		h[i] = halved((short)(i % 12), (float)i, i);
		fill(f + 16 * i, i % 3, i % 16);
		w[i] = ways(i % 9, i % 4);
		s[i] = summed(i % 20, i);
	}
	for (int i = 0; i < N; i++) {
		int want[16] = { 0 };

		fill(want, i % 3, i % 16);
		for (int k = 0; k < 16; k++)
			wrong += f[16 * i + k] != want[k];
		wrong += g[i] != gcd(i * 36L, (i % 7) * 24L) + gcd(1001, i) || t[i] != turned((unsigned)i * 7919u, 0, i % 10);
		wrong += h[i] != halved((short)(i % 12), (float)i, i) || w[i] != ways(i % 9, i % 4) || s[i] != summed(i % 20, i);
	}
	printf("%ld wrong\n", wrong);
	return wrong != 0;
}
