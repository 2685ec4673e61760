// args: -scheme=generic -arch=sm_70
/* Regions that were outlined (two; a single one stays in the workers' loop) know their kernel's parameters and the team's
 * memory: b, which nobody writes, is read on the read-only path, and scale as shared memory. */
void f(double *restrict a, const double *restrict b)
{
	#pragma omp target teams map(tofrom: a[0:64]) map(to: b[0:64])
	{
		double scale[2] = { 1, a[0] };
		#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			a[i] = scale[i % 2] * b[i];
		#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			a[i] += 1;
	}
}
