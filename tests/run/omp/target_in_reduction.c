// in_reduction of target: regions of the device and tasks of the host add to one task reduction.
#include <stdio.h>

enum { N = 100 };

static void add(int *sum, int n)
{
	for (int i = 0; i < n; i++)
		*sum += i;
}

static void in_parallel(void)
{
	int sum = 1000, product = 1, a[4] = { 0 };

	#pragma omp parallel num_threads(4)
	#pragma omp single
	#pragma omp taskgroup task_reduction(+: sum, a) task_reduction(*: product)
	{
		#pragma omp target in_reduction(+: sum)
		add(&sum, N);
		#pragma omp task in_reduction(+: sum) in_reduction(*: product)
		{
			sum += 7;
			product *= 3;
		}
		#pragma omp target in_reduction(*: product) in_reduction(+: sum, a) nowait
		{
			product *= 2;
			sum += 5;
			a[1]++;
		}
		#pragma omp target teams distribute parallel for in_reduction(+: a[0:4]) nowait depend(out: a)
		for (int i = 0; i < 4; i++)
			a[i] += i;
		#pragma omp target parallel for in_reduction(+: sum) if(sum > 9999999)
		for (int i = 0; i < 8; i++) {
			#pragma omp atomic
			sum += i;
		}
	}
	printf("%d %d %d %d %d\n", sum, product, a[1], a[2], a[3]);
}

/* The original is on the device as well: what is mapped is the task's copy. */
static void sections(void)
{
	int parts[8] = { 0 }, *p = parts;

	#pragma omp target data map(to: p[0:8])
	#pragma omp taskgroup task_reduction(+: p[0:8])
	{
		#pragma omp target in_reduction(+: p[0:8])
		for (int i = 0; i < 8; i++)
			p[i] += i;
		#pragma omp task in_reduction(+: p[0:8])
		p[3] += 10;
	}
	for (int i = 0; i < 8; i++)
		printf("%d%c", parts[i], i < 7 ? ' ' : '\n');
}

int main(void)
{
	in_parallel();
	sections();
	return 0;
}
