// Variable-length arrays in loops give their memory back, on every way out of the loop body.
#include <stdio.h>

static long
one(int i)
{
	int a[i % 5000 + 1], *end = a + i % 5000;

	*end = i;
	return *end + sizeof a;
}

int main(void)
{
	long sum = 0;

	#pragma omp target map(tofrom: sum)
	for (int i = 0; i < 4000; i++) {
		int a[i % 5000 + 1];

		a[i % 5000] = i;
		sum += a[i % 5000] + one(i);
		if (i % 7 == 0)
			continue;
		for (int k = 0; k < 2; k++) {
			char b[i % 50 + 3];

			b[k] = i;
			sum += b[k];
			if (i % 11 == 0)
				goto next;
		}
next:		;
	}
	#pragma omp target teams distribute parallel for reduction(+: sum) num_teams(4) thread_limit(64)
	for (int i = 0; i < 2000; i++) {
		int a[i % 100 + 1];

		a[i % 100] = i;
		sum += a[i % 100];
	}
	printf("%ld\n", sum);
	return 0;
}
