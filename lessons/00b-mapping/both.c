/*
 * A target region in which one thread works alone, then 64 together, then one again.
 *
 * Usage: both.  What is copied is the same under every scheme; who waits for whom is not.
 */
#include <stdio.h>

int
main(void)
{
	int a[64], n;

	#pragma omp target map(from: a, n)
	{
		n = 100;
		#pragma omp parallel for num_threads(64)
		for (int i = 0; i < 64; i++)
			a[i] = n + i;
		n = a[63];
	}
	printf("a[0] = %d, n = %d\n", a[0], n);
	return n != 163;
}
