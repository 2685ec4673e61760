// args: -arch=sm_70 -fno-device-readonly
void sums(const int *a, int *y)
{
	#pragma omp target parallel map(to: a[0:16]) map(from: y[0:8]) num_threads(8)
	{
		int s = 0;

		#pragma omp simd simdlen(4) reduction(+: s)
		for (int i = 0; i < 16; i++)
			s += a[i];
		y[0] = s;
	}
}
