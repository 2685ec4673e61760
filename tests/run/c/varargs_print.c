/*
 * vprintf and vfprintf on the device, behind variadic functions: what the device's own vprintf lacks
 * (z, j, t, h, a precision that varies), arguments that begin in the middle, more than 32 of them, and
 * a format longer than any buffer.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

static int say(const char *format, ...)
{
	va_list ap;
	int n;

	va_start(ap, format);
	n = vprintf(format, ap);
	va_end(ap);
	return n;
}

/* An int is taken before the rest is printed. */
static void tagged(int n, ...)
{
	va_list ap;
	const char *format;

	va_start(ap, n);
	n += va_arg(ap, int);
	format = va_arg(ap, const char *);
	n += va_arg(ap, int);
	fprintf(stdout, "[%d] ", n);
	vfprintf(stdout, format, ap);
	va_end(ap);
}

int main(void)
{
	int n = 5;

	#pragma omp target map(tofrom: n)
	{
		ptrdiff_t d = -7;
		size_t z = 18446744073709551615u;
		intmax_t j = -9000000000;

		say("plain\n");
		say("%d|%5d|%-5d|%05d|%+d|%x|%#X|%o|%u|%c|%%|%s\n", n, n, n, n, n, 255, 255, 8, -1, 'c', "text");
		say("%ld %lld %lu %zu %jd %td %lx\n", -5L, 1LL << 40, 1ul << 63, z, j, d, z);
		say("%hd %hu %hhd %hhu\n", 70000, 70000, 300, 511);
		say("%f %.3f %10.2f %-8.1f| %e %g %.*f %*d %.*s\n", 1.5, 2.0625, 3.14159, 2.5, 12345.678, 0.0001, n - 3, 2.71828,
			n + 2, n, 2, "abc");
		tagged(1, 2, "%d %f %d %ld %p\n", 3, n, 0.25, n + 1, 1L << 33, (void *)0x10);
		say("%d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d %d "
			"%d %.1f %d\n", 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24,
			25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36., 37);
		say("a long text of %d characters and more, which goes on and on until it fills the memory that the "
			"translated format has, and does so again and again, for nobody has promised that a format "
			"is short: %s, %s, %s; and at the end of all the words that it took there are, once "
			"more, numbers: %ld and %g\n", 300, "one", "two", "three", 77L, 1e100);
		n = say("%d\n", 1) > 0;
	}
	return n != 1;
}
