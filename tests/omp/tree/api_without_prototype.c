/* The OpenMP header and a runtime call inside a region. */
#include <omp.h>
void f(int *a)
{
#pragma omp target parallel
	a[omp_get_thread_num()] = omp_get_num_threads();
}
