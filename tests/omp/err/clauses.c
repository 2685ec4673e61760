void f(int n, int *a)
{
	double d = 1;
#pragma omp target     collapse(2)
	a[0] = 1;
#pragma omp target teams num_teams(n + 100) num_teams(2)
	a[0] = 1;
#pragma omp target parallel for      collapse(n)
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target parallel   num_threads(d)
	a[0] = 1;
#pragma omp target if(parallel: n)
	a[0] = 1;
#pragma omp target simd safelen(0)
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target parallel for collapse(4294967297)
	for (int i = 0; i < n; i++) a[i] = 1;
}
// error: 4:24: clause 'collapse' is not allowed on 'target'
// error: 6:45: clause 'num_teams' is given twice
// error: 8:47: expected a positive integer constant in 'collapse'
// error: 10:43: expected an integer expression in 'num_threads', found type 'double'
// error: 12:20: 'if' is meant for 'parallel', which is no part of 'target'
// error: 14:33: expected a positive integer constant in 'safelen'
// error: 16:42: 'collapse' takes at most 64 loops
