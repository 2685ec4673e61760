/*
 * tap.h: the Test Anything Protocol, version 13, for test programs in C.  Call plan(n) first or
 * done() last; ok(condition, name...) once per test.  Include it in one file of a program only.
 */
#ifndef TAP_H
#define TAP_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static struct {
	int run, failed;
} tap;

/* Under the address sanitizer (make SAN=1): a test program may end without freeing. */
const char *__asan_default_options(void);
const char *
__asan_default_options(void)
{
	return "detect_leaks=0";
}

__attribute__((format(printf, 2, 3), unused)) static bool
ok(bool good, const char *fmt, ...)
{
	va_list ap;

	printf("%s %d - ", good ? "ok" : "not ok", ++tap.run);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
	tap.failed += !good;
	return good;
}

__attribute__((format(printf, 1, 2), unused)) static void
diag(const char *fmt, ...)
{
	va_list ap;

	fputs("# ", stdout);
	va_start(ap, fmt);
	vprintf(fmt, ap);
	va_end(ap);
	putchar('\n');
	fflush(stdout);
}

__attribute__((unused)) static void
skip_all(const char *why)
{
	printf("1..0 # SKIP %s\n", why);
	exit(0);
}

__attribute__((unused)) static int
done(void)
{
	printf("1..%d\n", tap.run);
	return tap.failed ? 1 : 0;
}

#endif
