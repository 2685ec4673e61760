/* A structure from the host's variable arguments. */
// error: 12:7: this struct value is not available in device code
#include <stdarg.h>

struct s { int a; };
int f(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	#pragma omp target map(tofrom: n)
	n += va_arg(ap, struct s).a;
	va_end(ap);
	return n;
}
