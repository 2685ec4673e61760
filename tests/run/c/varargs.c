/*
 * Functions with variable arguments (C11 7.16) in device code: every type that an argument can have,
 * named parameters of all kinds before them, va_copy, a va_list passed on by value and by address,
 * recursion, more arguments than fit anywhere, structs, calls as arguments, through pointers.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

enum colour { RED, GREEN = 7 };
struct tiny { char c; };
struct odd { char c[7]; };
struct pair { double x; int i; };
struct big { long v[20]; };
struct aligned { _Alignas(16) int i; };
union either { float f; long l; };

enum { MOST = 64 };
struct results { long n, v[MOST]; double d[MOST]; };

static int sum(int n, ...)
{
	va_list ap;
	int s = 0;

	va_start(ap, n);
	while (n-- > 0)
		s += va_arg(ap, int);
	va_end(ap);
	return s;
}

/* One letter a type. */
static double mixed(const char *types, ...)
{
	va_list ap;
	double s = 0;

	va_start(ap, types);
	for (; *types; types++)
		switch (*types) {
		case 'i': s += va_arg(ap, int); break;
		case 'u': s += va_arg(ap, unsigned); break;
		case 'l': s += va_arg(ap, long); break;
		case 'L': s += va_arg(ap, long long) * 1e-9; break;
		case 'z': s += va_arg(ap, size_t); break;
		case 'd': s += va_arg(ap, double); break;
		case 'e': s += va_arg(ap, enum colour); break;
		case 'p': s += *va_arg(ap, int *); break;
		case 's': s += va_arg(ap, const char *)[1]; break;
		case 't': s += va_arg(ap, struct tiny).c; break;
		case 'o': s += va_arg(ap, struct odd).c[6]; break;
		case 'P': { struct pair p = va_arg(ap, struct pair); s += p.x * p.i; break; }
		case 'B': s += va_arg(ap, struct big).v[19]; break;
		case 'a': s += va_arg(ap, struct aligned).i; break;
		case 'E': s += va_arg(ap, union either).f; break;
		case 'f': s += va_arg(ap, int (*)(int, ...))(2, 30, 4); break;
		}
	va_end(ap);
	return s;
}

/* Named parameters that are not int. */
static double after_struct(struct pair p, double d, char c, ...)
{
	va_list ap;
	double s = p.x + p.i + d + c;

	va_start(ap, c);
	s += va_arg(ap, double);
	s += va_arg(ap, int);
	va_end(ap);
	return s;
}

static long vsum(int n, va_list ap)
{
	long s = 0;

	while (n-- > 0)
		s = s * 3 + va_arg(ap, int);
	return s;
}

static int next(va_list *ap)
{
	return va_arg(*ap, int);
}

/* Twice through the same arguments, the second time from the second one. */
static long again(int n, ...)
{
	va_list ap, copy, start;
	long s;

	va_start(ap, n);
	va_copy(start, ap);
	s = va_arg(ap, int) * 1000;
	va_copy(copy, ap);
	s += vsum(n - 1, ap);
	s += vsum(n - 1, copy) * 7;
	va_end(ap);
	s += next(&start) * 100000L;
	s += next(&start) * 1000000L;
	va_end(copy);
	va_end(start);
	va_start(ap, n);
	s += va_arg(ap, int);
	va_end(ap);
	return s;
}

static struct pair largest(int n, ...)
{
	struct { va_list ap; int seen; } in = { .seen = 0 };
	struct pair best = { -1e9, 0 };

	va_start(in.ap, n);
	for (; in.seen < n; in.seen++) {
		struct pair p = va_arg(in.ap, struct pair);

		if (p.x > best.x)
			best = p;
	}
	va_end(in.ap);
	return best;
}

static long deep(int depth, ...)
{
	va_list ap;
	long a, b;

	va_start(ap, depth);
	a = va_arg(ap, long);
	b = va_arg(ap, int);
	if (depth > 0)
		a = deep(depth - 1, a * 2 + b, (int)(b + 1), depth) + va_arg(ap, int);
	va_end(ap);
	return a + b;
}

static int times(int n, ...)
{
	va_list ap;
	int s = 1;

	va_start(ap, n);
	while (n-- > 0)
		s *= va_arg(ap, int);
	va_end(ap);
	return s;
}

static void compute(struct results *r, int t)
{
	struct tiny tiny = { 3 };
	struct odd odd = { "abcdef" };
	struct pair p = { 1.5, 4 }, q = { 2.5, t };
	struct big big = { .v = { [19] = 19 } };
	struct aligned a = { 5 };
	union either e = { .f = 0.25f };
	int (*choice[2])(int, ...) = { sum, times };
	char c = -5;
	short s = 300;
	_Bool yes = 1;
	float f = 0.5f;

	odd.c[6] = 9;
	r->v[r->n++] = sum(0);
	r->v[r->n++] = sum(1, t);
	r->v[r->n++] = sum(5, c, s, yes, 'x', (unsigned char)200);
	r->v[r->n++] = sum(26, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23,
		24, 25, t);
	r->v[r->n++] = sum(3, sum(2, 1, sum(1, 10)), times(3, 2, 3, t + 1), sum(2, t, t));
	r->v[r->n++] = again(4, 3, 5, t, 11);
	r->v[r->n++] = deep(20, 1L, t, 7);
	for (int i = 0; i < 4; i++)
		r->v[r->n++] = choice[i & 1](i, 2 + t, 3, 4);
	r->d[0] = mixed("");
	r->d[1] = mixed("idzLue", t, 2.25, (size_t)17, 8000000000LL, 4000000000u, GREEN);
	r->d[2] = mixed("ddididl", 1.0, f, 3, 4.5, 5, f * t, -1L);
	r->d[3] = mixed("ipsi", 1, &t, "!a", 2);
	r->d[4] = mixed("titotPiBa", tiny, 2, tiny, odd, tiny, p, 1, big, a);
	r->d[5] = mixed("iEiPafi", 1, e, 2, q, a, t & 1 ? sum : times, 3);
	r->d[6] = after_struct(p, 0.125, 'c', f, c);
	r->d[7] = largest(3, p, q, (struct pair){ 2.25, 1 }).i + largest(1, q).x;
}

int main(void)
{
	enum { N = 40 };
	struct results *r = calloc(N, sizeof *r), one = { 0 };

	#pragma omp target teams distribute parallel for map(tofrom: r[0:N])
	for (int i = 0; i < N; i++)
		compute(&r[i], i);
	#pragma omp target map(tofrom: one)
	compute(&one, 5);
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < r[i].n; k++)
			printf(" %ld", r[i].v[k]);
		for (int k = 0; k < 8; k++)
			printf(" %a", r[i].d[k]);
		printf("\n");
	}
	for (int k = 0; k < one.n; k++)
		printf(" %ld", one.v[k]);
	printf("\n%zu bytes\n", sizeof(va_list));
	free(r);
	return 0;
}
