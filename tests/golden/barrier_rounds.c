// args: -scheme=spmd -arch=sm_70
/* Where a region's barriers are the machine's, rounds with barriers are written out, and what a round chooses by its number
 * lies in registers. */
#include <omp.h>

void turn(double *restrict y)
{
	#pragma omp target teams thread_limit(64) map(tofrom: y[0:128])
	{
		double line[64];

		#pragma omp parallel
		{
			int me = omp_get_thread_num();
			double r[2] = { y[me], y[64 + me] };

			for (int k = 0; k < 2; k++) {
				line[me] = r[k];
				#pragma omp barrier
				r[1 - k] += line[63 - me];
				#pragma omp barrier
			}
			y[me] = r[0] - r[1];
		}
	}
}
