// Addresses a constant apart, made of variables: in inner loops, behind ways on which the variable changed or did
// not, of pointers that move, in loops that come round with another value.
#include <stdio.h>

enum { N = 200, M = 12 };
static int a[N + 64], out[N], want[N];

#pragma omp declare target
/* i does not change while j's loop runs */
static int
window(const int *p, int i, int len)
{
	int best = 0;

	for (int k = 0; k <= i; k++) {
		int s = 0;

		for (int j = 0; j < len; j++)
			s += p[k + j] * p[k + j + 2] - p[k + j + 1];
		if (s > best) {
			best = s;
			k++;
		}
		best ^= p[k] + p[k + 1];
	}
	return best;
}

static int
moving(const int *p, int n)
{
	const int *q = p + 1;
	int s = 0, i = n & 3;

	for (int r = 0; r < n; r++) {
		int was = p[i], after;

		if (was & 1)
			i++;
		after = p[i + 1]; /* of another i on one way */
		if (was & 2)
			q = p + i;
		s = s * 3 + after + q[0] - q[2] + p[i];
		q++;
		s ^= q[0] + q[-1];
		while (i > 0 && p[i + 1] > p[i])
			i -= 2;
		i = i < 0 ? 5 : i;
	}
	return s;
}

static void
shift(int *p, int n)
{
	for (int i = 0, j = n; i < j; i++, j--) {
		int t = p[i];

		p[i] = p[j] + p[i + 1];
		if (t % 3 == 0)
			i++;
		p[j] = t + p[i] - p[i + 1];
	}
}
#pragma omp end declare target

static int
one(int *own, const int *p, int i)
{
	for (int k = 0; k < M; k++)
		own[k] = p[i + k];
	shift(own, M - 2);
	return window(p + i % 40, i % 9, 3 + i % 11) + 7 * moving(p + i % 30, i % 13) + own[i % M];
}
#pragma omp declare target to(one)

int
main(void)
{
	int bad = 0;

	for (int i = 0; i < N + 64; i++)
		a[i] = i * 37 % 101 - i % 5;
#pragma omp target teams distribute parallel for map(to : a) map(from : out)
	for (int i = 0; i < N; i++) {
		int own[M];

		out[i] = one(own, a, i);
	}
	for (int i = 0; i < N; i++) {
		int own[M];

		want[i] = one(own, a, i);
		bad += out[i] != want[i];
	}
	printf("%d wrong\n", bad);
	return bad != 0;
}
