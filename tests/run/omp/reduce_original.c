// may-refuse: inspector
/*
 * reduce_original.c: initialisers that read omp_orig (OpenMP 5.2 [5.5.2]): what a copy begins with is what
 * the original was, however many teams have ended, and reach of the combiner differs: a minimum that knows
 * its place, a sum that carries what to multiply by, one too large for shared memory, array sections.
 */
#include <stdio.h>

enum { N = 20000, ROWS = 40 };

struct first { double value; long index; };
struct scaled { int by; long sum; };
struct large { int by; long sum[70]; };

#pragma omp declare target
static struct first
before(struct first a, struct first b)
{
	return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

static struct scaled
none_of(struct scaled s)
{
	return (struct scaled){ s.by, 0 };
}

static void
clear(struct large *l, const struct large *original)
{
	l->by = original->by;
	for (int k = 0; k < 70; k++)
		l->sum[k] = 0;
}

static void
add(struct large *to, const struct large *from)
{
	for (int k = 0; k < 70; k++)
		to->sum[k] += from->sum[k];
}
#pragma omp end declare target

#pragma omp declare reduction(first: struct first: omp_out = before(omp_out, omp_in)) \
	initializer(omp_priv = omp_orig)
#pragma omp declare reduction(sum: struct scaled: omp_out.sum += omp_in.sum) initializer(omp_priv = none_of(omp_orig))
#pragma omp declare reduction(sum: struct large: add(&omp_out, &omp_in)) initializer(clear(&omp_priv, &omp_orig))
#pragma omp declare reduction(most: int: omp_out = omp_in > omp_out ? omp_in : omp_out) \
	initializer(omp_priv = omp_orig)

static double x[N];

int
main(void)
{
	struct first f = { 1e9, -1 };
	struct scaled s = { 3, 100 }, few[3] = { { 1, 1 }, { 2, 2 }, { 3, 3 } };
	struct large l = { .by = 5 };
	int rows[ROWS], last = 100;
	long check = 0;

	for (int i = 0; i < N; i++)
		x[i] = i * 7919L % N + 5;
	x[N / 3] = x[N / 2] = -3;
	for (int k = 0; k < ROWS; k++)
		rows[k] = k == 3 ? 1000000 : k;
	#pragma omp target teams distribute parallel for reduction(first: f) reduction(sum: s)
	for (int i = 0; i < N; i++) {
		f = before(f, (struct first){ x[i], i });
		s.sum += s.by * i;
	}
	printf("%g %ld, %d %ld\n", f.value, f.index, s.by, s.sum);
	#pragma omp target teams distribute parallel for reduction(most: rows) reduction(sum: few[1:2]) num_teams(7)
	for (int i = 0; i < N; i++) {
		rows[i % ROWS] = x[i] > rows[i % ROWS] ? (int)x[i] : rows[i % ROWS];
		few[1 + i % 2].sum += few[1 + i % 2].by;
	}
	for (int k = 0; k < ROWS; k++)
		check = check * 31 + rows[k];
	printf("%ld, %ld %ld %ld\n", check, few[0].sum, few[1].sum, few[2].sum);
	#pragma omp target teams distribute parallel for reduction(sum: l) num_teams(5) num_threads(40)
	for (int i = 0; i < N / 10; i++)
		l.sum[i % 70] += l.by * i;
	#pragma omp target teams distribute reduction(most: last) num_teams(9)
	for (int i = 0; i < N; i++)
		last = x[i] > last ? (int)x[i] : last;
	printf("%ld %ld, %d\n", l.sum[0], l.sum[69], last);
	last = 2 * N;
	#pragma omp target teams reduction(most: last) num_teams(9)
	#pragma omp distribute parallel for reduction(most: last)
	for (int i = 0; i < N; i++)
		last = x[i] > last ? (int)x[i] : last;
	printf("%d\n", last);
	return 0;
}
