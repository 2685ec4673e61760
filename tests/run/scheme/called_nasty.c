// What regions of called functions have to bear: labels and switches in them, arrays of variable
// length, frames that outgrow shared memory, simd and ordered loops, tasks, nested regions, structures
// as parameters and results, returns in the middle, static and volatile variables.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
struct big { long v[60]; int n; };

static struct big
grow(struct big b, int depth)
{
	struct big other = b;
	int n = b.n;

	if (depth == 0)
		return b;
	#pragma omp parallel for firstprivate(n)
	for (int i = 0; i < 60; i++) {
		n = depth + i;
		other.v[i] = b.v[59 - i] + n + b.n;
	}
	other.n = depth;
	if (depth % 3 == 0)
		return grow(other, depth - 2);
	b = grow(other, depth - 1);
	b.v[depth] += other.v[0];
	return b;
}

static int
labels(int n, int *a)
{
	static const int odds[] = { 1, 3, 5, 7 };
	volatile int seen = 0;
	int done = 0;

	#pragma omp parallel for reduction(+: done)
	for (int i = 0; i < 20; i++) {
		int k = i % 4;
again:
		switch (k) {
		case 0: a[i] += odds[k]; break;
		case 1: a[i] += 2; k = 3; goto again;
		case 2: goto out;
		default: a[i] += odds[k] + ({ int x = k; if (x > 2) goto out; x; });
		}
		done++;
out:
		done += 10;
	}
	seen = done;
	if (n > 4)
		return seen + labels(n / 2, a) + labels(n / 3, a);
	return seen;
}

static long
lengths(int n, int m)
{
	int a[n], b[2][m + 1];
	int (*rows)[m + 1] = b;
	long sum = 0;

	for (int i = 0; i < n; i++)
		a[i] = i;
	#pragma omp parallel num_threads(m)
	{
		#pragma omp for
		for (int i = 0; i <= m; i++)
			b[0][i] = b[1][i] = i + n;
		#pragma omp for reduction(+: sum)
		for (int i = 0; i < n; i++) {
			int own[m];

			own[i % m] = a[i] + rows[1][i % m];
			sum += own[i % m];
		}
	}
	return n > 3 ? sum + lengths(n - 3, m + 1) : sum;
}

static long (*const by_pointer[])(int, int) = { lengths };

static int
orders(int n, int *out)
{
	int at = 0, tasks = 0;

	#pragma omp parallel
	{
		#pragma omp for ordered
		for (int i = 0; i < 9; i++) {
			#pragma omp ordered
			out[at++] += i * n;
		}
		#pragma omp single
		for (int i = 0; i < 5; i++) {
			#pragma omp task firstprivate(i) shared(tasks)
			{
				#pragma omp atomic
				tasks += i;
			}
		}
		#pragma omp for simd
		for (int i = 0; i < 9; i++)
			out[i + 9] += n;
		#pragma omp parallel num_threads(3)
		{
			#pragma omp atomic
			tasks += omp_get_num_threads() * 0 + omp_get_thread_num() * 0;
			#pragma omp master
			{
				#pragma omp critical
				out[18] += 0;
			}
		}
	}
	return tasks + (n > 0 ? orders(n - 1, out) : 0);
}

static double
deep(int n, double x)
{
	double mine[100], *p = mine, sum = 0;

	#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		p[i] = x + i;
	if (n > 0)
		sum = deep(n - 1, x + 1);
	#pragma omp parallel for reduction(+: sum) schedule(guided, 4)
	for (int i = 0; i < 100; i++)
		sum += mine[i];
	return sum;
}
#pragma omp end declare target

int
main(void)
{
	struct big b = { { 0 }, 3 };
	int a[20] = { 0 }, out[19] = { 0 }, done = 0, tasks = 0;
	long sum = 0, hash = 0;
	double x = 0;

	#pragma omp target map(tofrom: b, a, out) map(from: done, tasks, sum, x)
	{
		b = grow(b, 8);
		#pragma omp critical
		done = labels(9, a);
		sum = by_pointer[done == 0](17, 2);
		tasks = orders(4, out);
		#pragma omp parallel for simd simdlen(4)
		for (int i = 0; i < 20; i++)
			a[i]++;
		x = deep(12, 0.5);
	}
	for (int i = 0; i < 60; i++)
		hash = (hash * 31 + b.v[i] + (i < 20 ? a[i] : 0) + (i < 18 ? out[i] : 0)) % 1000003;
	printf("%ld %d, %d %ld %d %a\n", hash, b.n, done, sum, tasks, x);
	return 0;
}
