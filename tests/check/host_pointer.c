// The map is missing: the region gets the pointer as it is on the host.
// check: bounds
// expect: host_pointer.c:16: kernel 'main_l14
// expect: it is an address of the host: a pointer whose target is not mapped
// expect: host_pointer.c:16:3: note: pointer 'p' is 0x
// expect: where nothing is mapped: expected a map of what it points to, like map(tofrom: p[0:n])
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int n = 100, *p = malloc(n * sizeof *p);

	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		p[i] = i;
	printf("%d\n", p[5]);
	return 0;
}
