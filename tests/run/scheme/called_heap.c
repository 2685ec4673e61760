// A frame that fits neither into shared memory nor on the device's heap ends the program, with a
// message that names the function; one that the heap has room for is given back.
// schemes: generic
// exit: 1
// stderr: the device's heap has room for a function's shared variables
#include <stdio.h>
#include <stdlib.h>

#pragma omp declare target
static long
deep(int n)
{
	int mine[3000];
	long sum = 0;

	#pragma omp parallel for
	for (int i = 0; i < 3000; i++)
		mine[i] = i + n;
	if (n > 0)
		sum = deep(n - 1);
	for (int i = 0; i < 3000; i += 100)
		sum += mine[i];
	return sum;
}
#pragma omp end declare target

int
main(void)
{
	long sum = 0;
	int pieces = 0;

	#pragma omp target map(tofrom: sum)
	for (int i = 0; i < 300; i++)           /* 10 MB in all, the heap has 8 */
		sum += deep(2);
	printf("%ld\n", sum);
	fflush(stdout);
	#pragma omp target map(tofrom: sum, pieces)
	{
		while (malloc(8192))
			pieces++;
		sum += deep(2);
	}
	return pieces == 0;
}
