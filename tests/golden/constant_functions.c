// args: -arch=sm_70
/* The functions, the comparison and the conversions are of constants when variables have become what they are. */
#include <math.h>

void
turn(int n, float *x, const float *y)
{
	#pragma omp target teams distribute parallel for map(from: x[:n]) map(to: y[:n])
	for (int i = 0; i < n; i++) {
		const float angle = 30;
		float c = cosf(angle * M_PI / 180), det = c * c;
		int places = (int)powf(angle, 0.75f);

		x[i] = det == 0 ? 1 : c * y[i] + places;
	}
}
