// tile and unroll: nests in tiles, alone and divided among threads and teams; loops of every direction and
// type, with variables of their own and from outside; loops written out.
#include <stdio.h>

enum { N = 37, M = 53 };

static int a[N][M], b[M][N];

static unsigned hash(const void *p, unsigned n)
{
	const unsigned char *c = p;
	unsigned h = 1;

	while (n--)
		h = h * 31 + *c++;
	return h;
}

static void nests(int n, int m)
{
	int i;
	long sum = 0;

	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: b) map(to: a)
	#pragma omp tile sizes(4, 8)
	for (int x = 0; x < n; x++)
		for (int y = 0; y < m; y++)
			b[y][x] = a[x][y] * 2 + x - y;
	#pragma omp target map(to: b) map(tofrom: sum)
	#pragma omp parallel for reduction(+: sum)
	#pragma omp tile sizes(5)
	for (i = n - 1; i >= 0; i -= 3)
		for (int y = 0; y < m; y++)
			sum += b[y][i] * (y + 1);
	#pragma omp target map(tofrom: a)
	{
		#pragma omp parallel for
		#pragma omp tile sizes(3, 7)
		for (i = 1; i <= n - 1; i += 2) {
			for (int j = m - 1; j > 2; --j)
				a[i][j] += i * j;
		}
	}
	printf("%08x %ld %08x\n", hash(b, sizeof b), sum, hash(a, sizeof a));
}

static void bounds(unsigned from, unsigned to, long step)
{
	unsigned count = 0;
	int out[4] = { 0 };
	unsigned char c;
	short *p, v[20] = { 0 };

	#pragma omp target map(tofrom: count, out, v)
	{
		#pragma omp tile sizes(16)
		for (unsigned k = from; k != to; k++)
			count += k;
		#pragma omp tile sizes(2)
		for (long k = 100; k > -50; k -= step)
			out[0] += (int)k;
		#pragma omp tile sizes(7)
		for (c = 3; c < 250; c += 5)
			out[1] += c;
		#pragma omp tile sizes(3)
		for (p = v + 1; p < v + 20; p += 2)
			*p += 1 + (p - v);
		#pragma omp tile sizes(4)
		for (int k = 5; k < 5; k++)
			out[2]++;
		#pragma omp tile sizes(100, 1)
		for (int k = 0; k < 3; k++)
			for (long l = 0; l <= 4; l++)
				out[3] += k * 10 + (int)l;
	}
	for (int k = 0; k < 20; k++)
		out[0] = out[0] * 3 + v[k];
	printf("%u %d %d %d %d\n", count, out[0], out[1], out[2], out[3]);
}

static void unrolled(int n)
{
	int sums[4] = { 0 }, table[8];

	#pragma omp target map(tofrom: sums) map(from: table) map(to: a)
	{
		#pragma omp unroll full
		for (int k = 0; k < 8; k++)
			table[k] = k * k;
		#pragma omp unroll partial(6)
		for (int k = 0; k < n; k++)
			sums[0] += a[k][k] * k;
		#pragma omp unroll
		for (int k = n - 1; k >= 0; k -= 2)
			sums[1] = sums[1] * 3 + a[k][0];
		#pragma omp unroll partial(1)
		for (int k = 0; k < 4; k++)
			sums[2] += k;
	}
	#pragma omp target teams distribute parallel for reduction(+: sums[3]) map(to: a)
	#pragma omp unroll partial(4)
	for (int k = 0; k < n; k++)
		sums[3] += a[k][1];
	printf("%d %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3], table[7]);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < M; j++)
			a[i][j] = (i * 31 + j * 17) % 101;
	nests(N, M);
	nests(1, 3);
	bounds(3, 1000, 7);
	bounds(4, 4, 1);
	unrolled(N);
	return 0;
}
