/* What variable arguments in device code cannot be (C11 7.16). */
#include <stdarg.h>
#include <stdio.h>

int f(int n, ...)
{
	va_list ap;

	va_start(ap, n);
	#pragma omp target map(tofrom: n)
	n += va_arg(ap, int);
	#pragma omp target map(tofrom: n)
	{
		va_list mine;

		va_start(mine, n);
		n += va_arg(mine, int);
	}
	va_end(ap);
	return n;
}

#pragma omp declare target
int g(int n, ...)
{
	va_list ap;
	int s = 0;

	va_start(ap, n);
	n = (int)va_arg(ap, float);
	s += va_arg(ap, char);
	s += va_arg(ap, long double) > 0;
	s += *va_arg(ap, int[2]);
	s += g(1, ap);
	va_end(ap);
	return s;
}

int h(int n)
{
	va_list ap;

	va_start(ap, n);
	n += va_arg(ap, int);
	va_end(ap);
	return n;
}
#pragma omp end declare target
// error: 10:14: 'ap' stands for arguments on the host's stack: read them there, and use the values in the target region
// error: 16:3: va_start in a target region: the function's arguments are on the host's stack
// error: 30:11: no variable argument has the type 'float': it comes promoted, as int or double
// error: 31:7: no variable argument has the type 'char': it comes promoted, as int or double
// error: 32:7: device code has no 'long double'
// error: 32:33: device code has no 'long double'
// error: 33:8: no variable argument has the type 'int [2]'
// error: 34:12: a va_list cannot be a variable argument in device code: pass its address
// error: 43:2: va_start in a function without '...'
