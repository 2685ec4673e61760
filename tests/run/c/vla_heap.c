// exit: 1
// stderr: failed: CUDA_ERROR
// An array of variable length that the device's heap does not hold ends the kernel.
#include <stdio.h>

int main(void)
{
	long n = 1L << 36, sum = 0;

	#pragma omp target map(tofrom: sum, n)
	{
		int a[n];

		a[0] = (int)n;
		sum += a[0];
	}
	printf("%ld\n", sum);
	return 0;
}
