// pointers to library functions that depend on where they are called, or are translated there
#include <omp.h>
#include <stdio.h>

void f(int *a)
{
	#pragma omp target map(tofrom: a[0:1])
	{
		int (*p)(void) = omp_get_thread_num;
		int (*print)(const char *, ...) = printf;

		a[0] = p() + print("x");
	}
}
// error: 9:20: 'omp_get_thread_num' cannot be called through a pointer in device code: it has OpenMP constructs outside its own parallel regions or asks for thread numbers, and is built where it is called
// error: 10:37: 'printf' cannot be called through a pointer in device code: a call of it is translated where it is written
