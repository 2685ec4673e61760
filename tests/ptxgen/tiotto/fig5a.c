// Tiotto et al. 2020, Fig. 5a: the call is outside of the parallel loop.  Compiled with -DFOO=compute,
// write or region: what foo() does decides whether the team's threads may all do it.
double total;
#pragma omp declare target(total)

static double compute(int n, double *a)
{
	return a[0] + n;
}

static double write(int n, double *a)
{
	return a[0] = n;
}

static double region(int n, double *a)
{
	#pragma omp parallel for
	for (int j = 0; j < n; j++)
		a[j] += 1.0;
	return 0.0;
}

void triad(int n, double *a, const double *b, const double *c, double scalar)
{
	#pragma omp target teams map(from: a[0:n]) map(to: b[0:n], c[0:n])
	{
		#pragma omp distribute parallel for
		for (int j = 0; j < n; j++)
			a[j] = b[j] + scalar * c[j];
		double x = FOO(n, a);
		#pragma omp parallel
		a[1] = x;
	}
}
