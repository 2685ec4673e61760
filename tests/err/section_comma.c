// a comma where an array section has its colon (OpenMP 5.2 [3.2.5])
void f(double *x, double (*y)[4], int n)
{
	#pragma omp target enter data map(to: x[0,n], y[n - 1, n][0:4])
	#pragma omp target map(x[0,1,n])
	x[0] = 1;
	#pragma omp target parallel for reduction(+: x[0, n]) map(tofrom: x[(0, 1):n])
	for (int i = 0; i < n; i++)
		x[0] += i;
	#pragma omp target update to(x[,n])
	#pragma omp task depend(iterator(i = 0:4), inout: y[i][0, n], x[(0, 1)]) affinity(x[0,n])
	x[0] = 1;
	#pragma omp target depend(out: x[0,n]) map(x[0:n])
	x[0] = 1;
}
// error: 4:43: expected ':' before the length of an array section, which is written '[0:n]'
// error: 4:55: expected ':' before the length of an array section, which is written '[n - 1:n]'
// error: 5:28: expected ':' before the length of an array section, which is written '[0:1]'
// error: 5:30: expected ']' before ','
// error: 7:50: expected ':' before the length of an array section, which is written '[0:n]'
// error: 10:33: expected an expression before ','
// error: 11:58: expected ':' before the length of an array section, which is written '[0:n]'
// error: 11:87: expected ':' before the length of an array section, which is written '[0:n]'
// error: 13:36: expected ':' before the length of an array section, which is written '[0:n]'
