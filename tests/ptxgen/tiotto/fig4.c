// Tiotto et al. 2020, Fig. 4: the call is in the parallel region.  What foo() has of its own is
// nested, and serial.
static void foo(int j, double *a, const double *b, const double *c, double scalar)
{
	#pragma omp parallel for
	for (int k = j; k < j + 1; k++)
		a[k] = b[k] + scalar * c[k];
}

void triad(int n, double *a, const double *b, const double *c, double scalar)
{
	#pragma omp target teams distribute parallel for map(from: a[0:n]) map(to: b[0:n], c[0:n])
	for (int j = 0; j < n; j++)
		foo(j, a, b, c, scalar);
}
