// Steps that no signed number of 64 bits holds, in loops over unsigned numbers: the test says which way they go.
#include <stdio.h>

typedef unsigned long long u64;

int main(void)
{
	u64 up = 0, down = 0;
	int n = 0;

	#pragma omp target parallel map(tofrom: n, up, down)
	{
		#pragma omp for reduction(+: up, n)
		for (u64 i = 5; i < 1ULL << 62; i += (1ULL << 63) + 1) {
			up += i >> 1;
			n++;
		}
		#pragma omp for reduction(+: down, n) schedule(dynamic)
		for (u64 i = ~0ULL - 3; i >= (1ULL << 63) + 70; i -= (1ULL << 63) + 3) {
			down += i >> 1;
			n++;
		}
	}
	printf("%d %llx %llx\n", n, up, down);
	return 0;
}
