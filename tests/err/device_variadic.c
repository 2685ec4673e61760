// variadic functions (C11 7.16), defined here and elsewhere
#include <stdarg.h>
#include <stdio.h>

static int last(int n, ...)
{
	va_list ap;
	int r = 0;

	va_start(ap, n);
	while (n--)
		r = va_arg(ap, int);
	va_end(ap);
	return r;
}

void f(int *a)
{
	#pragma omp target
	{
		a[0] = last(1, 2);
		snprintf((char *)a, 4, "here\n");
	}
}
// error: 21:10: device code cannot call variadic functions: 'last'
// error: 22:3: device code calls 'snprintf', which is not defined in this file and not 'declare target'
