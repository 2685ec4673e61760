void region(int *a)
{
	#pragma omp target parallel map(tofrom: a[0:64]) num_threads(8)
	{
		#pragma omp simd simdlen(4)
		for (int i = 0; i < 64; i++)
			a[i]++;
	}
}
