// The same among the lanes of one warp, which OpenMP does not order, though those of a K40 go in step.
// expect: race_warp.c:18: race: team 0, thread
// expect: 'a[1]' (4 bytes) in PAR_REG1 of kernel 'main_l13
// expect: both are lanes of one warp, which orders nothing
#include <stdio.h>
#include <omp.h>

enum { N = 32 };

int main(void)
{
	int a[N], b[N];
	#pragma omp target map(tofrom: a) map(from: b)
	#pragma omp parallel num_threads(N)
	{
		int me = omp_get_thread_num();
		a[me] = me;
		b[me] = a[(me + 1) % N];
	}
	printf("%d\n", b[0] >= 0);
	return 0;
}
