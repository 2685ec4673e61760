// options: -fcheck-host
// schemes: spmd
// devices: v100
// expect: host_huge.c:14:32: error: out of device memory: cannot allocate 2048 GiB for 'q[0:n]'
// A section larger than any memory: the error comes at once, whatever is kept of mapped bytes.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	size_t n = (size_t)1 << 38;
	double *q = malloc(sizeof *q);

#pragma omp target map(tofrom: q[0:n])
	q[0] = 1;
	printf("%g\n", q[0]);
	free(q);
	return 0;
}
