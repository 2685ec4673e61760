// A function returns the address of its own array.  (It calls itself, so that it stays a function.)
// check: bounds
// expect: bounds_local.c:25: bounds: team 0, thread 0 reads local address 0x
// expect: (4 bytes) in PAR_REG1 of kernel 'main_l21
// expect: in local memory of a function that has returned
// expect: accesses out of bounds: 1 (seen 64 times)
#include <stdio.h>

#pragma omp declare target
int *own(int n)
{
	int t[4] = { n, n + 1, n + 2, n + 3 };
	int *p = t + (n & 3);
	return n > 5 ? own(n - 1) : p;
}
#pragma omp end declare target

int main(void)
{
	int out[64];
	#pragma omp target map(from: out)
	#pragma omp parallel for num_threads(64)
	for (int i = 0; i < 64; i++) {
		int *p = own(i & 7);
		out[i] = *p;
	}
	printf("%d\n", out[0] >= 0);
	return 0;
}
