// <stdlib.h> in device code: calloc, numbers in text, quotients, search and sort; streams, classes of floats.
#define _GNU_SOURCE
#include <ctype.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 40 };

struct person { char name[12]; int age; };

static int by_age(const void *a, const void *b)
{
	const struct person *p = a, *q = b;

	return (p->age > q->age) - (p->age < q->age);
}

static int by_name(const void *a, const void *b)
{
	return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

static int descending(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x < y) - (x > y);
}

static void sorting(void)
{
	struct person people[N];
	double d[N][N];
	int found[N], ages[N], wrong = 0;

	for (int i = 0; i < N; i++) {
		snprintf(people[i].name, sizeof people[i].name, "p%d", i * 7 % N);
		people[i].age = i * 13 % N;
		for (int k = 0; k < N; k++)
			d[i][k] = k * k % (i + 3);
	}
	#pragma omp target map(tofrom: people) map(from: found, ages)
	{
		qsort(people, N, sizeof *people, by_age);
		for (int i = 0; i < N; i++)
			ages[i] = people[i].age;
		qsort(people, N, sizeof people[0], by_name);
		for (int i = 0; i < N; i++) {
			struct person key = { "p", 0 }, *at;

			key.name[1] = (char)(i < 10 ? '0' + i : '0' + i / 10);
			key.name[2] = (char)(i < 10 ? 0 : '0' + i % 10);
			at = bsearch(&key, people, N - 1, sizeof key, by_name);
			found[i] = at ? (int)(at - people) * 100 + at->age : -1;
		}
	}
	#pragma omp target teams distribute parallel for map(tofrom: d)
	for (int i = 0; i < N; i++)
		qsort(d[i], i, sizeof(double), descending);
	for (int i = 0; i < N; i++)
		for (int k = 1; k < i; k++)
			wrong += d[i][k - 1] < d[i][k];
	for (int i = 0; i < N; i++)
		printf("%s:%d:%d:%d%c", people[i].name, people[i].age, ages[i], found[i], i % 8 == 7 ? '\n' : ' ');
	printf("%d wrong, %g %g\n", wrong, d[N - 1][0], d[7][6]);
}

static void numbers(void)
{
	static const char *const texts[] = { "42", "  -17x", "+0x1Fg", "0777", "0x", "-9223372036854775808",
		"99999999999999999999", "zz", "", "-99999999999999999999", "2147483647", "1a" };
	enum { M = sizeof texts / sizeof *texts };
	char text[M][24] = { { 0 } };
	long long r[M][6], q[8];

	for (int i = 0; i < M; i++)
		strcpy(text[i], texts[i]);
	#pragma omp target teams distribute parallel for map(to: text) map(from: r)
	for (int i = 0; i < M; i++) {
		char *end;

		r[i][0] = strtol(text[i], &end, 0);
		r[i][1] = end - text[i];
		r[i][2] = strtoul(text[i], NULL, 16);
		r[i][3] = strtoll(text[i], &end, 36) + (end - text[i]);
		r[i][4] = (long long)strtoull(text[i], &end, 10);
		r[i][5] = i == 6 || i == 5 || i == 9 ? atoll(text[i]) : atoi(text[i]) + atol(text[i]);
	}
	#pragma omp target map(from: q)
	{
		div_t d = div(-7, 2);
		ldiv_t l = ldiv(1L << 40, 1000);

		q[0] = d.quot * 10 + d.rem;
		q[1] = l.quot * 1000 + l.rem;
		q[2] = lldiv(-5, -3).rem;
		q[3] = imaxabs(-3) + labs(-4) + imaxdiv(9, 2).quot;
		q[4] = __builtin_clrsb(0) + 100 * __builtin_clrsb(-256) + 10000 * __builtin_clrsbll(1);
	}
	for (int i = 0; i < M; i++)
		printf("%lld %lld %lld %lld %lld %lld\n", r[i][0], r[i][1], r[i][2], r[i][3], r[i][4], r[i][5]);
	printf("%lld %lld %lld %lld %lld\n", q[0], q[1], q[2], q[3], q[4]);
}

static void strings(void)
{
	char line[] = "  one two,three  ", out[64] = "", tail[8];
	int r[8];

	#pragma omp target map(tofrom: line, out) map(from: r, tail)
	{
		char *rest, *copy;
		int *zero = calloc(9, sizeof *zero);

		for (char *w = strtok_r(line, " ,", &rest); w; w = strtok_r(NULL, " ,", &rest)) {
			copy = strdup(w);
			strcat(strcat(out, copy), ";");
			free(copy);
		}
		copy = strndup(out + 4, 3);
		strcpy(tail, copy);
		free(copy);
		r[0] = zero[0] + zero[8];
		free(zero);
		r[1] = (int)((char *)memrchr(out, ';', 8) - out);
		r[2] = memccpy(out + 20, out, 'w', 10) == out + 20 + 6;
		__builtin_prefetch(out + r[1], 0, 3);
	}
	printf("%s %s %d %d %d\n", out, tail, r[0], r[1], r[2]);
}

static void floats(void)
{
	double d[] = { 0.0, -0.0, 1, DBL_MIN / 2, -DBL_MIN, INFINITY, -INFINITY, NAN };
	float f[] = { 0.0f, 1e-40f, FLT_MIN, 3, INFINITY, NAN, -1e-45f, FLT_MAX };
	int of_d[8], of_f[8], nans;

	#pragma omp target map(to: d, f) map(from: of_d, of_f, nans)
	{
		for (int i = 0; i < 8; i++) {
			of_d[i] = fpclassify(d[i]) * 2 + isnormal(d[i]);
			of_f[i] = fpclassify(f[i]) * 2 + isnormal(f[i]);
		}
		nans = isnan(nan("")) + isnan(nanf("1"));
	}
	for (int i = 0; i < 8; i++)
		printf("%d %d ", of_d[i], of_f[i]);
	printf("%d\n", nans);
}

int main(void)
{
	int n = 0;

	sorting();
	numbers();
	strings();
	floats();
	fflush(stdout);
	#pragma omp target map(from: n)
	{
		fputs("text, ", stdout);
		n = fputc('A', stdout) + putc('\n', stdout) + putchar('B');
		fputs("\n", stdout);
		fflush(stdout);
	}
	printf("%d\n", n);
	return 0;
}
