// devices: sim:k40 sim:v100
// exit: 1
// stderr: requires_unified.c:19:14: error: the program requires unified_shared_memory
// These devices have no way to the host's memory: that is an error, not a copy.
#include <stdio.h>
#include <stdlib.h>

#pragma omp requires unified_shared_memory, unified_address

#pragma omp declare target
static int table[4] = { 1, 2, 3, 4 };
#pragma omp end declare target

int main(void)
{
	int *p = malloc(sizeof *p), **pp = &p, sum = 0;

	*p = 5;
	#pragma omp target parallel for reduction(+: sum)
	for (int i = 0; i < 4; i++)
		sum += table[i] * **pp;
	printf("%d\n", sum);
	return sum != 50;
}
