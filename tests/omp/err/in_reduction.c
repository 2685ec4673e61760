/* in_reduction of target: its list items against other clauses, and what is on the device already. */
int g;
#pragma omp declare target(g)

void f(int s)
{
#pragma omp taskgroup task_reduction(+: g, s)
	{
#pragma omp target in_reduction(+: g)
		g++;
#pragma omp target in_reduction(+: s) firstprivate(s)
		s++;
#pragma omp target map(s) in_reduction(+: s)
		s++;
	}
}
// error: 9:36: 'g' is on the device already: expected a variable that is not 'declare target' in 'in_reduction' of 'target'
// error: 11:52: 's' in 'firstprivate' is already in 'in_reduction'
// error: 13:43: 's' in 'in_reduction' is already in 'map'
