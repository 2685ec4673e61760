// args: -arch=sm_90 -fno-device-unroll
/* A counter without sign that the test keeps from wrapping is one of 64 bits, and pointers are stepped. */
void
add(float *a, const float *b, unsigned n)
{
	#pragma omp target
	for (unsigned i = 0; i < n; i++)
		a[i] += b[i];
}
