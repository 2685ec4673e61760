/*
 * The host changes what is mapped, and forgets to say so.  Not a program to copy.
 *
 * Usage: forgot.
 */
#include <stdio.h>

int
main(void)
{
	int price[4] = { 5, 6, 7, 8 }, sum = 0;

	#pragma omp target data map(to: price)
	{
		price[2] = 100;
		#pragma omp target map(tofrom: sum)
		for (int i = 0; i < 4; i++)
			sum += price[i];
	}
	printf("sum %d\n", sum);
	return 0;
}
