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
#pragma omp end target
#pragma omp target distribute parallel for
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target teams parallel for
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target teams distribute parallel do
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target team distribute
	for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp target map(tofrom a[0:n])
	a[0] = 1;
#pragma omp target {
	a[0] = 1;
	}
#pragma omp target parallel for
	for (j = 0; j < n; j++) a[j] = 1;
#pragma omp target update
#pragma omp target enter data
#pragma omp target data if(n)
	a[0] = 1;
	void *v = a;
#pragma omp target map(v[0:n])
	a[0] = 1;
#pragma omp target_exit_data map(from: a[0:n])
}
// error: 3:13: expected an OpenMP directive before identifier 'tagret'; did you mean 'target'?
// error: 5:20: expected a clause of 'target' before identifier 'mpa'; did you mean 'map'?
// error: 7:41: expected ')' before end of the directive
// error: 9:24: expected a map type (to, from, tofrom, alloc, release, delete) or modifier (always, close, present, const) before identifier 'into'
// error: 11:35: expected 'static', 'dynamic', 'guided', 'auto' or 'runtime' before identifier 'statik'
// error: 13:28: 'undefined' undeclared
// error: 15:13: there is no directive 'end target'
// error: 16:20: expected a clause of 'target' before identifier 'distribute': there is no directive 'target distribute'
// error: 18:26: expected a clause of 'target teams' before identifier 'parallel': there is no directive 'target teams parallel'
// error: 20:46: expected the rest of a directive's name, like 'target teams distribute parallel for', before 'do'
// error: 22:20: expected a clause of 'target' before identifier 'team'; did you mean 'teams'?
// error: 24:31: expected ':' between map type 'tofrom' and identifier 'a'
// error: 26:20: expected the end of the directive before '{': its block begins in the next line
// error: 30:7: 'j' undeclared
// error: 31:13: 'target update' moves nothing: expected a clause 'to' or 'from'
// error: 32:13: 'target enter data' moves nothing: expected a clause 'map'
// error: 33:13: 'target data' moves nothing: expected a clause 'map', 'use_device_ptr' or 'use_device_addr'
// error: 36:25: elements of type 'void' have no size: expected a pointer to another type
// error: 38:13: expected an OpenMP directive before identifier 'target_exit_data'; did you mean 'target exit data'?
