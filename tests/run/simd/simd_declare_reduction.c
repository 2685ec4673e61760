// declare reduction on worksharing constructs, simd loops and tasks of one team; lanes of SIMD groups.
// may-refuse: inspector
// needs-threads: 4
#include <stdio.h>

enum { N = 200 };

struct complex { long re, im; };
struct least { double value; int index; };

static void add(struct complex *to, const struct complex *from)
{
	to->re += from->re;
	to->im += from->im;
}

static struct least smaller(struct least a, struct least b)
{
	return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

#pragma omp declare reduction(+: struct complex: add(&omp_out, &omp_in))
#pragma omp declare reduction(least: struct least: omp_out = smaller(omp_out, omp_in)) \
	initializer(omp_priv = { 1e30, -1 })

static void regions(const int *a)
{
	struct complex c = { 0, 0 }, d = { 5, 6 }, e = { 0, 0 };
	struct least l = { 50, 0 };
	int mine = -1, above = 10, b[256], sum = 0;

	#pragma omp declare reduction(mine: int: omp_out += omp_in % 1000) initializer(omp_priv = 1000)
	#pragma omp declare reduction(above: int: omp_out += omp_in - 10) initializer(omp_priv = omp_orig)
	#pragma omp target map(tofrom: c, d, e, l, mine, above) map(to: a[0:N]) map(from: b)
	{
		#pragma omp parallel num_threads(40)
		{
			#pragma omp for reduction(+: c, d)
			for (int i = 0; i < N; i++) {
				c.re += a[i];
				d.im += i;
			}
			#pragma omp for reduction(least: l) schedule(dynamic, 3)
			for (int i = 0; i < N; i++)
				l = smaller(l, (struct least){ a[i], i });
			#pragma omp sections reduction(+: e)
			{
				e.re += 10;
				#pragma omp section
				e.im += 20;
				#pragma omp section
				e.re += d.im;
			}
		}
		#pragma omp parallel reduction(mine: mine) num_threads(33)
		#pragma omp for
		for (int i = 0; i < 33; i++)
			mine += 2;
		#pragma omp parallel reduction(+: c) num_threads(4)
		{
			#pragma omp for reduction(+: e)
			for (int i = 0; i < 8; i++) {
				#pragma omp simd reduction(+: e)
				for (int j = 0; j < 16; j++)
					e.im += i * j;
				#pragma omp simd
				for (int j = 0; j < 32; j++)
					b[32 * i + j] = i ^ j;
			}
			c.im += 1;
		}
		#pragma omp parallel num_threads(24)
		#pragma omp for reduction(above: above)
		for (int i = 0; i < 24; i++)
			above += i;
		#pragma omp taskgroup task_reduction(+: d)
		#pragma omp task in_reduction(+: d)
		d.re++;
		#pragma omp simd reduction(+: d)
		for (int i = 0; i < 10; i++)
			d.re += a[i];
	}
	for (int i = 0; i < 256; i++)
		sum += b[i] * i;
	printf("%ld %ld %ld %ld %ld %ld %a %d %d %d %d\n", c.re, c.im, d.re, d.im, e.re, e.im, l.value, l.index,
		mine, above, sum);
}

/* A device function with a reduction of its own, called by every thread and by the master. */
static long norm(const int *a, int n)
{
	struct complex c = { 0, 0 };

	#pragma omp simd reduction(+: c)
	for (int i = 0; i < n; i++) {
		c.re += a[i];
		c.im += a[i] & 1;
	}
	return c.re * 1000 + c.im;
}

static void functions(const int *a)
{
	long all[N], sum = 0, host = 0;
	struct complex on_host = { 1, 1 };

	#pragma omp target teams distribute parallel for map(to: a[0:N]) map(from: all)
	for (int i = 0; i < N; i++)
		all[i] = norm(a, i);
	for (int i = 0; i < N; i++)
		sum += all[i];
	#pragma omp target map(to: a[0:N]) map(from: host)
	host = norm(a, N);
	#pragma omp parallel for reduction(+: on_host)
	for (int i = 0; i < N; i++)
		on_host.re += a[i];
	printf("%ld %ld %ld %ld\n", sum, host, on_host.re, on_host.im);
}

int main(void)
{
	int a[N];

	for (int i = 0; i < N; i++)
		a[i] = (i * 37 + 11) % 101;
	regions(a);
	functions(a);
	return 0;
}
