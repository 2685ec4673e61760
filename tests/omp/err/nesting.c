void f(int n, int *a)
{
#pragma omp target
	{
#pragma omp target
		a[0] = 1;
#pragma omp target update to(n)
	}
#pragma omp target
#pragma omp parallel
	{
#pragma omp for
		for (int i = 0; i < n; i++) {
#pragma omp barrier
#pragma omp single
			a[i] = 1;
		}
#pragma omp critical
#pragma omp critical
		a[0] = 1;
#pragma omp distribute
		for (int i = 0; i < n; i++) a[i] = 1;
#pragma omp teams
		a[0] = 1;
#pragma omp single
#pragma omp master
		a[0] = 1;
#pragma omp simd
		for (int i = 0; i < n; i++) {
#pragma omp parallel
			a[i] = 1;
		}
	}
#pragma omp target teams
	{
#pragma omp for
		for (int i = 0; i < n; i++) a[i] = 1;
	}
#pragma omp section
	a[0] = 1;
}
// error: 5:13: 'target' must not stand inside 'target'
// error: 7:13: 'target update' must not stand inside 'target'
// error: 14:13: 'barrier' must not stand inside 'for'
// error: 15:13: 'single' must not stand inside 'for'
// error: 19:13: 'critical' inside 'critical' of the same name waits for itself
// error: 21:13: 'distribute' must stand directly in 'teams', not in 'parallel'
// error: 23:13: 'teams' must stand directly in 'target', not in 'parallel'
// error: 26:13: 'master' must not stand inside 'single'
// error: 30:13: 'parallel' must not stand inside 'simd'
// error: 36:13: 'for' directly inside 'teams': expected 'distribute', 'parallel' or 'loop'
// error: 39:13: 'section' must stand directly in 'sections'
