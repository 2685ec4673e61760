// lastprivate of the loops' variables of a nest that is not rectangular, with loop.
#include <stdio.h>

int main(void)
{
	int i, j, s = 0, t = 0;

	#pragma omp target parallel loop collapse(2) lastprivate(i, j) reduction(+: s)
	for (i = 0; i < 4; i++)
		for (j = i; j < 4; j++)
			s += i * j;
	printf("%d %d %d\n", i, j, s);
	#pragma omp target teams loop collapse(2) lastprivate(j) reduction(+: t) bind(teams)
	for (i = 0; i < 5; i++)
		for (j = 0; j < i + 1; j++)
			t += i + j;
	printf("%d %d\n", j, t);
	return 0;
}
