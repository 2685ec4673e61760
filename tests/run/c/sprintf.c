/*
 * sprintf, snprintf and their v forms on the device: each text and result is the host's.  The
 * device fills a table of lines, and the host the same table by the same function.
 */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { LINES = 100, WIDTH = 400 };

struct table {
	char line[LINES][WIDTH];
	int result[LINES], n;
};

#pragma omp declare target
static void add(struct table *t, size_t size, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	t->result[t->n] = vsnprintf(t->line[t->n], size, format, ap);
	va_end(ap);
	t->n++;
}

static void add_unlimited(struct table *t, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	t->result[t->n] = vsprintf(t->line[t->n], format, ap);
	va_end(ap);
	t->n++;
}

static void integers(struct table *t)
{
	add(t, WIDTH, "%d|%5d|%-5d|%05d|%+d|% d|%i", 42, 42, 42, 42, 42, 42, -42);
	add(t, WIDTH, "%.5d|%8.5d|%-8.5d|%08.5d|%.0d|%5.0d|%+.0d", 42, 42, -42, 42, 0, 0, 0);
	add(t, WIDTH, "%u|%o|%#o|%#o|%#.0o|%#.5o|%x|%X|%#x|%#X|%#x|%#010x", -1, 8, 8, 0, 0, 8, 255, 255, 255, 255, 0, 255);
	add(t, WIDTH, "%ld|%lld|%lu|%zu|%jd|%td|%lx", -5L, 1LL << 40, 1ul << 63, (size_t)-1, INTMAX_MIN, (ptrdiff_t)-7, -1L);
	add(t, WIDTH, "%hd|%hu|%hhd|%hhu|%hhx", 70000, 70000, 300, 511, -1);
	add(t, WIDTH, "%d|%d|%*d|%-*d|%*d|%.*d|%.*d|", -2147483647 - 1, 0, 6, 1, 6, 2, -6, 3, 4, 5, -4, 6);
	add(t, WIDTH, "%c%c|%3c|%-3c|%%|%s|%8s|%-8s|%.2s|%.*s|%8.1s|%.0s|", 'a', 'b', 'c', 'd', "text", "text", "text", "text", 3,
		"text", "text", "text");
	add(t, WIDTH, "%p|%20p|%-20p|%p", (void *)0x10, (void *)0xabcdef, (void *)1, (void *)0);
}

static void doubles(struct table *t)
{
	static const double values[] = { 0, -0., 1, 0.5, 1.5, 2.5, 9.995, 999999.4, 123456789, 0.0001, 0.00001234, 1e22,
		1.7976931348623157e308, 4.9406564584124654e-324, 2.2250738585072014e-308, 3.141592653589793, 0.1, 1e100, 1e-5 };

	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++) {
		double x = values[i];

		add(t, WIDTH, "%f|%.3f|%12.1f|%-12.0f|%#.0f", x, x, x, x, x);
		add(t, WIDTH, "%e|%.3E|%015.1e|%-12.0e|%#.0e|%.25e", x, x, -x, x, x, x);
		add(t, WIDTH, "%g|%.3G|%+015.10g|%-12.0g|%#g|%.17g|%#.3g", x, x, x, -x, x, x, x);
		add(t, WIDTH, "%a|%.3A|%+020.1a|%-12.0a|%#.0a|%.15a|% a", x, x, x, x, x, x, -x);
	}
	add(t, WIDTH, "%f|%F|%010e|%+G|%a|%-6g|%5.1f", 1 / 0., -1 / 0., 1 / 0., 1 / 0., 1 / 0., 1 / 0., 1 / 0.);
	add(t, WIDTH, "%g|%.7g|%.5e|%.0f", 999999.5, 999999.5, 999999.5, 999999.5); /* with # glibc errs */
	add(t, WIDTH, "%.300e", 0.1);
	add(t, WIDTH, "%.340f", 4.9406564584124654e-324);
}

static void limits(struct table *t)
{
	int at[3] = { 0 };
	long far = 0;

	memset(t->line[t->n], 'x', 16);
	add(t, 0, "%d characters", 13);
	memset(t->line[t->n], 'x', 16);
	add(t, 1, "%s", "none");
	memset(t->line[t->n], 'x', 16);
	add(t, 6, "%s and %d", "five", 5);
	add(t, 5, "%s", "four");
	add_unlimited(t, "%s%n%5d%ln%n", "at", &at[0], 5, &far, &at[1]);
	t->result[t->n] = snprintf(t->line[t->n], 8, "%d %d %ld and more", at[0], at[1], far);
	t->n++;
	t->result[t->n] = sprintf(t->line[t->n], "%s: %d, %.2f", "plain", 1, 2.345);
	t->n++;
	t->result[t->n] = snprintf(NULL, 0, "%1000d", 1);
	t->n++;
}

static void fill(struct table *t)
{
	t->n = 0;
	integers(t);
	doubles(t);
	limits(t);
}
#pragma omp end declare target

static struct table device, host;

int main(void)
{
	int wrong = 0;

	fill(&host);
	#pragma omp target map(tofrom: device)
	fill(&device);
	if (device.n != host.n)
		printf("%d lines, not %d\n", device.n, host.n);
	for (int i = 0; i < host.n; i++)
		if (device.result[i] != host.result[i] || memcmp(device.line[i], host.line[i], WIDTH) != 0) {
			printf("%d: %d '%s'\n  not %d '%s'\n", i, device.result[i], device.line[i], host.result[i], host.line[i]);
			wrong++;
		}
	printf("%d lines\n", host.n);
	return wrong || device.n != host.n;
}
