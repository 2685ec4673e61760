// 64-bit arithmetic: division, remainder and products, signed and unsigned, at the ends of the range.
#include <stdio.h>
#include <limits.h>

int main(void)
{
	long long a[] = { 1, -1, 7, -7, LLONG_MAX, LLONG_MIN + 1, 123456789012345LL, -98765432109876LL, 0 };
	long long b[] = { 1, -1, 3, -3, 10, 1000000007LL, LLONG_MAX, LLONG_MIN, 4294967296LL };
	long long s[81][3];
	unsigned long long u[81][4];

	#pragma omp target teams distribute parallel for collapse(2) map(to: a, b) map(from: s, u)
	for (int i = 0; i < 9; i++)
		for (int j = 0; j < 9; j++) {
			unsigned long long x = a[i], y = b[j];
			int k = 9 * i + j;

			s[k][0] = a[i] / b[j];
			s[k][1] = a[i] % b[j];
			s[k][2] = (a[i] >> 7) - (b[j] >> 9);
			u[k][0] = x / y;
			u[k][1] = x % y;
			u[k][2] = x * y + (x >> 60);
			u[k][3] = (x << (k % 64)) ^ (y >> (k % 64)) ^ ~x ^ (x < y);
		}
	for (int k = 0; k < 81; k++)
		printf("%lld %lld %lld %llu %llu %llu %llx\n", s[k][0], s[k][1], s[k][2],
			u[k][0], u[k][1], u[k][2], u[k][3]);
	return 0;
}
