/* teams written apart from target; clauses of a closely nested teams are the host's to compute. */
void f(int n, int teams, double *a)
{
#pragma omp target map(tofrom: a[0:n])
#pragma omp teams num_teams(teams) thread_limit(32)
	{
		double tile[32];
#pragma omp distribute
		for (int b = 0; b < n; b += 32) {
#pragma omp parallel num_threads(32)
			{
#pragma omp for
				for (int i = 0; i < 32; i++) tile[i] = a[b + i];
#pragma omp for
				for (int i = 0; i < 32; i++) a[b + i] = tile[31 - i];
			}
		}
	}
}
