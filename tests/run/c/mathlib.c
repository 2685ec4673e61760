// Every mathematical function of the device library, within its bound of the long double one.
#define _GNU_SOURCE
#include <math.h>
#include <stdio.h>
#include "../../device/functions.h"

enum { N = 40, SPECIAL = 12 };

#define NAME(name, ...) F_##name,
enum { DOUBLE_FUNCTIONS(NAME) DOUBLES };
enum { TWO_ARGUMENTS(NAME) TWOS };

static const double special[SPECIAL] = {
	0, -0.0, 1, -1, INFINITY, -INFINITY, NAN, 0x1p-1074, 0x1p1000, -0x1p-1030, 3e5, -2.5
};

static double d[DOUBLES][N + SPECIAL], x[DOUBLES][N + SPECIAL];
static float f[DOUBLES][N + SPECIAL];
static double d2[TWOS][N + SPECIAL], y2[N + SPECIAL], x2[N + SPECIAL];
static float f2[TWOS][N + SPECIAL];

static double call(int which, double v)
{
	switch (which) {
#define X(name, ...) case F_##name: return name(v);
	DOUBLE_FUNCTIONS(X)
#undef X
	}
	return 0;
}

static float callf(int which, float v)
{
	switch (which) {
#define X(name, ...) case F_##name: return name##f(v);
	FLOAT_FUNCTIONS(X)
#undef X
	}
	return 0;
}

static double call2(int which, double v, double w)
{
	switch (which) {
#define X(name, ...) case F_##name: return name(v, w);
	TWO_ARGUMENTS(X)
#undef X
	}
	return 0;
}

static float call2f(int which, float v, float w)
{
	switch (which) {
#define X(name, ...) case F_##name: return name##f(v, w);
	TWO_ARGUMENTS(X)
#undef X
	}
	return 0;
}

static void set(int which, double from, double to)
{
	for (int i = 0; i < N; i++)
		x[which][i] = from + (to - from) * (i + 0.37) / N;
	for (int i = 0; i < SPECIAL; i++)
		x[which][N + i] = special[i];
}

static int wrong_count;

static void check(const char *name, double v, double w, double got, long double want, int digits,
	double bound)
{
	double rounded = digits == 24 ? (double)(float)want : (double)want;
	int e, good;

	if (isnan(rounded))
		good = isnan(got);
	else if (isinf(rounded) || want == 0)
		good = got == rounded && signbit(got) == signbit(rounded);
	else {
		e = ilogbl(want) - digits + 1;
		e = e < (digits == 24 ? -149 : -1074) ? (digits == 24 ? -149 : -1074) : e;
		good = ldexpl(fabsl(got - want), -e) <= bound;
	}
	if (!good && ++wrong_count < 20)
		printf("%s%s(%a, %a) = %a, not %La\n", name, digits == 24 ? "f" : "", v, w, got,
			want);
}

static void check_all(void)
{
	for (int i = 0; i < N + SPECIAL; i++) {
		double v, w;

#define X(name, from, to, bound) \
		v = x[F_##name][i]; \
		if (F_##name != F_lgamma || v >= 0) \
			check(#name, v, 0, d[F_##name][i], name##l(v), 53, bound);
		DOUBLE_FUNCTIONS(X)
#undef X
#define X(name, bound) \
		v = (float)x[F_##name][i]; \
		if (F_##name != F_lgamma || v >= 0) \
			check(#name, v, 0, f[F_##name][i], name##l(v), 24, bound);
		FLOAT_FUNCTIONS(X)
#undef X
		v = x2[i];
		w = y2[i];
#define X(name, bound, float_bound) \
		check(#name, v, w, d2[F_##name][i], name##l(v, w), 53, bound); \
		check(#name, (float)v, (float)w, f2[F_##name][i], name##l((float)v, (float)w), 24, \
			float_bound);
		TWO_ARGUMENTS(X)
#undef X
	}
}

int main(void)
{
#define X(name, from, to, bound) set(F_##name, from, to);
	DOUBLE_FUNCTIONS(X)
#undef X
	for (int i = 0; i < N + SPECIAL; i++) {
		x2[i] = i < N ? (i - 12) * 0.77 : special[(i - N) * 7 % SPECIAL];
		y2[i] = i < N ? (i % 7 - 3) * 1.37 : special[(i - N) * 5 % SPECIAL];
	}
	#pragma omp target teams distribute parallel for collapse(2) map(to: x) map(from: d, f)
	for (int k = 0; k < DOUBLES; k++)
		for (int i = 0; i < N + SPECIAL; i++) {
			d[k][i] = call(k, x[k][i]);
			f[k][i] = callf(k, (float)x[k][i]);
		}
	#pragma omp target teams distribute parallel for collapse(2) \
		map(to: x2, y2) map(from: d2, f2)
	for (int k = 0; k < TWOS; k++)
		for (int i = 0; i < N + SPECIAL; i++) {
			d2[k][i] = call2(k, x2[i], y2[i]);
			f2[k][i] = call2f(k, (float)x2[i], (float)y2[i]);
		}
	check_all();
	printf("%d functions, %d wrong\n", DOUBLES + TWOS, wrong_count);
	return wrong_count != 0;
}
