// args: -arch=sm_90 -fopenmp-nonaliased-maps
/* Sums of four bytes are stored eight in a row, those of eight only four: all loads stand ahead of the stores. */
void
columns(int m, float *a, const float *b, double *c, const double *d)
{
	#pragma omp target map(tofrom: a[:m], c[:m]) map(to: b[:m], d[:m])
	{
		for (int j = 0; j < m; j++)
			a[j] += b[j];
		for (int j = 0; j < m; j++)
			c[j] += d[j];
	}
}
