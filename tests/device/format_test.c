/*
 * format_test.c: the device library's snprintf, built for the host, against the host's own, on random
 * formats of one number.
 */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "tap.h"

#define vsnprintf dev_vsnprintf
#define vsprintf dev_vsprintf
#define snprintf dev_snprintf
#define sprintf dev_sprintf
#include "devrt/device/runtime_format.c"
#undef vsnprintf
#undef vsprintf
#undef snprintf
#undef sprintf

enum { MOST = 2000 };

static uint64_t
next(void)
{
	static uint64_t state = 88172645463325252;

	state ^= state << 13;
	state ^= state >> 7;
	return state ^= state << 17;
}

/* "%", flags, width and precision. */
static int
random_spec(char *f)
{
	int n = 0;

	f[n++] = '%';
	for (int i = 0; i < 2; i++)
		if (next() % 3 == 0)
			f[n++] = "+- 0#"[next() % 5];
	if (next() % 2)
		n += sprintf(f + n, "%d", (int)(next() % 30));
	if (next() % 4)
		n += sprintf(f + n, ".%d", (int)(next() % 24));
	f[n] = 0;
	return n;
}

static double
random_double(void)
{
	uint64_t bits = next();
	double x;

	switch (next() % 3) {
	case 0: memcpy(&x, &bits, sizeof x); return x;
	case 1: return ((double)(bits % 2000001) - 1000000) / (double)(1 << next() % 12);
	default: return (double)(bits % 1000000) / 1000; /* many just beside half a digit */
	}
}

static bool
differs(const char *f, int n, const char *text, int host_n, const char *host)
{
	if (n == host_n && strcmp(text, host) == 0)
		return false;
	printf("# %s: %d '%s', not %d '%s'\n", f, n, text, host_n, host);
	return true;
}

/* "%#g" is not compared: glibc (2.36, say) drops zeros where rounding makes one digit more. */
static void
test_doubles(void)
{
	static char text[MOST], host[MOST];
	int wrong = 0;

	for (int i = 0; i < 40000; i++) {
		double x = random_double();
		char f[40];
		int at = random_spec(f);

		f[at] = strchr(f, '#') ? "feFEaA"[next() % 6] : "feFEaAgG"[next() % 8];
		f[at + 1] = 0;
		wrong += differs(f, dev_snprintf(text, MOST, f, x), text,
			snprintf(host, MOST, f, x), host);
	}
	ok(!wrong, "doubles: %d wrong", wrong);
}

static void
test_integers(void)
{
	static const char *const sizes[] = { "", "h", "hh", "l", "z", "j" };
	static char text[MOST], host[MOST];
	int wrong = 0;

	for (int i = 0; i < 20000; i++) {
		int size = (int)(next() % 6), shift = (int)(next() % 64), n, host_n;
		long v = (long)(next() >> shift);
		char f[40];
		int at = random_spec(f);

		sprintf(f + at, "%s%c", sizes[size], "diouxX"[next() % 6]);
		n = size < 3 ? dev_snprintf(text, MOST, f, (int)v) : dev_snprintf(text, MOST, f, v);
		host_n = size < 3 ? snprintf(host, MOST, f, (int)v) : snprintf(host, MOST, f, v);
		wrong += differs(f, n, text, host_n, host);
	}
	ok(!wrong, "integers: %d wrong", wrong);
}

int
main(void)
{
	test_doubles();
	test_integers();
	return done();
}
