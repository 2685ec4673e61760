// The regions of functions that are called by themselves or through pointers get the team's threads.
// schemes: generic auto
// needs-threads: 8
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static void
count(int depth, int *threads, int *seen)
{
	int first = 0;

	#pragma omp parallel num_threads(8 - depth)
	{
		if (omp_get_thread_num() == 0)
			first = omp_get_num_threads();
		#pragma omp atomic
		seen[omp_get_thread_num()] += 1;
	}
	threads[depth] = first;
	if (depth < 5)
		count(depth + 1, threads, seen);
}

static int
last(void)
{
	int n = 0;

	#pragma omp parallel num_threads(5) reduction(+: n)
	n += omp_get_thread_num() == omp_get_num_threads() - 1 ? 10 * omp_get_num_threads() : 1;
	return n;
}

static int (*const pointer[])(void) = { last };
#pragma omp end declare target

int
main(void)
{
	int threads[6] = { 0 }, seen[8] = { 0 }, n = 0;

	#pragma omp target map(tofrom: threads, seen, n)
	{
		count(0, threads, seen);
		n = pointer[n]();
	}
	for (int i = 0; i < 6; i++)
		printf("%d ", threads[i]);
	for (int i = 0; i < 8; i++)
		printf("%d ", seen[i]);
	printf("%d\n", n);
	return 0;
}
