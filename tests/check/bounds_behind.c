// An array of each thread's own, and an index one too large: behind the last variable, and it is named.
// check: bounds
// expect: bounds_behind.c:18: bounds: team 0, thread
// expect: 'last[4]' (4 bytes)
// expect spmd: , behind all local variables
// expect generic: , behind all local variables
#include <stdio.h>

int main(int argc, char **argv)
{
	int sum = 0, n = 4 + argc;

	(void)argv;
	#pragma omp target parallel for num_threads(32) map(tofrom: sum) reduction(+: sum)
	for (int i = 0; i < 32; i++) {
		int last[4] = { 1, 2, 3, 4 };
		for (int k = 0; k < n; k++)
			last[k] += i;
		sum += last[i % 4];
	}
	printf("%d\n", sum);
	return 0;
}
