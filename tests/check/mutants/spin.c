// Every fence of the barrier among 100 threads of a larger team and of critical is needed: check.t blanks out one at a
// time in the executable, and the checks must find what it was for.
#include <stdio.h>
#include <omp.h>

enum { N = 100 };

int main(void)
{
	int a[N], b[N], sum = 0, n = N;
	#pragma omp target map(from: a, b) map(tofrom: sum)
	#pragma omp parallel num_threads(n)
	{
		int me = omp_get_thread_num();
		a[me] = me;
		#pragma omp barrier
		b[me] = a[(me + 1) % N];
		#pragma omp critical
		sum += b[me];
	}
	printf("%d %d\n", sum, b[3]);
	return 0;
}
