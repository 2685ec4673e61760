// A function that is called in a construct means the file-scope variable, not the construct's copy of it
// [OpenMP 5.2, 5.1.2]; its in_reduction means the copy that its caller reduces into [5.5.10].
// may-refuse: inspector
// needs-threads: 8
#include <stdio.h>

#pragma omp declare target
static int level = 5, sum, product = 1, table[3];

static void
rows(int *r)
{
	#pragma omp for
	for (int i = 0; i < 8; i++)
		r[i] = level;
}

static void
one_row(int *r)
{
	r[8] = level;
}

static void
deeper(int i)
{
	#pragma omp taskloop in_reduction(+: table) num_tasks(2)
	for (int k = 0; k < 3; k++)
		table[k] += i + k;
}

static void
add(int i)
{
	#pragma omp task in_reduction(+: sum) in_reduction(*: product)
	{
		sum += i;
		product *= i == 20 || i == 40 ? 3 : 1;
		#pragma omp task in_reduction(+: sum)
		sum += 1000;
		deeper(i);
	}
}

static void
level_now(int *r)
{
	#pragma omp parallel num_threads(2)
	{
		#pragma omp single
		level++;
		rows(r);
	}
}
#pragma omp end declare target

int
main(void)
{
	int r[9], again[9], ok = 0;

	#pragma omp target map(from: r, again) map(ok)
	{
		#pragma omp parallel private(level) num_threads(4) reduction(+: ok)
		{
			level = 7;
			rows(r);
			#pragma omp single
			one_row(r);
			ok += level == 7;
		}
		level_now(again);
	}
	for (int i = 0; i < 9; i++)
		printf("%d%d ", r[i], i < 8 ? again[i] : 0);
	printf("ok %d\n", ok);

	#pragma omp target
	#pragma omp parallel num_threads(48)
	{
		#pragma omp for reduction(task, +: sum, table) reduction(task, *: product)
		for (int i = 0; i < 64; i++)
			add(i);
	}
	#pragma omp target update from(sum, product, table)
	printf("%d %d %d %d %d\n", sum, product, table[0], table[1], table[2]);
	return 0;
}
