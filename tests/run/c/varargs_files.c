// args: tests/run/two/varargs.c
/*
 * Variadic functions of another file, called by name and through a pointer; that file calls back, and
 * passes a va_list here.
 */
#include <stdarg.h>
#include <stdio.h>

struct point { float x; short y; };

#pragma omp declare target
long total(const char *types, ...);
extern long (*const way)(const char *, ...);

long
vtotal(const char *types, va_list ap)
{
	long s = 0;

	for (; *types; types++)
		if (*types == 'i')
			s += va_arg(ap, int);
		else if (*types == 'd')
			s += (long)(va_arg(ap, double) * 16);
		else if (*types == 'p')
			s += va_arg(ap, struct point).y;
		else
			s += va_arg(ap, long);
	return s;
}

long
last(int n, ...)
{
	va_list ap;
	long v = 0;

	va_start(ap, n);
	while (n-- > 0)
		v = va_arg(ap, long);
	va_end(ap);
	return v;
}
#pragma omp end declare target

int main(void)
{
	enum { N = 50 };
	long a[N], b[N];

	#pragma omp target teams distribute parallel for map(from: a, b)
	for (int i = 0; i < N; i++) {
		struct point p = { 1.5f, (short)(i * 2) };

		a[i] = total("idpl", i, i / 8., p, (long)i << 20);
		b[i] = way("pil", p, 'c' + i, 1L);
	}
	for (int i = 0; i < N; i++)
		printf("%ld %ld\n", a[i], b[i]);
	return 0;
}
