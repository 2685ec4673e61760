// Products of 32 bits less a sum of 64: the machine negates a pair of registers.
#include <stdio.h>

enum { N = 200 };

int main(void)
{
	static short x[N];
	static long y[N], r[N], sum;

	for (int i = 0; i < N; i++) {
		x[i] = i * 777 - 9000;
		y[i] = (long)(i - 90) * 0x123456789;
	}
	#pragma omp target teams distribute parallel for map(from: r) map(to: x, y)
	for (int i = 0; i < N; i++)
		r[i] = x[i] * 1000L - y[i] + (x[i] * (long)x[i] - (y[i] >> 3));
	for (int i = 0; i < N; i++)
		sum = sum * 31 + r[i] % 1000003;
	printf("%ld\n", sum);
	return 0;
}
