/*
 * One lock for all threads of a team, taken by each in turn.
 *
 * Usage: lock [THREADS].  Prints the counter that the lock protects.  Each thread waits in a loop until
 * whoever holds the lock gives it back, and that may be a lane of its own warp.  Not a program to copy:
 * `omp critical` does the same (-DCRITICAL) and works on both machines.
 */
#include <stdio.h>
#include <stdlib.h>

int
main(int argc, char **argv)
{
	int threads = argc > 1 ? atoi(argv[1]) : 64;
	int lock = 0, n = 0;

	#pragma omp target parallel num_threads(threads) map(tofrom: lock, n)
	{
#ifdef CRITICAL
		#pragma omp critical
		n++;
#else
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
#endif
	}
	printf("lock: %s (%d of %d threads counted)\n", n == threads ? "ok" : "FAIL", n, threads);
	return n != threads;
}
