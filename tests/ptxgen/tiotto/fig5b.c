// Tiotto et al. 2020, Fig. 5b: the loop is in the function that the target region calls.
#pragma omp declare target
void foo(int n, double *a, const double *b, const double *c, double scalar)
{
	#pragma omp distribute parallel for
	for (int j = 0; j < n; j++)
		a[j] = b[j] + scalar * c[j];
}
#pragma omp end declare target

void triad(int n, double *a, const double *b, const double *c, double scalar)
{
	#pragma omp target teams map(from: a[0:n]) map(to: b[0:n], c[0:n])
	foo(n, a, b, c, scalar);
}
