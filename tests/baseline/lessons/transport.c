/* transport: an octant's sweep of lesson 19, and its two sums over directions; with -DTEAMS, a team for each sum. */
#include "app.h"
#include "../../../lessons/19-transport/transport.c"

static scalar seen[MOMENTS];

/* One step of time on the host. */
static void
prepare(void)
{
	choose_directions();
	order_cells();
	choose_matter(SOURCE);
	device = 0;
	run(SOURCE, 1);
	FIELD(flux);
	FIELD(moment);
	FIELD(weight);
	FIELD(mu);
	FIELD(eta);
	FIELD(xi);
}

static void
sweep_setup(int size)
{
	(void)size;
	prepare();
	FIELD(ends);
	FIELD(xside);
	FIELD(yside);
	FIELD(zside);
	FIELD(emitted);
	FIELD(total);
	FIELD(inflow);
	FIELD(material);
	FIELD(order);
}

static void
sweep_on_device(void)
{
#ifdef CUDA
	unsigned long long image = device_address(ends), now = device_address(flux), cells = device_address(order);

	LAUNCH(come_in, BLOCKS(sizeof xside / 8), 256, D(xside), D(inflow), V((int)(sizeof xside / 8)));
	LAUNCH(come_in, BLOCKS(sizeof yside / 8), 256, D(yside), D(inflow), V((int)(sizeof yside / 8)));
	LAUNCH(come_in, BLOCKS(sizeof zside / 8), 256, D(zside), D(inflow), V((int)(sizeof zside / 8)));
	for (int plane = 0; plane < PLANES; plane++) {
		int first = plane_first[plane], n = plane_first[plane + 1] - first;

		LAUNCH(sweep_plane, (n * GROUPS * ANGLES + 127) / 128, 128, V(cells + first * sizeof *order), V(n), V(0), V(2 / STEP),
			V(now), V(image), V(image + sizeof ends[0]), D(xside), D(yside), D(zside), D(emitted), D(total), D(material),
			D(mu), D(eta), D(xi));
	}
#else
	come_in();
	for (int plane = 0; plane < PLANES; plane++)
		sweep_plane(0, plane, 0, 2 / STEP);
#endif
}

static void
sweep_step(void)
{
	device = 1;
	sweep_on_device();
}

/* The first octant's fluxes, of which the host makes its own. */
static bool
sweep_check(void)
{
	static double mine[CELLS][GROUPS][ANGLES];
	bool right = true;

	from_device(flux);
	memcpy(mine, flux[0], sizeof mine);
	device = 0;
	come_in();
	for (int plane = 0; plane < PLANES; plane++)
		sweep_plane(0, plane, 0, 2 / STEP);
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++)
			for (int a = 0; a < ANGLES; a++)
				right = right && close_to(mine[c][g][a], flux[0][c][g][a], 1e-10);
	return right;
}

static void
sum_setup(int size)
{
	(void)size;
	prepare();
}

/* Moments from the first to the last, against the host's sums. */
static bool
sums(int from, int to)
{
	bool right = true;

	from_device(moment);
	memcpy(seen, moment, sizeof seen);
	device = 0;
	reduce_flux();
	reduce_moments();
	for (int m = from; m <= to; m++)
		for (int c = 0; c < CELLS; c++)
			for (int g = 0; g < GROUPS; g++)
				right = right && close_to(seen[m][c][g], moment[m][c][g], 1e-10);
	return right;
}

static void
reduce_flux_step(void)
{
#ifdef CUDA
	LAUNCH(reduce_flux, CELLS * GROUPS, OCTANTS * ANGLES, D(moment), D(flux), D(weight));
#else
	device = 1;
	reduce_flux();
#endif
}

static bool
reduce_flux_check(void)
{
	return sums(0, 0);
}

static void
reduce_moments_step(void)
{
#ifdef CUDA
	LAUNCH(reduce_moments, CELLS * GROUPS, OCTANTS * ANGLES, D(moment), D(flux), D(weight), D(mu), D(eta), D(xi));
#else
	device = 1;
	reduce_moments();
#endif
}

static bool
reduce_moments_check(void)
{
	return sums(1, 3);
}

const struct bench sweep_bench = { "sweep", { 0 }, sweep_setup, sweep_step, sweep_check };
const struct bench reduce_flux_bench = { "reduce_flux", { 0 }, sum_setup, reduce_flux_step, reduce_flux_check };
const struct bench reduce_moments_bench = { "reduce_moments", { 0 }, sum_setup, reduce_moments_step, reduce_moments_check };
