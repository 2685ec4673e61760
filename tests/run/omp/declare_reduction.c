// declare reduction: structures, operators, initialisers of both forms, over teams and threads.
#include <stdio.h>

enum { N = 200 };

struct least { double value; int index; };
struct matrix { unsigned m[2][2]; };
typedef struct { int x, y, z; } vec3;

struct complex;                 /* complete where it is used only */
static void add(struct complex *, const struct complex *);
#pragma omp declare reduction(+: struct complex: add(&omp_out, &omp_in))
struct complex { long re, im; };

#pragma omp declare target
static void add(struct complex *to, const struct complex *from)
{
	to->re += from->re;
	to->im += from->im;
}

static struct least smaller(struct least a, struct least b)
{
	return b.value < a.value || (b.value == a.value && b.index < a.index) ? b : a;
}

static void nothing(struct least *l)
{
	l->value = 1e30;
	l->index = -1;
}

/* Sums of matrices modulo 2^32: any order gives the same. */
static void sum(struct matrix *a, struct matrix b)
{
	for (int i = 0; i < 2; i++)
		for (int j = 0; j < 2; j++)
			a->m[i][j] += b.m[i][j];
}
#pragma omp end declare target

#pragma omp declare reduction(least: struct least: omp_out = smaller(omp_out, omp_in)) \
	initializer(nothing(&omp_priv))
#pragma omp declare reduction(sum: struct matrix: sum(&omp_out, omp_in)) initializer(omp_priv = { { { 0 } } })
#pragma omp declare reduction(most: int, long, double: omp_out = omp_in > omp_out ? omp_in : omp_out) \
	initializer(omp_priv = -1000)
#pragma omp declare reduction(vec: vec3: omp_out.x += omp_in.x, omp_out.y ^= omp_in.y, \
	omp_out.z = omp_out.z > omp_in.z ? omp_out.z : omp_in.z) initializer(omp_priv = { 0, 0, -5 })

static void leagues(const int *a)
{
	struct complex c = { 1, 2 };
	struct least l = { 1e9, 7 };
	struct matrix m = { { { 1, 2 }, { 3, 4 } } };
	int i, m1 = 3;
	long m2 = 5;
	double m3 = 0.5;
	vec3 v = { 1, 2, 3 };

	#pragma omp target teams distribute parallel for reduction(+: c) reduction(least: l) map(to: a[0:N])
	for (i = 0; i < N; i++) {
		c.re += a[i];
		c.im -= i;
		if (a[i] < l.value) {
			l.value = a[i];
			l.index = i;
		}
	}
	printf("%ld %ld %a %d\n", c.re, c.im, l.value, l.index);
	#pragma omp target teams distribute parallel for simd reduction(sum: m) reduction(most: m1, m2, m3) \
		map(to: a[0:N]) num_teams(3)
	for (i = 0; i < N; i++) {
		m.m[i & 1][a[i] & 1] += (unsigned)a[i];
		m1 = a[i] > m1 ? a[i] : m1;
		m2 = a[i] * 2L > m2 ? a[i] * 2L : m2;
		m3 = a[i] / 2.0 > m3 ? a[i] / 2.0 : m3;
	}
	printf("%u %u %u %u %d %ld %a\n", m.m[0][0], m.m[0][1], m.m[1][0], m.m[1][1], m1, m2, m3);
	#pragma omp target teams distribute reduction(vec: v) map(to: a[0:N]) num_teams(5)
	for (i = 0; i < N; i++) {
		v.x += a[i];
		v.y ^= a[i];
		v.z = a[i] > v.z ? a[i] : v.z;
	}
	printf("%d %d %d\n", v.x, v.y, v.z);
}

static void arrays(const int *a)
{
	struct complex parts[4] = { { 1, 1 }, { 2, 2 } }, *p = parts;

	#pragma omp target parallel for reduction(+: parts) map(to: a[0:N])
	for (int i = 0; i < N; i++)
		parts[i & 3].re += a[i];
	#pragma omp target teams distribute parallel for reduction(+: p[1:2]) map(to: a[0:N])
	for (int i = 0; i < N; i++)
		p[1 + (i & 1)].im += a[i];
	for (int k = 0; k < 4; k++)
		printf("%ld %ld ", parts[k].re, parts[k].im);
	printf("\n");
}

int main(void)
{
	int a[N];

	for (int i = 0; i < N; i++)
		a[i] = (i * 37 + 11) % 101;
	leagues(a);
	arrays(a);
	return 0;
}
