// task, taskwait, taskgroup, taskloop, taskyield in device code: values captured, shared data, results.
// may-refuse: inspector
// needs-threads: 31
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static int fib(int n)
{
	int x = 0, y = 0;

	if (n < 2)
		return n;
	#pragma omp task shared(x) if(n > 3)
	x = fib(n - 1);
	#pragma omp task shared(y) untied final(n < 4) mergeable priority(2)
	y = fib(n - 2);
	#pragma omp taskwait
	return x + y;
}

struct tree { int left, right, value; };

static long visit(const struct tree *t, int at)
{
	long left = 0, right = 0;

	if (at < 0)
		return 0;
	#pragma omp taskgroup
	{
		#pragma omp task shared(left)
		left = visit(t, t[at].left);
		#pragma omp task shared(right)
		right = visit(t, t[at].right);
	}
	return t[at].value + 2 * left + 3 * right;
}
#pragma omp end declare target

static void recursive(void)
{
	struct tree t[15];
	long sum = 0;
	int f = 0;

	for (int i = 0; i < 15; i++)
		t[i] = (struct tree){ 2 * i + 1 < 15 ? 2 * i + 1 : -1, 2 * i + 2 < 15 ? 2 * i + 2 : -1, i };
	#pragma omp target map(from: f, sum)
	{
		#pragma omp parallel
		#pragma omp single
		{
			#pragma omp task
			f = fib(12);
			sum = visit(t, 0);
			#pragma omp taskwait
		}
	}
	printf("%d %ld\n", f, sum);
}

/* A private variable's value is the task's own; a shared one is everybody's. */
static void capture(void)
{
	int a[64] = { 0 }, order[8], n = 0, outside = 5;

	#pragma omp target parallel num_threads(32) map(tofrom: a)
	{
		int mine = omp_get_thread_num(), copy[2] = { mine, 2 * mine };

		#pragma omp task
		{
			mine += 100;
			copy[1]++;
			a[copy[0]] = mine + copy[1];
		}
		#pragma omp task shared(mine) firstprivate(copy)
		{
			copy[0] = -1;
			mine++;
		}
		#pragma omp taskyield
		#pragma omp taskwait
		a[32 + omp_get_thread_num()] = mine * 10 + copy[0] + copy[1];
	}
	for (int i = 0; i < 64; i += 5)
		printf("%d ", a[i]);
	#pragma omp target map(from: order) map(tofrom: n) firstprivate(outside)
	{
		int x = 0;

		for (int i = 0; i < 4; i++) {
			#pragma omp task depend(inout: x) shared(x, n, order) private(outside)
			{
				outside = i;
				order[n++] = x++ + outside;
			}
			#pragma omp task depend(in: x) shared(x, n, order)
			order[n++] = 10 * x + outside;
		}
		#pragma omp taskwait
	}
	for (int i = 0; i < 8; i++)
		printf("%d ", order[i]);
	printf("\n");
}

static void loops(void)
{
	int a[200], last = 0, sum = 0, product = 1, part = 0;

	for (int i = 0; i < 200; i++)
		a[i] = i;
	#pragma omp target map(tofrom: a, last, sum, product, part)
	#pragma omp parallel
	{
		#pragma omp single
		{
			#pragma omp taskloop grainsize(16) shared(a) lastprivate(last)
			for (int i = 0; i < 100; i++) {
				a[i] *= 2;
				last = a[i];
			}
			#pragma omp taskloop simd num_tasks(4) collapse(2) nogroup
			for (int i = 0; i < 5; i++)
				for (int j = 0; j < 20; j++)
					a[100 + 20 * i + j] += i * j;
			#pragma omp taskwait
			#pragma omp taskloop reduction(+: sum) firstprivate(product)
			for (int i = 0; i < 200; i++) {
				product++;
				sum += a[i];
			}
			#pragma omp taskgroup task_reduction(+: part)
			{
				for (int i = 0; i < 10; i++) {
					#pragma omp task in_reduction(+: part)
					part += i;
				}
			}
		}
		#pragma omp master
		#pragma omp taskloop
		for (int i = 0; i < 200; i++)
			a[i]++;
	}
	printf("%d %d %d %d:", last, sum, product, part);
	for (int i = 0; i < 200; i += 23)
		printf(" %d", a[i]);
	printf("\n");
}

static void combined(void)
{
	int a[50], s = 0;

	#pragma omp target map(from: a) map(tofrom: s)
	{
		#pragma omp parallel master taskloop
		for (int i = 0; i < 50; i++)
			a[i] = 3 * i;
		#pragma omp parallel masked taskloop simd reduction(+: s)
		for (int i = 0; i < 50; i++)
			s += a[i];
	}
	printf("%d %d\n", a[49], s);
}

int main(void)
{
	recursive();
	capture();
	loops();
	combined();
	return 0;
}
