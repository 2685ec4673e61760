// An array of the team that its threads read before anybody has written it: shared memory.
// Each launch begins with an unwritten one: the second is found, too.
// expect: init_shared.c:18: init: team 0, thread 0 reads 't[0]' (4 bytes of
// expect spmd: (4 bytes of shared memory) in PAR_REG1 of kernel 'main_l13'
// expect dynpar: (4 bytes of global memory) in PAR_REG1 of kernel 'main_l13$PAR_REG1'
// expect: reads of memory that nobody wrote: 1 (seen 64 times)
#include <stdio.h>

int main(void)
{
	int out[32];
	for (int again = 0; again < 2; again++)
	#pragma omp target map(from: out)
	{
		int t[32];
		#pragma omp parallel for num_threads(32)
		for (int i = 0; i < 32; i++) {
			out[i] = t[i];
			t[i] = i;
		}
	}
	printf("%d\n", out[0] == out[0]);
	return 0;
}
