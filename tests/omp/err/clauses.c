// error: 10:24: clause 'collapse' is not allowed on 'target'
// error: 12:44: clause 'num_teams' is given twice
// error: 14:46: expected a positive integer constant in 'collapse'
// error: 16:43: expected an integer expression in 'num_threads', found type 'double'
// error: 18:20: 'if' is meant for 'parallel', which is no part of 'target'
// error: 20:31: expected a positive integer constant in 'safelen'
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
}
