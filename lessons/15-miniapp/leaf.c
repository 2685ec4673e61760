/*
 * The mini-app of heat.c with three solvers, run until they are done: what do sums cost, and how to do without.
 *
 * Usage: leaf [cg|chebyshev|ppcg].  All three when none is named.  cg takes two sums in each iteration.  chebyshev
 * takes none, but needs to know between which bounds the matrix stretches a vector; a few iterations of cg tell.
 * ppcg is cg with a few steps of chebyshev in each iteration, so fewer iterations and fewer sums.  All must find the
 * same temperatures, on the host, too, and no heat may be lost: no cell gives more than its neighbours take.
 *
 * Where there are several devices, each computes some of the rows, and a thread of the host serves it.  All have room for
 * whole fields.  A row on a border is copied to the neighbour before a product with the matrix reads it.
 *
 * Source: the description of TeaLeaf in Martineau et al. 2016, §V-A; the methods are in Y. Saad, Iterative methods for
 * sparse linear systems, 2003, algorithms 6.18, 9.1 and 12.1.  Written afresh.
 */
#include "verdict.h"
#include <math.h>
#include <string.h>

#ifndef N
#define N 96            /* cells a side; the outermost are the border */
#endif
#define RATE 4          /* dt / dx^2 */
#define SMALL 1e-20     /* by how much the residual's square shrinks */
enum { LONGEST = 1000, BOUNDS = 20, INNER = 8 };

typedef double field[N][N];
static field u, r, p, w, z, kx, ky;

enum { MOST = 4 };
static struct slab {
	int device, first, end; /* it has the rows from first to end - 1 */
} slab[MOST];
static int slabs;

/* ---- devices ---- */

/* The rows for n devices; for the host if there is none. */
static void
divide(int n)
{
	slabs = n < 1 ? 1 : n > MOST ? MOST : n;
	for (int s = 0; s < slabs; s++)
		slab[s] = (struct slab){ n ? s : omp_get_initial_device(), 1 + (N - 2) * s / slabs, 1 + (N - 2) * (s + 1) / slabs };
}

static void *
row_on(int device, field v, int row)
{
	void *here;

	#pragma omp target data device(device) use_device_ptr(v)
	here = v[row];
	return here;
}

static void
copy_row(field v, int row, const struct slab *from, const struct slab *to)
{
	omp_target_memcpy(row_on(to->device, v, row), row_on(from->device, v, row), sizeof v[row], 0, 0, to->device, from->device);
}

/* What neighbours need of a field before they multiply it. */
static void
exchange(field v)
{
	for (int s = 0; s + 1 < slabs; s++) {
		copy_row(v, slab[s].end - 1, &slab[s], &slab[s + 1]);
		copy_row(v, slab[s + 1].first, &slab[s + 1], &slab[s]);
	}
}

/* ---- kernels: each on all devices at once ---- */

/* The matrix times a field, at one cell: what it keeps, and what it gets from four neighbours. */
#define CONDUCT(v) ((1 + (kx[i + 1][j] + kx[i][j]) + (ky[i][j + 1] + ky[i][j])) * v[i][j] \
	- (kx[i + 1][j] * v[i + 1][j] + kx[i][j] * v[i - 1][j]) \
	- (ky[i][j + 1] * v[i][j + 1] + ky[i][j] * v[i][j - 1]))

/* r = u - A u, p = r; returns r * r. */
static double
residual(void)
{
	double sum = 0;

	#pragma omp parallel for num_threads(slabs) reduction(+: sum)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device) reduction(+: sum) \
			map(tofrom: sum)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++) {
				r[i][j] = u[i][j] - CONDUCT(u);
				p[i][j] = r[i][j];
				sum += r[i][j] * r[i][j];
			}
	}
	return sum;
}

/* w = A v */
static void
conduct(field v)
{
	exchange(v);
	#pragma omp parallel for num_threads(slabs)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++)
				w[i][j] = CONDUCT(v);
	}
}

/* w = A v; returns v * w. */
static double
conduct_and_dot(field v)
{
	double sum = 0;

	exchange(v);
	#pragma omp parallel for num_threads(slabs) reduction(+: sum)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device) reduction(+: sum) \
			map(tofrom: sum)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++) {
				w[i][j] = CONDUCT(v);
				sum += v[i][j] * w[i][j];
			}
	}
	return sum;
}

/* A step along p: u += alpha p, r -= alpha w; returns r * r. */
static double
advance(double alpha)
{
	double sum = 0;

	#pragma omp parallel for num_threads(slabs) reduction(+: sum)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device) reduction(+: sum) \
			map(tofrom: sum)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++) {
				u[i][j] += alpha * p[i][j];
				r[i][j] -= alpha * w[i][j];
				sum += r[i][j] * r[i][j];
			}
	}
	return sum;
}

/* p = beta p + v */
static void
turn(field v, double beta)
{
	#pragma omp parallel for num_threads(slabs)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++)
				p[i][j] = beta * p[i][j] + v[i][j];
	}
}

/* to = a from */
static void
scale(field to, double a, field from)
{
	#pragma omp parallel for num_threads(slabs)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++)
				to[i][j] = a * from[i][j];
	}
}

/* A step without sums: solution += d, left -= w, d = a d + b left */
static void
smooth(field solution, field left, field d, double a, double b)
{
	#pragma omp parallel for num_threads(slabs)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++) {
				solution[i][j] += d[i][j];
				left[i][j] -= w[i][j];
				d[i][j] = a * d[i][j] + b * left[i][j];
			}
	}
}

static double
dot(field a, field b)
{
	double sum = 0;

	#pragma omp parallel for num_threads(slabs) reduction(+: sum)
	for (int s = 0; s < slabs; s++) {
		int first = slab[s].first, end = slab[s].end;

		#pragma omp target teams distribute parallel for collapse(2) device(slab[s].device) reduction(+: sum) \
			map(tofrom: sum)
		for (int i = first; i < end; i++)
			for (int j = 1; j < N - 1; j++)
				sum += a[i][j] * b[i][j];
	}
	return sum;
}

/* ---- solvers ---- */

struct bounds {
	double low, high;
};

/* How many eigenvalues of a symmetric tridiagonal matrix are below x: so many pivots are negative. */
static int
below(int n, const double *diagonal, const double *beside, double x)
{
	double pivot = 1;
	int count = 0;

	for (int k = 0; k < n; k++) {
		pivot = diagonal[k] - x - (k ? beside[k - 1] * beside[k - 1] / pivot : 0);
		if (pivot == 0)
			pivot = 1e-300;
		count += pivot < 0;
	}
	return count;
}

/* Between which bounds the matrix stretches, by what n iterations of cg saw of it. */
static struct bounds
bounds_of(int n, const double *alpha, const double *beta)
{
	double diagonal[BOUNDS], beside[BOUNDS], most = 0;
	struct bounds b = { 0, 0 };

	for (int k = 0; k < n; k++) {
		diagonal[k] = 1 / alpha[k] + (k ? beta[k - 1] / alpha[k - 1] : 0);
		beside[k] = sqrt(beta[k]) / alpha[k];
		most = fmax(most, diagonal[k] + 2 * beside[k]);
	}
	b.low = b.high = 0;
	for (double part = 2 * most; part > 1e-6 * most; part /= 2) {
		if (below(n, diagonal, beside, b.low + part) == 0)
			b.low += part;
		if (below(n, diagonal, beside, b.high + part) < n)
			b.high += part;
	}
	/* Few iterations see the ends not quite. */
	return (struct bounds){ 0.95 * b.low, 1.05 * b.high };
}

/* At most `longest` iterations of cg from rr = r * r; returns r * r, and keeps what bounds_of needs of the first. */
static double
cg(double rr, double enough, int longest, int *done, double *alpha, double *beta)
{
	int k;

	for (k = 0; k < longest && rr > enough; k++) {
		double a = rr / conduct_and_dot(p), next = advance(a);

		turn(r, next / rr);
		if (k < BOUNDS) {
			alpha[k] = a;
			beta[k] = next / rr;
		}
		rr = next;
	}
	*done = k;
	return rr;
}

/*
 * The factors of Chebyshev's polynomial for these bounds: the first direction is r / middle, each next one
 * a of the last and b of what is left.
 */
struct chebyshev {
	double middle, half, rho;
};

static struct chebyshev
chebyshev_start(struct bounds b)
{
	double middle = (b.high + b.low) / 2, half = (b.high - b.low) / 2;

	return (struct chebyshev){ middle, half, half / middle };
}

static void
chebyshev_next(struct chebyshev *c, double *a, double *b)
{
	double rho = 1 / (2 * c->middle / c->half - c->rho);

	*a = rho * c->rho;
	*b = 2 * rho / c->half;
	c->rho = rho;
}

static double
chebyshev(struct bounds bounds, double rr, double enough, int *done)
{
	struct chebyshev c = chebyshev_start(bounds);
	double a, b;
	int k = 0;

	scale(p, 1 / c.middle, r);
	while (k < LONGEST && rr > enough) {
		conduct(p);
		chebyshev_next(&c, &a, &b);
		smooth(u, r, p, a, b);
		if (++k % 10 == 0)      /* now and then, are we done? */
			rr = dot(r, r);
	}
	*done = k;
	return rr;
}

/* z is about what solves A z = r; its directions and what is left need fields of their own. */
static field d, left;
static void
precondition(struct bounds bounds)
{
	struct chebyshev c = chebyshev_start(bounds);
	double a, b;

	scale(z, 0, r);
	scale(left, 1, r);
	scale(d, 1 / c.middle, r);
	for (int k = 0; k < INNER; k++) {
		conduct(d);
		chebyshev_next(&c, &a, &b);
		smooth(z, left, d, a, b);
	}
}

static double
ppcg(struct bounds bounds, double rr, double enough, int *done)
{
	double rz;
	int k;

	precondition(bounds);
	rz = dot(r, z);
	scale(p, 1, z);
	for (k = 0; k < LONGEST && rr > enough; k++) {
		double next;

		rr = advance(rz / conduct_and_dot(p));
		precondition(bounds);
		next = dot(r, z);
		turn(z, next / rz);
		rz = next;
	}
	*done = k;
	return rr;
}

/* ---- one step of time ---- */

enum solver { CG, CHEBYSHEV, PPCG, SOLVERS };
static const char *const names[] = { "cg", "chebyshev", "ppcg" };

/* The conductivity between two cells of these densities, times dt / dx^2. */
static double
face(double a, double b)
{
	return RATE * (a + b) / (2 * a * b);
}

static void
fill(void)
{
	memset(r, 0, sizeof r);
	memcpy(p, r, sizeof p);
	memcpy(w, r, sizeof w);
	memcpy(z, r, sizeof z);
	memcpy(d, r, sizeof d);
	memcpy(left, r, sizeof left);
	memcpy(kx, r, sizeof kx);
	memcpy(ky, r, sizeof ky);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			int hot = i > N / 4 && i < N / 2 && j > N / 4 && j < N / 2;

			u[i][j] = hot ? 8 : 0.125;
			w[i][j] = hot ? 0.5 : 4;        /* the density, until the first product */
		}
	for (int i = 1; i < N; i++)
		for (int j = 1; j < N; j++) {
			kx[i][j] = i > 1 && i < N - 1 ? face(w[i - 1][j], w[i][j]) : 0;
			ky[i][j] = j > 1 && j < N - 1 ? face(w[i][j - 1], w[i][j]) : 0;
		}
}

/* Returns by how much the residual's square has shrunk; how many iterations of cg came before the solver's own. */
static double
solve(enum solver solver, int *before, int *own)
{
	double first, rr, alpha[BOUNDS], beta[BOUNDS];

	*own = 0;
	for (int s = 0; s < slabs; s++) {
		#pragma omp target enter data device(slab[s].device) map(to: u, r, p, w, z, d, left, kx, ky)
	}
	first = residual();
	rr = cg(first, SMALL * first, solver == CG ? LONGEST : BOUNDS, before, alpha, beta);
	if (solver == CHEBYSHEV)
		rr = chebyshev(bounds_of(*before, alpha, beta), rr, SMALL * first, own);
	else if (solver == PPCG)
		rr = ppcg(bounds_of(*before, alpha, beta), rr, SMALL * first, own);
	for (int s = 0; s < slabs; s++) {
		#pragma omp target update device(slab[s].device) from(u[slab[s].first:slab[s].end - slab[s].first])
		#pragma omp target exit data device(slab[s].device) map(delete: u, r, p, w, z, d, left, kx, ky)
	}
	return rr / first;
}

static double
heat(void)
{
	double sum = 0;

	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			sum += u[i][j];
	return sum;
}

/* Returns in how many cells u is not what it should be. */
static long
differ(field expected)
{
	long wrong = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			wrong += !(fabs(u[i][j] - expected[i][j]) <= 1e-7 * fabs(expected[i][j]));
	return wrong;
}

int
main(int argc, char **argv)
{
	static field host;
	int before, own;
	long wrong = 0, solved = 0;
	double all;

	fill();
	all = heat();
	divide(0);
	wrong += !(solve(CG, &before, &own) <= SMALL);
	memcpy(host, u, sizeof u);
	divide(omp_get_num_devices());
	if (slabs > 1)
		printf("%d devices, about %d rows each\n", slabs, (N - 2) / slabs);
	for (int s = 0; s < SOLVERS; s++)
		if (argc < 2 || !strcmp(argv[1], names[s])) {
			fill();
			wrong += !(solve(s, &before, &own) <= SMALL) + differ(host) + !(fabs(heat() - all) <= 1e-9 * all);
			printf("%s: %d iterations with two sums%s", names[s], before, s == CG ? "\n" : ", then ");
			if (s == CHEBYSHEV)
				printf("%d without\n", own);
			else if (s == PPCG)
				printf("%d with three, %d steps without in each\n", own, INNER);
			solved++;
		}
	return verdict("leaf", wrong + !solved, solved * N * N);
}
