// args: -scheme=spmd -arch=sm_70 -fopenmp-nonaliased-maps -fno-device-covers
// The promise that mapped ranges do not overlap: one entry, no comparison at the launch, and its load of
// b takes the read-only path although a is written (Martineau et al. 2016, VI).
void f(double *a, double *b)
{
	#pragma omp target map(a[0:1]) map(to: b[0:1])
	a[0] += b[0];
}
