// A private array that nobody filled: local memory.
// expect: init_private.c:15: init: team 0, thread 0 reads 't[3]' (4 bytes of local memory) in PAR_REG1 of
// expect: kernel 'main_l9
#include <stdio.h>

int main(void)
{
	int out[32], from = 3;
	#pragma omp target map(from: out) map(to: from)
	#pragma omp parallel for num_threads(32)
	for (int i = 0; i < 32; i++) {
		int t[8];
		for (int k = 0; k < from; k++)
			t[k] = k;
		out[i] = t[(from + i) & 7];
	}
	printf("%d\n", out[0] == out[0]);
	return 0;
}
