// An array of the team that its threads read before anybody has written it: shared memory.
// expect: init_shared.c:14: init: team 0, thread
// expect: bytes of shared memory)
#include <stdio.h>

int main(void)
{
	int out[32];
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
