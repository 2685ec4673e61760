/* What a device is, is asked of the runtime. */
void f(int *a)
{
#pragma omp metadirective when(target_device={kind(gpu)}: target map(a[0:1])) otherwise(parallel)
	a[0] = 1;
}
// error: 4:32: 'target_device' needs #include <omp.h>: the device is known when the program runs
