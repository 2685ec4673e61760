// args: -scheme=generic -arch=sm_70
/* Where the launch says that teams are whole warps (the entries _covers and _whole), a region's barrier is the machine's, whatever the
 * number of threads is. */
void turn(double *y)
{
	#pragma omp target teams distribute thread_limit(64) map(tofrom: y[0:64])
	for (int i = 0; i < 1; i++) {
		double part[64];

		#pragma omp parallel
		{
			int me = omp_get_thread_num();

			part[me] = y[me];
			#pragma omp barrier
			y[me] = part[63 - me];
		}
	}
}
