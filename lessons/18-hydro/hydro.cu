/*
 * Kernels of hydro.c as CUDA has them: the same arithmetic, a thread for each place, blocks of 32 x 8 threads.
 *
 * hydro.c says what each computes, and what lies where.  tests/baseline/lessons/hydro.c launches them.
 */
#define K extern "C" __global__ void
#define R __restrict__

namespace hydro {

enum { G = 2, X0 = G, X1 = G + NX, Y0 = G, Y1 = G + NY, COLUMNS = X1 + G + 1, ROWS = Y1 + G + 1 };
typedef double row[COLUMNS];

#define SIZE ((double)1 / NX)
#define VOLUME (SIZE * SIZE)
#define AT(k, j) ((k) * COLUMNS + (j))
/* The thread's place from (k0, j0) on; it ends behind (k1, j1). */
#define PLACE(k0, k1, j0, j1) \
	int j = j0 + blockIdx.x * blockDim.x + threadIdx.x, k = k0 + blockIdx.y * blockDim.y + threadIdx.y; \
	if (k > k1 || j > j1) \
		return

K mirror_columns(row *f, int oncolumn, double sign)
{
	PLACE(0, ROWS - 1, 1, G);
	f[k][X0 - j] = sign * f[k][X0 + j - 1 + oncolumn];
	f[k][X1 + j - 1 + oncolumn] = sign * f[k][X1 - j];
}

K mirror_rows(row *f, int onrow, double sign)
{
	PLACE(1, G, 0, COLUMNS - 1);
	f[Y0 - k][j] = sign * f[Y0 + k - 1 + onrow][j];
	f[Y1 + k - 1 + onrow][j] = sign * f[Y1 - k][j];
}

#define ACROSS(v) (0.5 * (v[k][j + 1] + v[k + 1][j + 1] - v[k][j] - v[k + 1][j]) / SIZE)
#define UPWARDS(v) (0.5 * (v[k + 1][j] + v[k + 1][j + 1] - v[k][j] - v[k][j + 1]) / SIZE)

K viscous(row *R viscosity, const row *R pressure, const row *R density0, const row *R xvel0, const row *R yvel0)
{
	PLACE(Y0, Y1 - 1, X0, X1 - 1);
	double ux = ACROSS(xvel0), vy = UPWARDS(yvel0);
	double px = pressure[k][j + 1] - pressure[k][j - 1], py = pressure[k + 1][j] - pressure[k - 1][j];
	double steep = px * px + py * py, strain = ux + vy, length = SIZE;

	if (steep > 1e-24) {
		strain = (px * px * ux + px * py * (UPWARDS(xvel0) + ACROSS(yvel0)) + py * py * vy) / steep;
		length *= sqrt(steep) / fmax(fabs(px), fabs(py));
	}
	viscosity[k][j] = ux + vy < 0 && strain < 0 ? 2 * density0[k][j] * (length * strain) * (length * strain) : 0;
}

K accelerate(row *R xvel1, row *R yvel1, const row *R xvel0, const row *R yvel0, const row *R density0, const row *R pressure,
	const row *R viscosity, double dt)
{
	PLACE(Y0, Y1, X0, X1);
	double mass = 0.25 * VOLUME * (density0[k - 1][j - 1] + density0[k - 1][j] + density0[k][j - 1] + density0[k][j]);
	double lower_left = pressure[k - 1][j - 1] + viscosity[k - 1][j - 1];
	double lower_right = pressure[k - 1][j] + viscosity[k - 1][j];
	double upper_left = pressure[k][j - 1] + viscosity[k][j - 1];
	double upper_right = pressure[k][j] + viscosity[k][j];
	double push = 0.5 * SIZE * dt / mass;

	xvel1[k][j] = xvel0[k][j] + push * ((lower_left - lower_right) + (upper_left - upper_right));
	yvel1[k][j] = yvel0[k][j] + push * ((lower_left - upper_left) + (lower_right - upper_right));
}

__device__ static double slope(double a, double b)
{
	double least = fmin(fmin(2 * fabs(a), 2 * fabs(b)), 0.5 * fabs(a + b));

	return a * b > 0 ? copysign(least, a) : 0;
}

__device__ static double carried(const double *R q, int before_up, int up, int down, double part)
{
	return q[up] + 0.5 * (1 - part) * slope(q[up] - q[before_up], q[down] - q[up]);
}

K cell_flux(double *R mass, double *R energy_flux, const double *R volume, const double *R density, const double *R energy,
	const double *R before, int step)
{
	PLACE(Y0, Y1, X0, X1);
	int at = AT(k, j), wind = volume[at] > 0 ? 1 : -1;
	int down = wind > 0 ? at : at - step, up = down - wind * step, before_up = up - wind * step;
	double room = before[up];
	double m = volume[at] * carried(density, before_up, up, down, fabs(volume[at]) / room);

	mass[at] = m;
	energy_flux[at] = m * carried(energy, before_up, up, down, fabs(m) / (density[up] * room));
}

K momentum_flux(double *R xmomentum, double *R ymomentum, const double *R corner_flux, const double *R corner_before,
	const double *R xvel, const double *R yvel, int step)
{
	PLACE(Y0, Y1 + 1, X0, X1 + 1);
	int at = AT(k, j), wind = corner_flux[at] > 0 ? 1 : -1;
	int down = wind > 0 ? at : at - step, up = down - wind * step, before_up = up - wind * step;
	double part = fabs(corner_flux[at]) / corner_before[up];

	xmomentum[at] = corner_flux[at] * carried(xvel, before_up, up, down, part);
	ymomentum[at] = corner_flux[at] * carried(yvel, before_up, up, down, part);
}

}
#undef SIZE
