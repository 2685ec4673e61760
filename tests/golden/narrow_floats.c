// floats that are doubles in between are computed as floats where that gives the same
#include <math.h>

void
brighten(int n, float *x)
{
	#pragma omp target teams distribute parallel for map(x[:n])
	for (int i = 0; i < n; i++)
		x[i] = x[i] > 0.1 ? fmax(x[i] * 0.5, 0) : 1.0 / x[i];
}
