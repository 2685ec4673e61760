// args: -scheme=generic -arch=sm_70
/* A region that was outlined knows its kernel's parameters: b, which nobody writes, is read on the
 * read-only path. */
void f(double *restrict a, const double *restrict b)
{
	#pragma omp target teams map(tofrom: a[0:64]) map(to: b[0:64])
	{
		a[0] = 1;
		#pragma omp parallel for
		for (int i = 0; i < 64; i++)
			a[i] = 2 * b[i];
	}
}
