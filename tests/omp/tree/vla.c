/* Arrays of variable length: their lengths become parameters, computed by the host. */
void f(int n, int m, double a[n][m], double (*b)[m])
{
	double v[n];
	double w[3][n][m];
#pragma omp target
	v[1] = a[1][2] + b[3][4];
#pragma omp target map(from: w) map(to: a[0:n])
	w[1][2][3] = a[0][0];
}
