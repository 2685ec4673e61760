/* The other file of varargs_files.c. */
#include <stdarg.h>

#pragma omp declare target
long vtotal(const char *types, va_list ap);
long last(int n, ...);

long
total(const char *types, ...)
{
	va_list ap;
	long s;

	va_start(ap, types);
	s = vtotal(types, ap);
	va_end(ap);
	return s + last(3, s, s * 2, s * 4);
}

long (*const way)(const char *, ...) = total;
#pragma omp end declare target
