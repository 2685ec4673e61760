/*
 * A mini-app: neutrons in a pencil of matter, by sweeps over directions, energy groups and cells.
 *
 * Usage: transport [source|uniform] [STEPS].  source (default): the middle third emits, the ends are empty; STEPS steps
 * of time.  uniform: matter and source are the same everywhere, and what comes in from outside is what such matter
 * holds, so that the solution is known; no time.  The host does the same, and all fluxes must agree.  What is emitted must be
 * what is absorbed, stays or leaves; and x and y are alike, so the solution must be, too.
 *
 * In each octant of directions a cell needs what leaves its neighbours: cells i + j + k = plane are done at once, in
 * all groups and directions, a launch for each plane.  What the octants' fluxes add up to, with weights, makes the next
 * source: inner iterations for scattering inside a group, outer ones for what comes from others.
 *
 * Source: the description of SNAP in Martineau et al. 2016, §V-D; the method (discrete ordinates, diamond differences
 * with fix-up of negative fluxes) is in E. E. Lewis and W. F. Miller, Computational methods of neutron
 * transport, 1984.  Written afresh.
 */
#include "verdict.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The paper's size: -DNZ=400 -DGROUPS=136 -DPOLAR=4 -DAROUND=8. */
#ifndef NZ
#define NZ 18
#endif
#ifndef GROUPS
#define GROUPS 8
#endif
#ifndef POLAR
#define POLAR 2         /* directions of an octant: heights … */
#endif
#ifndef AROUND
#define AROUND 4        /* … and around, at each height */
#endif
#ifndef INNER
#define INNER 3         /* iterations in a step of time, at most */
#define OUTER 2
#endif
enum { NX = 4, NY = 4, CELLS = NX * NY * NZ, PLANES = NX + NY + NZ - 2, ANGLES = POLAR * AROUND, OCTANTS = 8 };
enum { MOMENTS = 4 };   /* flux, and its current along x, y and z */
#define WIDTH 0.5       /* of a cell */
#define STEP 0.1        /* of time; neutrons of group g go 1 + g a unit of it */

typedef double angular[CELLS][GROUPS][ANGLES];
typedef double scalar[CELLS][GROUPS];

/* In each octant: the fluxes at the cells' middles, and at the ends of the step of time, before and after. */
static angular flux[OCTANTS], ends[2][OCTANTS];
/* What goes through the sides between cells, in the octant that is swept. */
static double xside[NZ][NY][GROUPS][ANGLES], yside[NZ][NX][GROUPS][ANGLES], zside[NY][NX][GROUPS][ANGLES];
/* Sums of fluxes over all directions; what is emitted, of other groups' making and in all; and the last inner iteration's. */
static scalar moment[MOMENTS], from_others[MOMENTS], emitted[MOMENTS], last;

static double mu[ANGLES], eta[ANGLES], xi[ANGLES], weight[ANGLES];        /* along x, y, z in the first octant */
static double total[2][GROUPS], scatter[2][MOMENTS][GROUPS][GROUPS];    /* of a material: from a group to a group */
static double external[2][GROUPS], inflow[GROUPS];
static int material[CELLS];
/* Cells in the order of the first octant's sweep, and which of them are in a plane. */
static struct cell {
	int i, j, k;
} order[CELLS];
static int plane_first[PLANES + 1];

static int device;      /* run the kernels there? */

/* ---- sources ---- */

/* What other groups scatter into each, and what is emitted of itself. */
static void
outer_source(void)
{
	#pragma omp target teams distribute parallel for collapse(3) if(target: device)
	for (int m = 0; m < MOMENTS; m++)
		for (int c = 0; c < CELLS; c++)
			for (int g = 0; g < GROUPS; g++) {
				double sum = m == 0 ? external[material[c]][g] : 0;

				for (int from = 0; from < GROUPS; from++)
					if (from != g)
						sum += scatter[material[c]][m][from][g] * moment[m][c][from];
				from_others[m][c][g] = sum;
			}
}

static void
inner_source(void)
{
	#pragma omp target teams distribute parallel for collapse(3) if(target: device)
	for (int m = 0; m < MOMENTS; m++)
		for (int c = 0; c < CELLS; c++)
			for (int g = 0; g < GROUPS; g++)
				emitted[m][c][g] = from_others[m][c][g] + scatter[material[c]][m][g][g] * moment[m][c][g];
}

/* ---- sweep ---- */

static void
come_in(void)
{
	#pragma omp target teams distribute parallel for collapse(3) if(target: device)
	for (int k = 0; k < NZ; k++)
		for (int g = 0; g < GROUPS; g++)
			for (int a = 0; a < ANGLES; a++) {
				for (int j = 0; j < NY; j++)
					xside[k][j][g][a] = inflow[g];
				for (int i = 0; i < NX; i++)
					yside[k][i][g][a] = inflow[g];
			}
	#pragma omp target teams distribute parallel for collapse(3) if(target: device)
	for (int j = 0; j < NY; j++)
		for (int g = 0; g < GROUPS; g++)
			for (int a = 0; a < ANGLES; a++)
				for (int i = 0; i < NX; i++)
					zside[j][i][g][a] = inflow[g];
}

/*
 * The cells of a plane.  Flux in the middle of a cell is the mean of both ends', in each direction and in time: so
 * what leaves is twice the middle less what came.  Where that is negative, nothing leaves, and the middle is
 * computed again.
 */
static void
sweep_plane(int octant, int plane, int before, double time)
{
	int first = plane_first[plane], cells = plane_first[plane + 1] - first;
	int left = octant & 1, down = octant >> 1 & 1, back = octant >> 2 & 1;

	#pragma omp target teams distribute parallel for collapse(3) if(target: device)
	for (int n = 0; n < cells; n++)
		for (int g = 0; g < GROUPS; g++)
			for (int a = 0; a < ANGLES; a++) {
				struct cell here = order[first + n];
				int i = left ? NX - 1 - here.i : here.i, j = down ? NY - 1 - here.j : here.j;
				int k = back ? NZ - 1 - here.k : here.k, c = (k * NY + j) * NX + i;
				double x = left ? -mu[a] : mu[a], y = down ? -eta[a] : eta[a], z = back ? -xi[a] : xi[a];
				double source = emitted[0][c][g] +
					3 * (x * emitted[1][c][g] + y * emitted[2][c][g] + z * emitted[3][c][g]);
				/* For x, y, z and time: how much goes through, what came, and whether the rule of means holds. */
				double rate[4] = { mu[a] / WIDTH, eta[a] / WIDTH, xi[a] / WIDTH, time * (1 + g) };
				double in[4] = { xside[k][j][g][a], yside[k][i][g][a], zside[j][i][g][a],
					time > 0 ? ends[before][octant][c][g][a] : 0 };
				double out[4], middle;
				int mean[4] = { 1, 1, 1, 1 }, negative;

				do {
					double sum = source, loss = total[material[c]][g];

					for (int d = 0; d < 4; d++) {
						sum += rate[d] * in[d] * (1 + mean[d]);
						loss += rate[d] * 2 * mean[d];
					}
					middle = sum / loss;
					negative = 0;
					for (int d = 0; d < 4; d++) {
						out[d] = mean[d] ? 2 * middle - in[d] : 0;
						if (out[d] < 0) {
							mean[d] = 0;
							negative = 1;
						}
					}
				} while (negative);
				flux[octant][c][g][a] = middle;
				xside[k][j][g][a] = out[0];
				yside[k][i][g][a] = out[1];
				zside[j][i][g][a] = out[2];
				ends[!before][octant][c][g][a] = time > 0 ? out[3] : 0;
			}
}

/* What leaves the pencil in an octant, less what came in. */
static double
leak(void)
{
	double sum = 0, area = WIDTH * WIDTH;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) reduction(+: sum) map(tofrom: sum)
	for (int g = 0; g < GROUPS; g++)
		for (int a = 0; a < ANGLES; a++) {
			for (int k = 0; k < NZ; k++) {
				for (int j = 0; j < NY; j++)
					sum += area * weight[a] * mu[a] * (xside[k][j][g][a] - inflow[g]);
				for (int i = 0; i < NX; i++)
					sum += area * weight[a] * eta[a] * (yside[k][i][g][a] - inflow[g]);
			}
			for (int j = 0; j < NY; j++)
				for (int i = 0; i < NX; i++)
					sum += area * weight[a] * xi[a] * (zside[j][i][g][a] - inflow[g]);
		}
	return sum;
}

/* ---- sums over directions ---- */

/*
 * A thread for each cell and group adds up all directions; or, with -DTEAMS, a team does, its threads side by side in
 * memory, as the paper proposes.
 */
static void
reduce_flux(void)
{
#ifdef TEAMS
	#pragma omp target teams distribute collapse(2) if(target: device)
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			double sum = 0;

			#pragma omp parallel for reduction(+: sum)
			for (int n = 0; n < OCTANTS * ANGLES; n++)
				sum += weight[n % ANGLES] * flux[n / ANGLES][c][g][n % ANGLES];
			moment[0][c][g] = sum;
		}
#else
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			double sum = 0;

			for (int n = 0; n < OCTANTS * ANGLES; n++)
				sum += weight[n % ANGLES] * flux[n / ANGLES][c][g][n % ANGLES];
			moment[0][c][g] = sum;
		}
#endif
}

static void
reduce_moments(void)
{
#ifdef TEAMS
	#pragma omp target teams distribute collapse(2) if(target: device)
#else
	#pragma omp target teams distribute parallel for collapse(2) if(target: device)
#endif
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			double x = 0, y = 0, z = 0;

#ifdef TEAMS
			#pragma omp parallel for reduction(+: x, y, z)
#endif
			for (int n = 0; n < OCTANTS * ANGLES; n++) {
				int octant = n / ANGLES, a = n % ANGLES;
				double f = weight[a] * flux[octant][c][g][a];

				x += octant & 1 ? -mu[a] * f : mu[a] * f;
				y += octant & 2 ? -eta[a] * f : eta[a] * f;
				z += octant & 4 ? -xi[a] * f : xi[a] * f;
			}
			moment[1][c][g] = x;
			moment[2][c][g] = y;
			moment[3][c][g] = z;
		}
}

/* By how much the flux has changed since the last inner iteration, as a part of itself. */
static double
change(void)
{
	double most = 0;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) reduction(max: most) map(tofrom: most)
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			most = fmax(most, fabs(moment[0][c][g] - last[c][g]) / fmax(fabs(moment[0][c][g]), 1e-30));
			last[c][g] = moment[0][c][g];
		}
	return most;
}

/* What is emitted, and what of it is neither absorbed, nor scattered, nor there at the end of a step of time. */
static double
gain(int before, double time, double *emission)
{
	double all = 0, sum = 0;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) reduction(+: all, sum) \
		map(tofrom: all, sum)
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			double stays = 0;

			if (time > 0)
				for (int n = 0; n < OCTANTS * ANGLES; n++)
					stays += weight[n % ANGLES] * (ends[!before][n / ANGLES][c][g][n % ANGLES] -
						ends[before][n / ANGLES][c][g][n % ANGLES]);
			all += WIDTH * WIDTH * WIDTH * emitted[0][c][g];
			sum += WIDTH * WIDTH * WIDTH *
				(emitted[0][c][g] - total[material[c]][g] * moment[0][c][g] - time * (1 + g) * stays);
		}
	*emission = all;
	return sum;
}

/* ---- iterations ---- */

/*
 * One step of time, or, with time 0, until nothing changes.  Returns what is neither there nor has left, as
 * a part of what was emitted.
 */
static double
step(int before, double time, int inner, int outer, double enough)
{
	double lost = 0, left = 0, emission = 1;

	for (int o = 0; o < outer; o++) {
		double first = 0;

		outer_source();
		for (int n = 0; n < inner; n++) {
			double changed;

			inner_source();
			left = 0;
			for (int octant = 0; octant < OCTANTS; octant++) {
				come_in();
				for (int plane = 0; plane < PLANES; plane++)
					sweep_plane(octant, plane, before, time);
				left += leak();
			}
			reduce_flux();
			changed = change();
			if (n == 0)
				first = changed;
			if (changed < enough)
				break;
		}
		lost = gain(before, time, &emission) - left;
		reduce_moments();
		if (first < enough)
			break;
	}
	return fabs(lost) / emission;
}

/* ---- problems ---- */

enum problem { SOURCE, UNIFORM };

/* Heights at the middles of equal parts, and directions around: the same along x as along y. */
static void
choose_directions(void)
{
	const double pi = 3.14159265358979323846;

	for (int a = 0; a < ANGLES; a++) {
		double around = (a % AROUND + 0.5) / AROUND * pi / 2, level;

		xi[a] = (a / AROUND + 0.5) / POLAR;
		level = sqrt(1 - xi[a] * xi[a]);
		mu[a] = level * cos(around);
		eta[a] = level * sin(around);
		weight[a] = 1.0 / (OCTANTS * ANGLES);
	}
}

static void
order_cells(void)
{
	int n = 0;

	for (int plane = 0; plane < PLANES; plane++) {
		plane_first[plane] = n;
		for (int k = 0; k < NZ; k++)
			for (int j = 0; j < NY; j++)
				if (plane - k - j >= 0 && plane - k - j < NX)
					order[n++] = (struct cell){ plane - k - j, j, k };
	}
	plane_first[PLANES] = n;
}

/* Two materials: half of what hits is scattered, mostly to the next lower groups, and forwards. */
static void
choose_matter(enum problem problem)
{
	for (int m = 0; m < 2; m++)
		for (int from = 0; from < GROUPS; from++) {
			double spread = 0;

			total[m][from] = (m ? 0.5 : 1) * (1 + 0.1 * from);
			external[m][from] = problem == UNIFORM || m == 0 ? 1.0 / (1 + from) : 0;
			for (int to = from; to < GROUPS; to++)
				spread += 1.0 / (1 + to - from);
			for (int to = 0; to < GROUPS; to++) {
				double s = to < from ? 0 : 0.5 * total[m][from] / (1 + to - from) / spread;

				scatter[m][0][from][to] = s;
				for (int d = 1; d < MOMENTS; d++)
					scatter[m][d][from][to] = 0.3 * s;
			}
		}
	for (int c = 0; c < CELLS; c++) {
		int k = c / (NX * NY);

		material[c] = problem == SOURCE && (k < NZ / 3 || k >= NZ - NZ / 3);
	}
	/* What infinite matter holds: no group gets anything from those above it. */
	for (int g = 0; g < GROUPS; g++) {
		double sum = external[0][g];

		for (int from = 0; from < g; from++)
			sum += scatter[0][0][from][g] * inflow[from];
		inflow[g] = sum / (total[0][g] - scatter[0][0][g][g]);
	}
	if (problem == SOURCE)
		memset(inflow, 0, sizeof inflow);
}

/* Solve; the sums are left in moment.  Returns the most that got lost in a step. */
static double
run(enum problem problem, int steps)
{
	double lost = 0;

	memset(moment, 0, sizeof moment);
	memset(last, 0, sizeof last);
	memset(ends, 0, sizeof ends);
	#pragma omp target data if(device) map(to: mu, eta, xi, weight, total, scatter, external, inflow, material, order) \
		map(to: ends, last) map(alloc: flux, xside, yside, zside, from_others, emitted) map(tofrom: moment)
	if (problem == UNIFORM)
		lost = step(0, 0, 100, 100, 1e-10);
	else
		for (int t = 0; t < steps; t++)
			lost = fmax(lost, step(t % 2, 2 / STEP, INNER, OUTER, 1e-6));
	return lost;
}

/* ---- what is known of them ---- */

static long
against_theory(enum problem problem)
{
	long wrong = 0;

	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++) {
			int i = c % NX, j = c / NX % NY, k = c / (NX * NY);
			double twin = moment[0][(k * NY + i) * NX + j][g], there = moment[0][((NZ - 1 - k) * NY + j) * NX + i][g];

			wrong += !(fabs(moment[0][c][g] - twin) <= 1e-12 * twin);
			wrong += !(fabs(moment[0][c][g] - there) <= 1e-12 * there);
			if (problem == UNIFORM)
				wrong += !(fabs(moment[0][c][g] - inflow[g]) <= 1e-8 * inflow[g]);
		}
	return wrong;
}

int
main(int argc, char **argv)
{
	enum problem problem = argc > 1 && !strcmp(argv[1], "uniform") ? UNIFORM : SOURCE;
	int steps = argc > 2 ? atoi(argv[2]) : 2;
	static scalar seen[MOMENTS];
	double lost, sum = 0;
	long wrong = 0;

	choose_directions();
	order_cells();
	choose_matter(problem);
	device = 1;
	lost = run(problem, steps);
	for (int c = 0; c < CELLS; c++)
		for (int g = 0; g < GROUPS; g++)
			sum += moment[0][c][g];
	printf("flux %.6f; lost: %s\n", sum / CELLS, lost < 1e-12 ? "nothing" : "something");
	wrong += !(lost < 1e-12) + against_theory(problem);
	memcpy(seen, moment, sizeof seen);
	device = 0;
	run(problem, steps);
	for (int m = 0; m < MOMENTS; m++)
		for (int c = 0; c < CELLS; c++)
			for (int g = 0; g < GROUPS; g++)
				wrong += !(fabs(seen[m][c][g] - moment[m][c][g]) <= 1e-10 * fabs(moment[0][c][g]));
	return verdict("transport", wrong, (long)MOMENTS * CELLS * GROUPS);
}
