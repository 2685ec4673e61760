// A lock for every lane: on a K40 the lanes that wait keep the one that holds it from going on.
// expect k40: deadlock
// expect k40: polls memory
// exit k40: 1
// silent: v100
#include <stdio.h>

int main(void)
{
	int lock = 0, n = 0;
	#pragma omp target map(tofrom: lock, n)
	#pragma omp parallel num_threads(64)
	{
		int taken;
		do {
			#pragma omp atomic capture
			{ taken = lock; lock = 1; }
		} while (taken);
		#pragma omp flush
		n++;
		#pragma omp flush
		#pragma omp atomic write
		lock = 0;
	}
	printf("%d\n", n);
	return 0;
}
