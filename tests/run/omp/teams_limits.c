// num_teams and thread_limit of a teams construct that is not combined with its target are limits for the
// teams, whatever the host knows of their values, and are taken where it knows them (OpenMP 5.2 [10.2]).
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
int limit = 5;
static int half(int n)
{
	return n / 2;
}
#pragma omp end declare target

/* In a parallel region: other constructs must not stand in teams itself [10.2]. */
#define WITHIN(n, m) \
	_Pragma("omp parallel num_threads(64)") \
	_Pragma("omp atomic") \
	bad += omp_get_num_teams() > (n) || omp_get_thread_limit() > (m) || omp_get_thread_num() >= (m);

int main(void)
{
	int bad = 0, teams = 0, a = 6;
	long b = 8;

	#pragma omp target map(tofrom: bad)
	#pragma omp teams num_teams(a / 2) thread_limit(b)
	WITHIN(3, 8)
	#pragma omp target map(tofrom: bad) map(always, to: a) map(b)
	#pragma omp teams num_teams(a + 1) thread_limit(b - 3)
	WITHIN(7, 5)
	#pragma omp target map(tofrom: bad)
	#pragma omp teams num_teams(half(a)) thread_limit(half(10))
	WITHIN(3, 5)
	#pragma omp target map(tofrom: bad)
	#pragma omp teams num_teams(limit) thread_limit(limit + 1)
	WITHIN(5, 6)
	/* The region itself does not use a: so many teams there are. */
	#pragma omp target map(from: teams)
	#pragma omp teams num_teams(a) thread_limit(b)
	if (omp_get_team_num() == 0)
		teams = omp_get_num_teams();
	printf("%d %d\n", bad, teams);
	return 0;
}
