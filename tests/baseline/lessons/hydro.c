/* hydro: four kernels of lesson 18, their walls included, in the third step of its problem. */
#include "app.h"
#define NX HYDRO
#define NY HYDRO
#include "../../../lessons/18-hydro/hydro.c"

static field seen[2];
static const double dt = 0.1 * SIZE;
#define X_AXIS ((struct axis){ &xvolume[0][0], &xmass[0][0], 1 })

/* Two steps on the host, and of the third as much as comes before its last kernel. */
static void
prepare(void)
{
	device = 0;
	fill(MIDDLE);
	step(1, 0);
	step(1, 1);
	ideal_gas(density0, energy0);
	viscous();
	squeeze(dt, xvel0, xvel0, yvel0, yvel0);
	accelerate(dt);
	mirror(density1, CELL);
	mirror(energy1, CELL);
	swept_volumes(dt);
	cell_volumes(X_AXIS, 1);
	cell_flux(X_AXIS);
	mirror(xmass, XSIDE);
	corner_masses(X_AXIS);
}

#ifdef CUDA
#define OVER(kernel, rows, columns, ...) GRID(kernel, ((columns) + 31) / 32, ((rows) + 7) / 8, 32, 8, __VA_ARGS__)

static void
walls(field f, enum place place)
{
	int oncolumn = place == XCORNER || place == YCORNER, onrow = oncolumn;

	OVER(mirror_columns, ROWS, G, D(f), V(oncolumn), V(place == XCORNER ? -1.0 : 1.0));
	OVER(mirror_rows, G, COLUMNS, D(f), V(onrow), V(place == YCORNER ? -1.0 : 1.0));
}
#endif

/* Compare what a kernel has left on the device with what the host made of the same. */
static bool
same(field *first, field *second, void (*on_host)(void))
{
	field *result[] = { first, second };
	bool right = true;

	for (int i = 0; i < 2; i++) {
		from_device(result[i]);
		memcpy(seen[i], result[i], sizeof seen[i]);
	}
	device = 0;
	on_host();
	for (int i = 0; i < 2; i++)
		for (int k = Y0; k < Y1; k++)
			for (int j = X0; j < X1; j++)
				right = right && close_to(seen[i][k][j], (*result[i])[k][j], 1e-9);
	return right;
}

static void
viscous_setup(int size)
{
	(void)size;
	prepare();
	FIELD(viscosity);
	FIELD(pressure);
	FIELD(density0);
	FIELD(xvel0);
	FIELD(yvel0);
}

static void
viscous_step(void)
{
#ifdef CUDA
	OVER(viscous, NY, NX, D(viscosity), D(pressure), D(density0), D(xvel0), D(yvel0));
	walls(viscosity, CELL);
#else
	device = 1;
	viscous();
#endif
}

static bool
viscous_check(void)
{
	return same(&viscosity, &viscosity, viscous);
}

static void
accelerate_setup(int size)
{
	viscous_setup(size);
	FIELD(xvel1);
	FIELD(yvel1);
}

static void
accelerate_on_host(void)
{
	accelerate(dt);
}

static void
accelerate_step(void)
{
#ifdef CUDA
	OVER(accelerate, NY + 1, NX + 1, D(xvel1), D(yvel1), D(xvel0), D(yvel0), D(density0), D(pressure), D(viscosity), V(dt));
	walls(xvel1, XCORNER);
	walls(yvel1, YCORNER);
#else
	device = 1;
	accelerate(dt);
#endif
}

static bool
accelerate_check(void)
{
	return same(&xvel1, &yvel1, accelerate_on_host);
}

static void
cell_flux_setup(int size)
{
	(void)size;
	prepare();
	FIELD(xmass);
	FIELD(energy_flux);
	FIELD(xvolume);
	FIELD(density1);
	FIELD(energy1);
	FIELD(before);
}

static void
cell_flux_on_host(void)
{
	cell_flux(X_AXIS);
}

static void
cell_flux_step(void)
{
#ifdef CUDA
	OVER(cell_flux, NY + 1, NX + 1, D(xmass), D(energy_flux), D(xvolume), D(density1), D(energy1), D(before), V(1));
#else
	device = 1;
	cell_flux(X_AXIS);
#endif
}

static bool
cell_flux_check(void)
{
	return same(&xmass, &energy_flux, cell_flux_on_host);
}

static void
momentum_flux_setup(int size)
{
	(void)size;
	prepare();
	FIELD(xmomentum);
	FIELD(ymomentum);
	FIELD(corner_flux);
	FIELD(corner_before);
	FIELD(xvel1);
	FIELD(yvel1);
}

static void
momentum_flux_on_host(void)
{
	momentum_flux(X_AXIS);
}

static void
momentum_flux_step(void)
{
#ifdef CUDA
	OVER(momentum_flux, NY + 2, NX + 2, D(xmomentum), D(ymomentum), D(corner_flux), D(corner_before), D(xvel1), D(yvel1), V(1));
#else
	device = 1;
	momentum_flux(X_AXIS);
#endif
}

static bool
momentum_flux_check(void)
{
	return same(&xmomentum, &ymomentum, momentum_flux_on_host);
}

#define BENCH(kernel) const struct bench kernel##_bench = { #kernel, { 0 }, kernel##_setup, kernel##_step, kernel##_check }
BENCH(viscous);
BENCH(accelerate);
BENCH(cell_flux);
BENCH(momentum_flux);
