// args: -arch=sm_70
/* The coefficients are loaded ahead of the iteration, which runs once at least, though it may end early. */
void
root(int n, double *r, const double *c)
{
	#pragma omp target teams distribute parallel for map(from: r[:n]) map(to: c[:3 * n])
	for (int i = 0; i < n; i++) {
		double x = 1;

		for (int k = 0; k < 200; k++) {
			double f = (c[3 * i] * x + c[3 * i + 1]) * x + c[3 * i + 2], g = 2 * c[3 * i] * x + c[3 * i + 1];

			if (f * f < 1e-20)
				break;
			x -= f / g;
		}
		r[i] = x;
	}
}
