/*
 * A mini-app: the flow of a gas by Euler's equations on a staggered grid, 17 kernels of mixed shapes.
 *
 * Usage: hydro [middle|tube] [STEPS].  middle (default): a hot square in the middle of a box drives a shock outwards.
 * tube: Sod's shock tube, whose exact solution is known, until t = 0.2.  The host runs the same steps, and all
 * fields must agree.  No mass may be lost; what starts the same on both sides of a middle line must end so; and the
 * tube must be near the exact solution.
 *
 * A step lets the grid move with the gas (Lagrange), then carries mass, energy and momentum back to
 * the fixed grid along one axis and then the other; the next step the other way round.  Density, energy, pressure
 * and viscosity belong to cells, velocities to their corners, fluxes to the sides between.  Cell (k, j), in row k,
 * has corner (k, j) at its lower left, side xside[k][j] on its left and yside[k][j] below.
 *
 * Source: the description of CloverLeaf in Martineau et al. 2016, §V-B; the method is that of D. J. Benson,
 * Computational methods in Lagrangian and Eulerian hydrocodes, 1992.  Written afresh.
 */
#include "verdict.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

#ifndef NX
#define NX 64
#endif
#ifndef NY
#define NY 64
#endif
/* G layers of cells behind each wall; cells are X0 to X1 - 1, corners and sides X0 to X1. */
enum { G = 2, X0 = G, X1 = G + NX, Y0 = G, Y1 = G + NY, COLUMNS = X1 + G + 1, ROWS = Y1 + G + 1 };
#define SIZE ((double)1 / NX)      /* of a cell; the box is 1 wide */
#define VOLUME (SIZE * SIZE)
#define GAMMA 1.4

typedef double field[ROWS][COLUMNS];

/* Of cells: when the step begins (0), and what becomes of them (1). */
static field density0, density1, energy0, energy1, pressure, viscosity, sound;
/* Of corners. */
static field xvel0, xvel1, yvel0, yvel1;
/* Of sides: the volume and the mass that cross them in the step. */
static field xvolume, yvolume, xmass, ymass;
/* While one axis is done: volumes and masses before and after, what crosses. */
static field before, after, energy_flux, corner_flux, corner_before, corner_after, xmomentum, ymomentum;

static int device;      /* run the kernels there? */

/* ---- walls ---- */

enum place { CELL, XCORNER, YCORNER, XSIDE, YSIDE };

/*
 * What is behind a wall mirrors what is before it.  The wall's own column holds corners and left sides: they
 * mirror at it, cells between it and the next; what points through the wall changes its sign.
 */
static void
mirror(field f, enum place place)
{
	int oncolumn = place == XCORNER || place == YCORNER || place == XSIDE;
	int onrow = place == XCORNER || place == YCORNER || place == YSIDE;
	double xsign = place == XCORNER || place == XSIDE ? -1 : 1, ysign = place == YCORNER || place == YSIDE ? -1 : 1;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = 0; k < ROWS; k++)
		for (int d = 1; d <= G; d++) {
			f[k][X0 - d] = xsign * f[k][X0 + d - 1 + oncolumn];
			f[k][X1 + d - 1 + oncolumn] = xsign * f[k][X1 - d];
		}
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int d = 1; d <= G; d++)
		for (int j = 0; j < COLUMNS; j++) {
			f[Y0 - d][j] = ysign * f[Y0 + d - 1 + onrow][j];
			f[Y1 + d - 1 + onrow][j] = ysign * f[Y1 - d][j];
		}
}

/* ---- with the gas ---- */

static void
ideal_gas(field density, field energy)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			pressure[k][j] = (GAMMA - 1) * density[k][j] * energy[k][j];
			sound[k][j] = sqrt(GAMMA * pressure[k][j] / density[k][j]);
		}
	mirror(pressure, CELL);
}

/* How fast velocity v grows across cell (k, j) from left to right, and from below. */
#define ACROSS(v) (0.5 * (v[k][j + 1] + v[k + 1][j + 1] - v[k][j] - v[k + 1][j]) / SIZE)
#define UPWARDS(v) (0.5 * (v[k + 1][j] + v[k + 1][j + 1] - v[k][j] - v[k][j + 1]) / SIZE)

/* A shock is a jump; viscosity where gas is squeezed along the slope of pressure spreads it over a few cells. */
static void
viscous(void)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			double ux = ACROSS(xvel0), vy = UPWARDS(yvel0);
			double px = pressure[k][j + 1] - pressure[k][j - 1], py = pressure[k + 1][j] - pressure[k - 1][j];
			double steep = px * px + py * py, strain = ux + vy, length = SIZE;

			if (steep > 1e-24) {
				strain = (px * px * ux + px * py * (UPWARDS(xvel0) + ACROSS(yvel0)) + py * py * vy) / steep;
				length *= sqrt(steep) / fmax(fabs(px), fabs(py));
			}
			viscosity[k][j] = ux + vy < 0 && strain < 0 ?
				2 * density0[k][j] * (length * strain) * (length * strain) : 0;
		}
	mirror(viscosity, CELL);
}

/* The longest time in which nothing crosses half a cell. */
static double
timestep(double longest)
{
	double dt = longest;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) reduction(min: dt) map(tofrom: dt)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			double c = sqrt(sound[k][j] * sound[k][j] + 2 * viscosity[k][j] / density0[k][j]);
			double u = fmax(fabs(xvel0[k][j] + xvel0[k + 1][j]), fabs(xvel0[k][j + 1] + xvel0[k + 1][j + 1]));
			double v = fmax(fabs(yvel0[k][j] + yvel0[k][j + 1]), fabs(yvel0[k + 1][j] + yvel0[k + 1][j + 1]));

			dt = fmin(dt, 0.5 * SIZE / (c + 0.5 * fmax(u, v)));
		}
	return dt;
}

/* Density and energy after dt in which the corners move by the mean of two velocities. */
static void
squeeze(double dt, field xvela, field xvelb, field yvela, field yvelb)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			double grown = dt * VOLUME * 0.5 * (ACROSS(xvela) + ACROSS(xvelb) + UPWARDS(yvela) + UPWARDS(yvelb));

			energy1[k][j] = energy0[k][j] - (pressure[k][j] + viscosity[k][j]) * grown / (density0[k][j] * VOLUME);
			density1[k][j] = density0[k][j] * VOLUME / (VOLUME + grown);
		}
}

static void
accelerate(double dt)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k <= Y1; k++)
		for (int j = X0; j <= X1; j++) {
			double mass = 0.25 * VOLUME *
				(density0[k - 1][j - 1] + density0[k - 1][j] + density0[k][j - 1] + density0[k][j]);
			double lower_left = pressure[k - 1][j - 1] + viscosity[k - 1][j - 1];
			double lower_right = pressure[k - 1][j] + viscosity[k - 1][j];
			double upper_left = pressure[k][j - 1] + viscosity[k][j - 1];
			double upper_right = pressure[k][j] + viscosity[k][j];
			double push = 0.5 * SIZE * dt / mass;

			xvel1[k][j] = xvel0[k][j] + push * ((lower_left - lower_right) + (upper_left - upper_right));
			yvel1[k][j] = yvel0[k][j] + push * ((lower_left - upper_left) + (lower_right - upper_right));
		}
	mirror(xvel1, XCORNER);
	mirror(yvel1, YCORNER);
}

static void
swept_volumes(double dt)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k <= Y1; k++)
		for (int j = X0; j <= X1; j++) {
			double moved = 0.25 * dt * SIZE;

			xvolume[k][j] = moved * (xvel0[k][j] + xvel0[k + 1][j] + xvel1[k][j] + xvel1[k + 1][j]);
			yvolume[k][j] = moved * (yvel0[k][j] + yvel0[k][j + 1] + yvel1[k][j] + yvel1[k][j + 1]);
		}
	mirror(xvolume, XSIDE);
	mirror(yvolume, YSIDE);
}

/* ---- back to the grid ---- */

/*
 * One axis is done as the other: fields are rows of numbers, and a step along the axis is one number or one row.
 * What crosses a side is what its cell before the wind holds, plus a slope that makes no new extremes.
 */
#define AT(k, j) ((k) * COLUMNS + (j))

#pragma omp declare target
/* The smaller of twice the one, twice the other, and their mean; 0 at an extreme. */
static double
slope(double a, double b)
{
	double least = fmin(fmin(2 * fabs(a), 2 * fabs(b)), 0.5 * fabs(a + b));

	return a * b > 0 ? copysign(least, a) : 0;
}

/* What leaves cell `up` of q towards `down`, if `part` of it goes. */
static double
carried(const double *q, int before_up, int up, int down, double part)
{
	return q[up] + 0.5 * (1 - part) * slope(q[up] - q[before_up], q[down] - q[up]);
}
#pragma omp end declare target

struct axis {
	double *volume, *mass;  /* that cross its sides */
	int step;               /* to the next number along it */
};

static void
cell_volumes(struct axis a, int first)
{
	int step = a.step;
	const double *volume = a.volume;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = 0; k < ROWS - 1; k++)
		for (int j = 0; j < COLUMNS - 1; j++) {
			double along = volume[AT(k, j) + step] - volume[AT(k, j)];
			double both = xvolume[k][j + 1] - xvolume[k][j] + yvolume[k + 1][j] - yvolume[k][j];

			before[k][j] = VOLUME + (first ? both : along);
			after[k][j] = before[k][j] - along;
		}
}

static void
cell_flux(struct axis a)
{
	int step = a.step;
	const double *volume = a.volume, *density = &density1[0][0], *energy = &energy1[0][0];
	double *mass = a.mass;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k <= Y1; k++)
		for (int j = X0; j <= X1; j++) {
			int at = AT(k, j), wind = volume[at] > 0 ? 1 : -1;
			int down = wind > 0 ? at : at - step, up = down - wind * step, before_up = up - wind * step;
			double room = (&before[0][0])[up];

			mass[at] = volume[at] * carried(density, before_up, up, down, fabs(volume[at]) / room);
			energy_flux[k][j] = mass[at] *
				carried(energy, before_up, up, down, fabs(mass[at]) / (density[up] * room));
		}
}

static void
carry_cells(struct axis a)
{
	int step = a.step;
	const double *mass = a.mass, *flux = &energy_flux[0][0];

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			int at = AT(k, j);
			double old = density1[k][j] * before[k][j], new = old + mass[at] - mass[at + step];

			energy1[k][j] = (energy1[k][j] * old + flux[at] - flux[at + step]) / new;
			density1[k][j] = new / after[k][j];
		}
	mirror(density1, CELL);
	mirror(energy1, CELL);
}

/* The mass of a corner is a quarter of its four cells', and so is what comes to it from the corner before. */
static void
corner_masses(struct axis a)
{
	int step = a.step, across = COLUMNS + 1 - step;
	const double *mass = a.mass, *flux = &corner_flux[0][0];

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = 1; k < ROWS; k++)
		for (int j = 1; j < COLUMNS; j++) {
			int at = AT(k, j);

			corner_flux[k][j] =
				0.25 * ((mass[at] + mass[at - step]) + (mass[at - across] + mass[at - across - step]));
		}
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = 1; k < ROWS - 1; k++)
		for (int j = 1; j < COLUMNS - 1; j++) {
			double upper = density1[k][j] * after[k][j] + density1[k][j - 1] * after[k][j - 1];
			double lower = density1[k - 1][j] * after[k - 1][j] + density1[k - 1][j - 1] * after[k - 1][j - 1];

			corner_after[k][j] = 0.25 * (upper + lower);
			corner_before[k][j] = corner_after[k][j] + flux[AT(k, j) + step] - flux[AT(k, j)];
		}
}

static void
momentum_flux(struct axis a)
{
	int step = a.step;
	const double *xvel = &xvel1[0][0], *yvel = &yvel1[0][0];

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k <= Y1 + 1; k++)
		for (int j = X0; j <= X1 + 1; j++) {
			int at = AT(k, j), wind = corner_flux[k][j] > 0 ? 1 : -1;
			int down = wind > 0 ? at : at - step, up = down - wind * step, before_up = up - wind * step;
			double part = fabs(corner_flux[k][j]) / (&corner_before[0][0])[up];

			xmomentum[k][j] = corner_flux[k][j] * carried(xvel, before_up, up, down, part);
			ymomentum[k][j] = corner_flux[k][j] * carried(yvel, before_up, up, down, part);
		}
}

static void
carry_corners(struct axis a)
{
	int step = a.step;
	const double *xflux = &xmomentum[0][0], *yflux = &ymomentum[0][0];

	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = Y0; k <= Y1; k++)
		for (int j = X0; j <= X1; j++) {
			int at = AT(k, j);
			double old = corner_before[k][j], new = corner_after[k][j];

			xvel1[k][j] = (xvel1[k][j] * old + xflux[at] - xflux[at + step]) / new;
			yvel1[k][j] = (yvel1[k][j] * old + yflux[at] - yflux[at + step]) / new;
		}
	mirror(xvel1, XCORNER);
	mirror(yvel1, YCORNER);
}

static void
carry(struct axis a, enum place side, int first)
{
	cell_volumes(a, first);
	cell_flux(a);
	mirror(side == XSIDE ? xmass : ymass, side);
	carry_cells(a);
	corner_masses(a);
	momentum_flux(a);
	carry_corners(a);
}

/* ---- a step ---- */

/* What the step made is what the next one begins with. */
static void
keep(void)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int k = 0; k < ROWS; k++)
		for (int j = 0; j < COLUMNS; j++) {
			density0[k][j] = density1[k][j];
			energy0[k][j] = energy1[k][j];
			xvel0[k][j] = xvel1[k][j];
			yvel0[k][j] = yvel1[k][j];
		}
}

/* Returns the time that it took the gas. */
static double
step(double longest, int odd)
{
	struct axis x = { &xvolume[0][0], &xmass[0][0], 1 }, y = { &yvolume[0][0], &ymass[0][0], COLUMNS };
	double dt;

	ideal_gas(density0, energy0);
	viscous();
	dt = timestep(longest);
	squeeze(dt / 2, xvel0, xvel0, yvel0, yvel0);    /* the pressure in the middle of the step */
	ideal_gas(density1, energy1);
	accelerate(dt);
	squeeze(dt, xvel0, xvel1, yvel0, yvel1);
	mirror(density1, CELL);
	mirror(energy1, CELL);
	swept_volumes(dt);
	carry(odd ? y : x, odd ? YSIDE : XSIDE, 1);
	carry(odd ? x : y, odd ? XSIDE : YSIDE, 0);
	keep();
	return dt;
}

struct summary {
	double mass, inner, kinetic;
};

static struct summary
summarize(void)
{
	double mass = 0, inner = 0, kinetic = 0;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		reduction(+: mass, inner, kinetic) map(tofrom: mass, inner, kinetic)
	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			double square = 0;

			for (int up = 0; up <= 1; up++)
				for (int right = 0; right <= 1; right++)
					square += xvel0[k + up][j + right] * xvel0[k + up][j + right] +
						yvel0[k + up][j + right] * yvel0[k + up][j + right];
			mass += density0[k][j] * VOLUME;
			inner += density0[k][j] * energy0[k][j] * VOLUME;
			kinetic += density0[k][j] * VOLUME * square / 8;
		}
	return (struct summary){ mass, inner, kinetic };
}

/* ---- problems ---- */

enum problem { MIDDLE, TUBE };
static const double tube_end = 0.2;

static void
fill(enum problem problem)
{
	static field *const all[] = { &pressure, &viscosity, &sound, &xvel0, &xvel1, &yvel0, &yvel1, &xvolume, &yvolume, &xmass,
		&ymass, &before, &after, &energy_flux, &corner_flux, &corner_before, &corner_after, &xmomentum, &ymomentum };

	for (size_t i = 0; i < sizeof all / sizeof *all; i++)
		memset(all[i], 0, sizeof **all);
	for (int k = 0; k < ROWS; k++)
		for (int j = 0; j < COLUMNS; j++) {
			int x = 2 * (j - X0) + 1 - NX, y = 2 * (k - Y0) + 1 - NY;       /* from the middle, in half cells */
			int hot = problem == TUBE ? x < 0 : 2 * abs(x) < NX && 2 * abs(y) < NY;

			density0[k][j] = density1[k][j] = hot ? 1 : problem == TUBE ? 0.125 : 0.2;
			energy0[k][j] = energy1[k][j] = hot ? 2.5 : problem == TUBE ? 2 : 1;
		}
	}

/* Goes on from what density0, energy0, xvel0 and yvel0 hold, and leaves the fields there.  Returns the number of steps. */
static int
run(enum problem problem, int steps, struct summary *first, struct summary *last)
{
	int n = 0;

	#pragma omp target data if(device) map(tofrom: density0, energy0, xvel0, yvel0) \
		map(to: density1, energy1, pressure, viscosity, sound, xvel1, yvel1, xvolume, yvolume, xmass, ymass, before, after) \
		map(to: energy_flux, corner_flux, corner_before, corner_after, xmomentum, ymomentum)
	{
		double t = 0;

		*first = summarize();
		while (n < steps && (problem != TUBE || t < tube_end))
			t += step(problem == TUBE ? fmin(1, tube_end - t) : 1, n++ % 2);
		*last = summarize();
	}
	return n;
}

/* ---- what is known of them ---- */

/* How fast gas behind a wave flows that takes it from pressure p0 to p: a shock, or a fan. */
static double
behind(double p, double p0, double density, double c)
{
	double a = 2 / ((GAMMA + 1) * density), b = p0 * (GAMMA - 1) / (GAMMA + 1);

	return p > p0 ? (p - p0) * sqrt(a / (p + b)) : 2 * c / (GAMMA - 1) * (pow(p / p0, (GAMMA - 1) / (2 * GAMMA)) - 1);
}

/* Sod's problem: the density where x / t = s.  A fan runs left, a contact and a shock right. */
static double
sod(double s)
{
	const double cl = sqrt(GAMMA), pr = 0.1, dr = 0.125, cr = sqrt(GAMMA * pr / dr);
	double low = pr, high = 1, p, u, shock, c;

	while (high - low > 1e-14) {
		double middle = (low + high) / 2;

		*(behind(middle, 1, 1, cl) + behind(middle, pr, dr, cr) < 0 ? &low : &high) = middle;
	}
	p = low;
	u = behind(p, pr, dr, cr);
	c = cl * pow(p, (GAMMA - 1) / (2 * GAMMA));
	shock = cr * sqrt((GAMMA + 1) / (2 * GAMMA) * p / pr + (GAMMA - 1) / (2 * GAMMA));
	if (s < -cl)
		return 1;
	if (s < u - c)
		return pow(2 / (GAMMA + 1) - (GAMMA - 1) / ((GAMMA + 1) * cl) * s, 2 / (GAMMA - 1));
	if (s < u)
		return pow(p, 1 / GAMMA);
	if (s < shock)
		return dr * (p / pr + (GAMMA - 1) / (GAMMA + 1)) / ((GAMMA - 1) / (GAMMA + 1) * p / pr + 1);
	return dr;
}

/* Returns how many cells are not what is known; at most 1, if only sums are. */
static long
against_theory(enum problem problem)
{
	long wrong = 0;
	double error = 0;

	for (int k = Y0; k < Y1; k++)
		for (int j = X0; j < X1; j++) {
			double rho = density0[k][j], twin = problem == TUBE ? density0[Y0][j] : density0[k][X0 + X1 - 1 - j];

			error += fabs(rho - sod(((j - X0 + 0.5) / NX - 0.5) / tube_end)) / (NX * NY);
			wrong += !(fabs(rho - twin) <= 1e-9);
			if (problem == MIDDLE)
				wrong += !(fabs(rho - density0[Y0 + Y1 - 1 - k][j]) <= 1e-9);
		}
	if (problem == TUBE) {
		printf("tube: density is off by %.4f in the mean\n", error);
		wrong += !(error < 1.0 / NX);
	}
	return wrong;
}

int
main(int argc, char **argv)
{
	enum problem problem = argc > 1 && !strcmp(argv[1], "tube") ? TUBE : MIDDLE;
	int most = argc > 2 ? atoi(argv[2]) : problem == TUBE ? 100000 : 10;
	static field seen[4], *const results[4] = { &density0, &energy0, &xvel0, &yvel0 };
	struct summary first, last, host;
	long wrong = 0, compared = 0;
	int steps;

	device = 1;
	fill(problem);
	steps = run(problem, most, &first, &last);
	printf("%d steps: mass %.6f, inner energy %.6f, kinetic %.6f\n", steps, last.mass, last.inner, last.kinetic);
	wrong += !(fabs(last.mass - first.mass) <= 1e-12 * first.mass);
	wrong += against_theory(problem);
	for (int i = 0; i < 4; i++)
		memcpy(seen[i], *results[i], sizeof seen[i]);
	device = 0;
	fill(problem);
	run(problem, most, &first, &host);
	wrong += !(fabs(last.kinetic - host.kinetic) <= 1e-9 * host.kinetic);
	for (int i = 0; i < 4; i++)
		for (int k = Y0; k < Y1; k++)
			for (int j = X0; j < X1; j++, compared++)
				wrong += !(fabs(seen[i][k][j] - (*results[i])[k][j]) <= 1e-9);
	return verdict("hydro", wrong, compared);
}
