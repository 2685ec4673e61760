// The host side of a program: C that only the host compiler sees, beside a target region. Headers of
// the system, variadic functions and macros, long double, VLAs, host OpenMP, labels, line numbers.
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <omp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <time.h>

#define LOG(format, ...) printf("[" format "] ", ##__VA_ARGS__)
#define MAX_OF(a, b) ({ __typeof__(a) x_ = (a), y_ = (b); x_ > y_ ? x_ : y_; })
#define NAME_(a, b) a ## b
#define NAME(a, b) NAME_(a, b)
#define TEXT(x) #x

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

static int NAME(old_, style)(a, b)
	int a;
	char b;
{
	return a + b;
}

enum day { SUN, MON, TUE };

static const char *day(enum day d)
{
	static const char *const names[] = { [TUE] = "tue", [SUN] = "sun", [MON] = "mon" };

	return names[d];
}

static inline __attribute__((unused)) long double big(void)
{
	return 1.0L + LDBL_EPSILON;
}

int main(void)
{
	int n = 6, total = 0, v[n][2];
	_Static_assert(sizeof(int) == 4, "32-bit int");
	struct { int x; struct { char c[3]; } inner; } s = { .inner.c = { [1] = 'q' } };
	int (*call)(int, ...) = sum;
	unsigned long long bits = 0xffffULL << 16 >> 8;
	char word[32];

	assert(n > 5);
	for (int i = 0; i < n; i++)
		v[i][0] = i, v[i][1] = -i;
	#pragma omp parallel for reduction(+: total)
	for (int i = 0; i < 1000; i++)
		total += i;
	#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
	for (int i = 0; i < n; i++)
		v[i][1] += v[i][0] * 3;
	LOG("no argument");
	LOG("%d %d", call(3, 1, 2, 3), old_style(4, 'a'));
	LOG("%s %s %c %d", day(TUE), TEXT(a + "b"), s.inner.c[1], MAX_OF(3, n));
	LOG("%d %d %d", total, v[5][1], (int)sizeof v);
	LOG("%d %.3Lf %llx", big() > 1.0L, sqrtl(2.0L), bits);
	strcpy(word, "hello");
	for (char *p = word; *p; p++)
		*p = toupper((unsigned char)*p);
	errno = 0;
	LOG("%s %d %d %d", word, errno == EDOM, (int)offsetof(struct tm, tm_min) >= 0, __LINE__);
	switch (n) {
	case 1 ... 5:
		LOG("range");
		break;
	default:
		goto out;
	}
out:
	printf("%s\n", __func__);
	return 0;
}
