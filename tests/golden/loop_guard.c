// args: -scheme=spmd -arch=sm_70 -fopenmp-nonaliased-maps -fno-device-unroll
// c[1] is loaded once, before the loop, and not at all where the loop does not run.
void f(double *a, double *c, int n)
{
	#pragma omp target map(a[0:1]) map(to: c[0:2])
	for (int j = 0; j < n; j++)
		a[0] = a[0] * c[1] + 1;
}
