// map(alloc:) copies nothing.
// expect: init_alloc.c:13: init: team 0, thread
// expect: init_alloc.c:11:32: note: 't' is mapped here, 80 bytes
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
