// may-refuse: spmd inspector
/* Loops of taskloop simd: lanes reduce into the task's copy, the task into its group's. */
#include <stdio.h>

#define N 100

struct sums { int combined, masked, part[4], most, group, region, last; };

static void
of_the_loop(struct sums *r)
{
	int combined = 0, masked = 0, part[4] = { 0 }, last = 0;

	#pragma omp target map(tofrom: combined, masked, part, last)
	{
		#pragma omp parallel masked taskloop simd reduction(+: combined) num_threads(64)
		for (int i = 0; i < N; i++)
			combined += i;
		#pragma omp parallel num_threads(16)
		{
			#pragma omp masked taskloop simd reduction(+: masked) reduction(+: part) grainsize(9)
			for (int i = 0; i < N; i++) {
				masked += i;
				part[i % 4]++;
			}
			#pragma omp single
			#pragma omp taskloop simd lastprivate(last) num_tasks(3)
			for (int i = 0; i < N; i++)
				last = i;
		}
	}
	r->combined = combined;
	r->masked = masked;
	r->part[3] = part[3];
	r->last = last;
}

static void
of_the_group(struct sums *r)
{
	int most = 0, group = 0, region = 0;

	#pragma omp target map(tofrom: most, group, region)
	{
		#pragma omp parallel num_threads(8) reduction(task, +: region)
		{
			#pragma omp single
			#pragma omp taskgroup task_reduction(max: most) task_reduction(+: group)
			{
				#pragma omp taskloop simd in_reduction(max: most) collapse(2)
				for (int i = 0; i < 10; i++)
					for (int j = 0; j < 10; j++)
						most = most > i * j ? most : i * j;
				#pragma omp taskloop simd in_reduction(+: group)
				for (int i = 0; i < N; i++)
					group += i;
				#pragma omp task in_reduction(+: group)
				group += 7;
			}
			#pragma omp masked taskloop simd in_reduction(+: region)
			for (int i = 0; i < N; i++)
				region += i;
		}
	}
	r->most = most;
	r->group = group;
	r->region = region;
}

int main(void)
{
	struct sums r = { 0 };

	of_the_loop(&r);
	of_the_group(&r);
	printf("%d %d %d %d\n", r.combined, r.masked, r.part[3], r.last);
	printf("%d %d %d\n", r.most, r.group, r.region);
	return 0;
}
