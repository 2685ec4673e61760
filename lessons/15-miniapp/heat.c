/*
 * A mini-app: implicit heat conduction on a square by conjugate gradients, the matrix never stored.
 *
 * Usage: heat.  One time step; the data stay on the device, and each iteration launches three kernels.
 * calc_w: w = A p and its product with p; calc_ur: the new solution and residual, and the residual's square;
 * calc_p: the next direction.  The host solves the same system, and both solutions must agree.
 * Source: the description of TeaLeaf and Table II in Martineau et al. 2016, §V-A; written afresh.
 */
#include "verdict.h"
#include <math.h>
#include <string.h>

#ifndef N
#define N 256                   /* cells a side; the outermost are the border */
#endif
#define ITERATIONS 8            /* at most; enough to compare, not to converge */

static double u[N][N], r[N][N], p[N][N], w[N][N], kx[N][N], ky[N][N], seen[N][N];

/* The conductivity between two cells of these densities, times dt / dx^2. */
static double
face(double a, double b)
{
	return 0.25 * (a + b) / (2 * a * b);
}

static void
initialize(void)
{
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			int hot = i > N / 4 && i < N / 2 && j > N / 4 && j < N / 2;

			u[i][j] = hot ? 8 : 0.125;
			w[i][j] = hot ? 0.5 : 4;        /* the density, until the first calc_w */
			kx[i][j] = ky[i][j] = r[i][j] = p[i][j] = 0;
		}
	for (int i = 1; i < N; i++)
		for (int j = 1; j < N; j++) {
			kx[i][j] = i > 1 && i < N - 1 ? face(w[i - 1][j], w[i][j]) : 0;
			ky[i][j] = j > 1 && j < N - 1 ? face(w[i][j - 1], w[i][j]) : 0;
		}
}

/* A times a vector, at one cell: what it keeps and what it gets from four neighbours. */
#define CONDUCT(v) ((1 + kx[i + 1][j] + kx[i][j] + ky[i][j + 1] + ky[i][j]) * v[i][j] \
	- (kx[i + 1][j] * v[i + 1][j] + kx[i][j] * v[i - 1][j]) \
	- (ky[i][j + 1] * v[i][j + 1] + ky[i][j] * v[i][j - 1]))

static double
calc_w(int device)
{
	double pw = 0;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		map(from: w) map(to: p, kx, ky) map(tofrom: pw) reduction(+: pw)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			w[i][j] = CONDUCT(p);
			pw += w[i][j] * p[i][j];
		}
	return pw;
}

static double
calc_ur(int device, double alpha)
{
	double rr = 0;

	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		map(tofrom: u, r) map(to: p, w) map(tofrom: rr) reduction(+: rr)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			u[i][j] += alpha * p[i][j];
			r[i][j] -= alpha * w[i][j];
			rr += r[i][j] * r[i][j];
		}
	return rr;
}

static void
calc_p(int device, double beta)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		map(tofrom: p) map(to: r)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			p[i][j] = beta * p[i][j] + r[i][j];
}

/* The residual of the start, which is also the first direction. */
static double
start(void)
{
	double rr = 0;

	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			r[i][j] = u[i][j] - CONDUCT(u);
			p[i][j] = r[i][j];
			rr += r[i][j] * r[i][j];
		}
	return rr;
}

/* Returns by how much the residual's square has shrunk. */
static double
solve(int device)
{
	double first, rr;

	initialize();
	rr = first = start();
	#pragma omp target data if(device) map(tofrom: u) map(to: r, p, w, kx, ky)
	for (int k = 0; k < ITERATIONS && rr > 1e-20 * first; k++) {
		double alpha = rr / calc_w(device), next = calc_ur(device, alpha);

		calc_p(device, next / rr);
		rr = next;
	}
	return rr / first;
}

int
main(void)
{
	double on_device = solve(1), on_host;
	long wrong = 0;

	memcpy(seen, u, sizeof u);
	on_host = solve(0);
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			wrong += !(fabs(seen[i][j] - u[i][j]) <= 1e-10 * fabs(u[i][j]));
	wrong += !(fabs(on_device - on_host) <= 1e-8 * on_host) || !(on_host < 0.1);
	return verdict("heat", wrong, (long)N * N);
}
