// Orphaned constructs two calls down: for, single, master, critical, barrier, reduction through a
// pointer, parallel in a function called from sequential and from parallel code alike.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

static void mark(int *v, int i, int by) { v[i] += by; }

static void spread(int *v, int n, int by)
{
	#pragma omp for schedule(dynamic, 3) nowait
	for (int i = 0; i < n; i++)
		mark(v, i, by);
}

static int vote(int *box, int yes)
{
	#pragma omp critical (box)
	*box += yes;
	#pragma omp barrier
	return *box;
}

static void stage(int *v, int n, int *box, int depth)
{
	if (depth > 0) {
		spread(v, n, depth);
		#pragma omp barrier
		if (v[0] % 2) {
			#pragma omp single
			mark(v, n - 1, 100);
		} else {
			#pragma omp master
			mark(v, n - 2, 1000);
			#pragma omp barrier
		}
	}
	if (depth == 2)
		return;
	#pragma omp single
	*box = 0;
	if (vote(box, omp_get_thread_num() == 0) == 1)
		spread(v, n, 10000);
	#pragma omp barrier
}

static int both(int *v, int n)
{
	int sum = 0;

	#pragma omp parallel reduction(+: sum) num_threads(12)
	{
		#pragma omp for
		for (int i = 0; i < n; i++)
			sum += v[i];
	}
	return sum;
}

int main(void)
{
	int v[3][40] = { { 0 } }, box[3] = { 0 }, sums[3] = { 0 }, inner[3][8] = { { 0 } };

	#pragma omp target teams distribute map(tofrom: v, box, sums, inner)
	for (int t = 0; t < 3; t++) {
		int n = 40 - t;

		#pragma omp parallel num_threads(33)
		{
			stage(v[t], n, &box[t], t);
			stage(v[t], n, &box[t], 3 - t);
		}
		sums[t] = both(v[t], n);
		#pragma omp parallel for num_threads(8)
		for (int i = 0; i < 8; i++)
			inner[t][i] = both(v[t], i + 1);
	}
	for (int t = 0; t < 3; t++)
		printf("%d %d %d %d | %d %d | %d %d\n", v[t][0], v[t][37], v[t][38], v[t][39], box[t], sums[t],
			inner[t][0], inner[t][7]);
	return 0;
}
