// Conversions among float, double and integers; arithmetic in each type without extra precision.
#include <stdio.h>
#include <stdint.h>

int main(void)
{
	double v[] = { 0, -0.0, 0.5, 1.5, 2.5, -2.5, 0.1, 1e10, -1e10, 16777217, 1e-310, 3.999999999999 };
	long long out[12][8];
	double d[12][4];
	float f[12][4];

	#pragma omp target teams distribute parallel for map(to: v) map(from: out, d, f)
	for (int i = 0; i < 12; i++) {
		double x = v[i];
		float y = x;
		int n = i * 33333333 - 7;

		out[i][0] = (long long)x;
		out[i][1] = (long long)y;
		out[i][2] = x > -2147483648.0 && x < 2147483647.0 ? (int)x : 0;
		out[i][3] = x >= 0 ? (unsigned long long)x : 1;
		out[i][4] = x >= 0 && x < 256 ? (unsigned char)x : 2;
		out[i][5] = !x + 2 * (x < y) + 4 * (x == y) + 8 * (x != y) + (x && y ? 16 : 0);
		out[i][6] = (_Bool)x;
		out[i][7] = (long long)(float)n - n;
		d[i][0] = y;
		d[i][1] = x / 3 - y / 3;
		d[i][2] = (double)(unsigned)n + (double)(uint64_t)(int64_t)n;
		d[i][3] = y + n;
		f[i][0] = n;
		f[i][1] = (uint64_t)(int64_t)n;
		f[i][2] = y * 0.1f + 1;
		f[i][3] = y * 0.1 + 1;
	}
	for (int i = 0; i < 12; i++) {
		for (int k = 0; k < 8; k++)
			printf("%lld ", out[i][k]);
		for (int k = 0; k < 4; k++)
			printf("%a %a ", d[i][k], f[i][k]);
		printf("\n");
	}
	return 0;
}
