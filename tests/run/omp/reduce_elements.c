/* Several elements of one array in a reduction: gcc wants a single section, and gets one. */
#include <stdio.h>

#define N 1000
#define FIRST 1

static double sums[3] = { 0.5, 100, 0.25 };
static int most[6];

static void
on_the_device(void)
{
	int count[4] = { 1, 0, 0, 2 }, other = 0;

	#pragma omp target parallel for reduction(+: sums[0], sums[2]) map(tofrom: sums)
	for (int i = 0; i < N; i++) {
		sums[0] += i;
		sums[2] -= 1;
	}
	#pragma omp target teams distribute parallel for map(tofrom: most) \
		reduction(max: most[FIRST], most[3:2], other)
	for (int i = 0; i < N; i++) {
		most[FIRST] = most[FIRST] > i ? most[FIRST] : i;
		most[3 + i % 2] = most[3 + i % 2] > i ? most[3 + i % 2] : i;
		other = other > -i ? other : -i;
	}
	#pragma omp target map(tofrom: count)
	#pragma omp parallel num_threads(8)
	#pragma omp single
	#pragma omp taskgroup task_reduction(+: count[3], count[0])
	for (int i = 0; i < 20; i++) {
		#pragma omp task in_reduction(+: count[3], count[0])
		{
			count[0] += i;
			count[3]++;
		}
	}
	printf("%g %g %g\n", sums[0], sums[1], sums[2]);
	printf("%d %d %d %d\n", most[FIRST], most[3], most[4], other);
	printf("%d %d\n", count[0], count[3]);
}

static void
on_the_host(void)
{
	int a[5] = { 1, 2, 3, 4, 5 }, b[2] = { 0 };

	#pragma omp parallel for reduction(+: a[4], b, a[2])
	for (int i = 0; i < N; i++) {
		a[2]++;
		b[i % 2]++;
		a[4] += 2;
	}
	printf("%d %d %d %d\n", a[1], a[2], a[4], b[1]);
}

int main(void)
{
	on_the_device();
	on_the_host();
	return 0;
}
