/* Variable arguments of a function with regions, called for itself: they are one thread's own. */
#include <stdarg.h>

#pragma omp declare target
void k(long *a, int n, ...)
{
	va_list ap, other;

	va_start(ap, n);
	#pragma omp parallel
	{
		va_list copy;

		va_copy(copy, ap);
		va_start(other, n);
		a[0] += va_arg(copy, long);
	}
	va_end(ap);
}

void v(long *a, va_list ap)
{
	#pragma omp parallel
	#pragma omp critical
	a[0] += va_arg(ap, long);
}

void many(long *a)
{
	void (*p)(long *, int, ...) = k;

	p(a, 1, 2L);
}
#pragma omp end declare target
// error: 7:10: 'ap' is used in a parallel region, whose threads do not have the variable arguments of the thread that called: read them before the region
// error: 7:14: 'other' is used in a parallel region, whose threads do not have the variable arguments of the thread that called: read them before the region
// error: 15:3: va_start in a parallel region, whose threads do not have the variable arguments of the thread that called: read them before the region
// error: 21:25: 'ap' is used in a parallel region, whose threads do not have the variable arguments of the thread that called: read them before the region
