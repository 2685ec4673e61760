// An update is atomic, the read of the same counter is not.
// expect: race_atomic.c:19: race: team 0, thread 0 reads 'n' (4 bytes) in PAR_REG1 of kernel 'main_l11
// expect: race_atomic.c:16: note: team 0, thread 31 atomically updates it in PAR_REG1; both are lanes
// expect: race_atomic.c:11:33: note: 'n' is mapped here, 4 bytes
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int n = 0, seen[64] = { 0 };
	#pragma omp target map(tofrom: n, seen)
	#pragma omp parallel num_threads(64)
	{
		int me = omp_get_thread_num();

		#pragma omp atomic
		n += 1;

		seen[me] = n;
	}
	printf("%d\n", n);
	return 0;
}
