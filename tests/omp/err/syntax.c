void f(int n, int *a)
{
#pragma omp tagret
	a[0] = 1;
#pragma omp target mpa(a)
	a[0] = 1;
#pragma omp target teams num_teams(n + 1
	a[0] = 1;
#pragma omp target map(into: a[0:n])
	a[0] = 1;
#pragma omp parallel for schedule(statik)
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp single private(undefined)
	a[0] = 1;
}
// error: 3:13: expected an OpenMP directive before identifier 'tagret'
// error: 5:20: expected a clause of 'target' before identifier 'mpa'
// error: 7:41: expected ')' before end of the directive
// error: 9:24: expected a map type (to, from, tofrom, alloc, release, delete) or modifier (always, close, present, const) before identifier 'into'
// error: 11:35: expected 'static', 'dynamic', 'guided', 'auto' or 'runtime' before identifier 'statik'
// error: 13:28: 'undefined' undeclared
