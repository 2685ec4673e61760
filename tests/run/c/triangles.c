// Loops around loops that they steer: short ones are written out, and the inner ones with them.
#include <stdio.h>

enum { N = 40 };

/* The inner variable is known to the whole function, and is seen afterwards. */
static int
shared_variable(int k)
{
	int i, j, s = 0;

	for (i = 0; i < 6; i++)
		for (j = i; j > 0; j -= 2)
			s += j * k;
	return s * 100 + i * 10 + j;
}

static double
pick(double roll)
{
	double share[8];

	share[0] = .14;
	share[1] = .052;
	share[2] = .275;
	share[3] = .134;
	share[4] = .154;
	share[5] = .064;
	share[6] = .066;
	share[7] = .115;
	for (int i = 0; i < 8; i++) {
		double sum = 0;

		for (int j = i; j > 0; j--)
			sum += share[j];
		if (roll < sum)
			return i + sum;
	}
	return -1;
}

static double
solve(double k)
{
	double a[4][4], x[4];

	for (int i = 0; i < 4; i++)
		for (int j = 0; j <= i; j++)
			a[i][j] = i == j ? 3 + k : 1.0 / (i + j + 1);
	for (int i = 0; i < 4; i++) {
		x[i] = 1;
		for (int j = 0; j < i; j++)
			x[i] -= a[i][j] * x[j];
		x[i] /= a[i][i];
	}
	return x[0] + 2 * x[1] + 3 * x[2] + 4 * x[3];
}

/* Bounds that are computed, unsigned and long variables, loops left in the middle, two inner loops. */
static long
others(long k)
{
	long s = 0;

	for (unsigned i = 1; i < 6; i++)
		for (unsigned j = 0; j < 2 * i - 1; j++) {
			if ((j + k) % 5 == 4)
				break;
			s += j * i + k;
		}
	for (long i = 5; i >= 0; i--) {
		for (long j = i + 1; j < 5; j++)
			s -= j << i;
		if (s % 11 == 3)
			continue;
		for (long j = 0; j < i; j++)
			s += k ^ j;
	}
	return s;
}

int
main(void)
{
	double out[N][4];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int k = 0; k < N; k++) {
		out[k][0] = shared_variable(k);
		out[k][1] = pick(k / (double)N);
		out[k][2] = solve(k);
		out[k][3] = others(k);
	}
	for (int k = 0; k < N; k++)
		printf("%g %.12g %.12g %g\n", out[k][0], out[k][1], out[k][2], out[k][3]);
	return 0;
}
