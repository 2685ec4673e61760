// schedule(static|static,c|dynamic|guided) and dist_schedule: each iteration once; with static,c
// iteration i belongs to thread i / c mod n (OpenMP 5.2 [11.5.3]).
// may-refuse: inspector
// needs-threads: 33
#include <stdio.h>
#include <omp.h>

static int hits[777], owner[777];

static void show(const char *what)
{
	int bad = 0;

	for (int i = 0; i < 777; i++) {
		bad += hits[i] != 1;
		hits[i] = 0;
	}
	printf("%s: %d wrong\n", what, bad);
}

int main(void)
{
	int chunk = 3, bad = 0;

	#pragma omp target parallel for schedule(static) map(tofrom: hits)
	for (int i = 0; i < 777; i++)
		hits[i]++;
	show("static");
	#pragma omp target parallel for num_threads(33) schedule(static, chunk) map(tofrom: hits) map(from: owner)
	for (int i = 0; i < 777; i++) {
		hits[i]++;
		owner[i] = omp_get_thread_num();
	}
	for (int i = 0; i < 777; i++)
		bad += owner[i] != i / chunk % 33;
	printf("%d owners wrong\n", bad);
	show("static,3");
	#pragma omp target parallel for schedule(dynamic) map(tofrom: hits)
	for (int i = 0; i < 777; i++)
		hits[i]++;
	show("dynamic");
	#pragma omp target parallel for schedule(dynamic, 10) map(tofrom: hits)
	for (int i = 776; i >= 0; i--)
		hits[i]++;
	show("dynamic,10");
	#pragma omp target parallel for schedule(guided, 2) map(tofrom: hits)
	for (int i = 0; i < 777; i++)
		hits[i]++;
	show("guided,2");
	#pragma omp target teams distribute dist_schedule(static, 50) map(tofrom: hits)
	for (int i = 0; i < 777; i += 7) {
		#pragma omp parallel for schedule(dynamic, 2)
		for (int j = i; j < i + 7; j++)
			hits[j]++;
	}
	show("dist_schedule");
	#pragma omp target teams distribute parallel for schedule(static, 1) dist_schedule(static, 64) \
		map(tofrom: hits)
	for (int i = 0; i < 777; i++)
		hits[i]++;
	show("composite static,1");
	#pragma omp target teams distribute parallel for schedule(dynamic, 4) map(tofrom: hits)
	for (int i = 0; i < 777; i++)
		hits[i]++;
	show("composite dynamic,4");
	#pragma omp target map(tofrom: hits)
	#pragma omp parallel
	{
		#pragma omp for schedule(dynamic, 1) nowait
		for (int i = 0; i < 400; i++)
			hits[i]++;
		#pragma omp for schedule(guided) nowait
		for (int i = 400; i < 777; i++)
			hits[i]++;
	}
	show("two nowait loops");
	return 0;
}
