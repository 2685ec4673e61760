// An index far behind the end: without room between them it would hit the next array.
// check: bounds
// expect: bounds_far.c:14: kernel 'main_l12
// expect: in PAR_REG1, team (0,0,0), thread (50,0,0): read of 4 bytes
// expect: is outside every allocation; nearest is 'a' (
// expect: bytes behind its end: element 150 of 100
#include <stdio.h>

int main(void)
{
	int a[100] = { 0 }, b[100] = { 0 };
	#pragma omp target parallel for map(tofrom: a, b)
	for (int i = 0; i < 100; i++)
		b[i] = a[i + (i == 50 ? 100 : 0)];
	printf("%d\n", b[0]);
	return 0;
}
