// may-refuse: inspector
/*
 * printf of sequential code and of regions of the same kernel: the arguments of a region's threads do
 * not mix.  Threads of one warp print in the order of their numbers.
 */
#include <stdio.h>

int main(void)
{
	int n = 32;

	#pragma omp target map(tofrom: n)
	{
		printf("%d rows\n", n);
		#pragma omp parallel for schedule(static, 1) num_threads(32)
		for (int i = 0; i < 32; i++)
			printf("%d squared is %d\n", i, i * i);
		n += printf("%d rows, %.1f the mean\n", n, n / 2.) >= 0;
		n += printf("100 %%\n") - 6;
		n == 33 && printf("%d\n", n);
		n == 33 ? (void)0 : (void)(n++, printf("%d\n", n));
		#pragma omp parallel for schedule(static, 1) num_threads(32)
		for (int i = 0; i < n - 1; i++)
			printf("%c", 'A' + i);
		putchar('\n');
	}
	return n != 33;
}
