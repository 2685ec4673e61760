// map(alloc:) copies nothing.
// expect: init_alloc.c:12: init: team 0, thread
// expect: reads 't[0]' (8 bytes of global memory)
// expect: and nobody has written it
#include <stdio.h>

int main(void)
{
	double t[10], x = 0;
	#pragma omp target map(alloc: t) map(tofrom: x)
	{
		x = t[0];
	}
	printf("%d\n", x == x);
	return 0;
}
