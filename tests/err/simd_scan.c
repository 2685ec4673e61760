// args: -simd=spmd
// lanes were asked for, in a region that scans (OpenMP 5.2 [5.6])
void f(int *a, int n)
{
	int sum = 0;

	#pragma omp target map(tofrom: a[0:8 * n], sum)
	#pragma omp parallel
	{
		#pragma omp for
		for (int r = 0; r < n; r++) {
			#pragma omp simd simdlen(8)
			for (int i = 0; i < 8; i++)
				a[r * 8 + i] += i;
		}
		#pragma omp for reduction(inscan, +: sum)
		for (int r = 0; r < n; r++) {
			sum += a[r];
			#pragma omp scan inclusive(sum)
			a[r] = sum;
		}
	}
}
// error: 19:16: the form of SIMD groups that -simd= asks for is not possible: a scan hands values from thread to thread, each of which has to be one lane [MC403]
