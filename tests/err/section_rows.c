// sections of rows that are allocations of their own (OpenMP 5.2 [3.2.5])
struct grid { double **rows; };

void f(double **x, double *y[4], double (*z)[8], struct grid g, int n, int m)
{
	#pragma omp target map(tofrom: x[0:n][0:m])
	x[0][0] = 1;
	#pragma omp target map(tofrom: g.rows[0:n][0:m])
	g.rows[0][0] = 1;
	#pragma omp target update to(y[0:2][0:m])
	#pragma omp target update from(x[0:n][2])
	#pragma omp target update from(x[0][0:m], z[0:n][0:8])
}
// error: 6:39: the rows of a 'double **' are not contiguous, each is an allocation of its own: expected one block for all, or rows mapped one by one
// error: 8:44: the rows of a 'double **' are not contiguous, each is an allocation of its own: expected one block for all, or rows mapped one by one
// error: 10:37: the rows of a 'double **' are not contiguous, each is an allocation of its own: expected one block for all, or rows mapped one by one
// error: 11:39: the rows of a 'double **' are not contiguous, each is an allocation of its own: expected one block for all, or rows mapped one by one
