// Loops of every kind with break and continue; trip counts that differ from thread to thread.
#include <stdio.h>

int main(void)
{
	int out[70][5];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 70; i++) {
		int n = i, digits = 0, primes = 0, sum = 0, k;

		do {
			digits++;
			n /= 10;
		} while (n);
		for (int p = 2; p <= i; p++) {
			int q = 2;

			while (q * q <= p && p % q != 0)
				q++;
			if (q * q <= p)
				continue;
			primes++;
		}
		for (k = 0;; k += 3) {
			if (k > i)
				break;
			if (k % 2)
				continue;
			sum += k;
		}
		out[i][0] = digits;
		out[i][1] = primes;
		out[i][2] = sum;
		out[i][3] = k;
		for (n = 0, k = i; n < k; n++, k--)
			;
		while (0)
			n = 1000;
		do
			if (n == 7)
				break;
		while (n++ < 5);
		out[i][4] = n;
	}
	for (int i = 0; i < 70; i++)
		printf("%d %d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3], out[i][4]);
	return 0;
}
