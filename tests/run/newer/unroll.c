// Loops of known length in device code: short ones, long ones, steps, nests, zero iterations, values
// used after the loop, exits in the middle.
#include <stdio.h>

enum { N = 64 };

static unsigned a[N];
static int b[4 * N], bad;

static unsigned straight(const int *b, int i)
{
	unsigned s = 0;
	int k;

	for (k = 3; k > -4; k -= 2)
		s = s * 7 + b[i + k + 3];
	for (unsigned u = 0xfffffffeu; u != 3; u++)
		s += (int)u;
	for (int x = -1; x <= 1; x++)
		for (int y = 0; y < 3; y++)
			if (b[i + 3 * x + y + 3] & 1)
				s += x * y + k;
			else
				continue;
	for (k = 5; k < 5; k++)
		s += 1000;
	return s * 10 + k;
}

static unsigned around(const int *b, int i)
{
	unsigned s = i, last = 0;
	int j;

	for (j = 0; j < 1024; j++) {
		last = s ^ j;
		s = s * 5 + b[(i + j) % (2 * N)];
	}
	for (int r = 0; r < 3; r++)
		for (long q = 100; q < 100 + 4096; q += 4)
			s += (int)(q * r) ^ last;
	for (int k = 0; k < 12; k++) {
		if (b[k] == i)
			break;
		s += k;
	}
	return s + j + last;
}

int main(void)
{
	for (int i = 0; i < 4 * N; i++)
		b[i] = i * 37 % 101;
	#pragma omp target teams distribute parallel for map(from: a) map(to: b)
	for (int i = 0; i < N; i++)
		a[i] = straight(b, i) ^ around(b, i);
	for (int i = 0; i < N; i++)
		bad += a[i] != (straight(b, i) ^ around(b, i));
	printf("%d wrong\n", bad);
	return bad != 0;
}
