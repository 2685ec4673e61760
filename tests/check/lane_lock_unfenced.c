// The same lock without fences: who holds it may still see the old value of what it protects.
// devices: v100
// expect: lane_lock_unfenced.c:20: race: team 0, thread
// expect: 'n' (4 bytes)
#include <stdio.h>

int main(void)
{
	int lock = 0, n = 0;
	#pragma omp target map(tofrom: lock, n)
	#pragma omp parallel num_threads(64)
	{
		int taken;
		do {
			#pragma omp atomic capture relaxed
			{ taken = lock; lock = 1; }
		} while (taken);

		/* no flush here */
		n++;

		#pragma omp atomic write relaxed
		lock = 0;
	}
	printf("%d\n", n);
	return 0;
}
