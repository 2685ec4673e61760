// A chain through the lanes of a warp: on a K40, too, where all of them read before any of them writes.
// expect: race_step.c:13: race: team 0, thread
// expect: 'a[1]' (4 bytes) in PAR_REG1 of kernel 'main_l11
// expect: both are lanes of one warp, which orders nothing
#include <stdio.h>

int main(void)
{
	int a[32] = { 1 };

	#pragma omp target parallel for num_threads(32) map(tofrom: a)
	for (int i = 1; i < 32; i++)
		a[i] = a[i - 1] + 1;
	printf("%d\n", a[31]);
	return 0;
}
