/* What cancel and cancellation point must name, and where they stand [16.1, 16.2]. */
void f(int *a, int n)
{
#pragma omp parallel
	{
#pragma omp cancel
#pragma omp cancel parallel for
#pragma omp cancel for
#pragma omp cancellation point parallel if(n)
#pragma omp for nowait
		for (int i = 0; i < n; i++) {
#pragma omp cancel for
			a[i] = i;
#pragma omp cancel parallel
		}
#pragma omp for ordered
		for (int i = 0; i < n; i++) {
#pragma omp cancellation point for
#pragma omp ordered
			a[i] = i;
		}
#pragma omp taskgroup
		{
#pragma omp cancel taskgroup
		}
#pragma omp simd
		for (int i = 0; i < n; i++) {
#pragma omp cancel simd
		}
	}
}
// error: 6:13: expected one of 'parallel', 'for', 'sections' and 'taskgroup' on 'cancel'
// error: 7:13: expected one of 'parallel', 'for', 'sections' and 'taskgroup' on 'cancel'
// error: 8:20: 'cancel for' must stand directly in the construct that it names
// error: 9:41: clause 'if' is not allowed on 'cancellation point'
// error: 12:20: 'cancel for' in a construct with 'nowait'
// error: 14:20: 'cancel parallel' must stand directly in the construct that it names
// error: 18:32: 'cancellation point for' in a construct with 'ordered'
// error: 24:20: 'cancel taskgroup' must stand directly in a 'task' of the group
// error: 28:20: expected a clause of 'cancel' before identifier 'simd': there is no directive 'cancel simd'
