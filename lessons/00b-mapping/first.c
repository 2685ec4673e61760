/*
 * The smallest target regions: what they get, and what comes back of it.
 *
 * Usage: first.  No clause says what is copied, so OpenMP's rules do.
 */
#include <stdio.h>

int
main(void)
{
	int a[4] = { 1, 2, 3, 4 }, n = 10;

	#pragma omp target
	{
		a[0] += n;
		n = 99;
	}
	printf("a[0] = %d, n = %d\n", a[0], n);
	return 0;
}
