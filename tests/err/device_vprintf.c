/* Lists of arguments are printed to the device's only stream. */
// error: 13:11: device code prints to 'stdout' and 'stderr' only
#include <stdarg.h>
#include <stdio.h>

#pragma omp declare target
void report(FILE *where, const char *format, ...)
{
	va_list ap;

	va_start(ap, format);
	vprintf(format, ap);
	vfprintf(where, format, ap);
	va_end(ap);
}
#pragma omp end declare target
