// args: -fdeterministic-reduction
/* What the team that arrives last combines has its place in each team's frame. */
void
f(int n, double *a, double *sums)
{
	#pragma omp target teams distribute parallel for reduction(+: sums[:n])
	for (int i = 0; i < 100; i++)
		sums[i % n] += a[i];
}
// error: 6:64: -fdeterministic-reduction cannot combine an array section over teams whose length is not constant: give it one
