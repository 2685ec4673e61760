// A section that is longer than what the host has: named, with its map, where it was a signal of the host.
// check: race
// expect: map_long.c:14:33: error: 'a[0:n * n * 16]' is mapped with 16 MiB, but the host has
// expect: but the host has memory there for at most
// expect: : the array is shorter than the map
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n = 512, *a = calloc(n, sizeof *a);

	puts("begin");
	#pragma omp target map(tofrom: a[0:n * n * 16])
	a[1]++;
	free(a);
	puts("end");
	return 0;
}
