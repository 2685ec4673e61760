/* The combined construct of most benchmarks: pointers with sections, scalars by value. */
void triad(int n, double s, double *a, double *b, double *c)
{
#pragma omp target teams distribute parallel for map(from: a[0:n]) map(to: b[0:n], c[:n])
	for (int i = 0; i < n; i++)
		a[i] = b[i] + s * c[i];
}
