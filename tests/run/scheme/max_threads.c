// omp_get_max_threads is at least what a later region gets, also where the region that asks has no parallel.
#include <stdio.h>
#include <omp.h>

static int most(void)
{
	int n = 0;

	#pragma omp target map(from: n)
	n = omp_get_max_threads();
	return n;
}

/* Of each kernel the largest team. */
static int team(void)
{
	int n = 0;

	#pragma omp target parallel map(tofrom: n)
	{
		#pragma omp master
		n = omp_get_num_threads();
	}
	return n;
}

static int loop_team(void)
{
	int n = 0;

	#pragma omp target teams distribute parallel for reduction(max: n)
	for (int i = 0; i < 100000; i++)
		n = n > omp_get_num_threads() ? n : omp_get_num_threads();
	return n;
}

static int limited(int limit)
{
	int n[2], host;

	#pragma omp target thread_limit(limit) map(from: n, host)
	{
		n[0] = omp_get_thread_limit();
		n[1] = omp_get_max_threads();
		host = omp_is_initial_device();
	}
	return n[1] >= 1 && (host || (n[0] <= limit && n[1] <= limit));
}

int main(void)
{
	printf("%d %d\n", most() >= team(), most() >= loop_team());
	printf("%d %d\n", limited(5), limited(1));
	return 0;
}
