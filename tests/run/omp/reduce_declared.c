// declare reduction, and products of complex numbers, by all threads of a team: values of one unit to many, functions
// that are called and called by themselves, beside other reductions, in teams of one thread to 1024, whole warps or not
// may-refuse: inspector
#include <complex.h>
#include <omp.h>
#include <stdio.h>

enum { N = 3000, LONG = 25, HUGE = 80 };

struct at { double v; int i; };         /* with padding */
struct bytes { unsigned char b[3]; };
struct row { int n[LONG]; };            /* too long for a unit at a time in line */
struct huge { double x[HUGE]; };        /* too long for all warps' in shared memory */

#pragma omp declare target
static long gcd(long a, long b)
{
	return b ? gcd(b, a % b) : a;
}

static void add_row(struct row *to, const struct row *from)
{
	for (int k = 0; k < LONG; k++)
		to->n[k] += from->n[k];
}

/* Add, and note the thread: what it is numbered is known in the region alone. */
static int counted(int a, int b)
{
	return omp_get_thread_num() < omp_get_num_threads() ? a + b : -1000000;
}
#pragma omp end declare target

#pragma omp declare reduction(max: struct at: \
	omp_out = omp_in.v > omp_out.v || (omp_in.v == omp_out.v && omp_in.i < omp_out.i) ? omp_in : omp_out) \
	initializer(omp_priv = { -1e300, 1 << 30 })
#pragma omp declare reduction(bits: struct bytes: omp_out.b[0] |= omp_in.b[0], omp_out.b[1] ^= omp_in.b[1], \
	omp_out.b[2] += omp_in.b[2])
#pragma omp declare reduction(+: struct row: add_row(&omp_out, &omp_in))
#pragma omp declare reduction(last: struct huge: omp_out.x[HUGE - 1] += omp_in.x[HUGE - 1])
#pragma omp declare reduction(gcd: long: omp_out = gcd(omp_out, omp_in))
#pragma omp declare reduction(counted: int: omp_out = counted(omp_out, omp_in))
#pragma omp declare reduction(longest: double: omp_out = omp_in > omp_out ? omp_in : omp_out) initializer(omp_priv = -5)

static double a[N];

static void league(int threads)
{
	struct at m = { -1, 0 }, left = { -1, 0 };
	struct bytes b = { { 1 } };
	double most = -3, sum = 0;
	double complex product = I;
	long g = 0;
	int n = 0, count = 0;

	#pragma omp target teams distribute parallel for num_teams(5) num_threads(threads) map(to: a) \
		reduction(max: m) reduction(+: sum, n) reduction(bits: b) reduction(longest: most) reduction(gcd: g) \
		reduction(*: product) reduction(max: left) reduction(counted: count)
	for (int i = 0; i < N; i++) {
		if (a[i] > m.v)
			m = (struct at){ a[i], i };
		if (-a[i] > left.v)
			left = (struct at){ -a[i], i };
		sum += a[i];
		n++;
		count++;
		b.b[0] |= i;
		b.b[1] ^= i;
		b.b[2] += i;
		most = a[i] / 2 > most ? a[i] / 2 : most;
		g = gcd(g, (i + 1) * 36L);
		product *= i % 5 ? -I : I;
	}
	printf("%d: %g %d %g %d %g %d %d\n", threads, m.v, m.i, left.v, left.i, sum, n, count);
	printf("%d %d %d %g %ld %g %g\n", b.b[0], b.b[1], b.b[2], most, g, creal(product) + 0., cimag(product) + 0.);
}

/* In teams of their own, again and again; sections; parts of arrays, of which a row is one. */
static void teams(int threads)
{
	static struct at best[7];
	struct at two[2] = { { 0 } };
	static struct huge h;
	struct row r = { { 1 } };
	float complex turned[6] = { 1, 1, 1, 1, 1, 1 };

	#pragma omp target teams distribute num_teams(3) map(to: a) map(from: best)
	for (int t = 0; t < 7; t++) {
		struct at m = { -1, -1 };

		#pragma omp parallel num_threads(threads)
		for (int k = 0; k < 3; k++) {
			#pragma omp for reduction(max: m) nowait
			for (int i = k; i < N; i += 3)
				if (i % 7 == t && a[i] > m.v)
					m = (struct at){ a[i], i };
		}
		best[t] = m;
	}
	for (int t = 0; t < 7; t++)
		printf("%g %d, ", best[t].v, best[t].i);
	#pragma omp target parallel num_threads(threads) map(to: a) map(tofrom: r, two, turned, h)
	{
		#pragma omp sections reduction(+: r)
		{
			r.n[LONG - 1] += 5;
			#pragma omp section
			r.n[0] += 7;
		}
		#pragma omp for reduction(+: r) reduction(*: turned) reduction(max: two[1:1]) reduction(last: h)
		for (int i = 0; i < N; i++) {
			r.n[i % LONG] += i;
			turned[i % 6] *= I;
			if (a[i] > two[1].v)
				two[1] = (struct at){ a[i], i };
			h.x[HUGE - 1] += i;
		}
	}
	printf("\n%d %d %d %g %d %g %g\n", r.n[0], r.n[LONG - 1], r.n[3], two[1].v, two[1].i, h.x[0], h.x[HUGE - 1]);
	for (int k = 0; k < 6; k++)
		printf("%g %g, ", crealf(turned[k]) + 0., cimagf(turned[k]) + 0.);
	printf("\n");
}

int main(void)
{
	static const int threads[] = { 1, 33, 64, 1024 };

	for (int i = 0; i < N; i++)
		a[i] = (i * 37 + 11) % 1009 - 100;
	for (int k = 0; k < 4; k++) {
		league(threads[k]);
		teams(threads[k]);
	}
	return 0;
}
