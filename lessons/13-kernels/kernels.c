/*
 * Seventeen kernels: vectors, indirection, stencils, wavefronts, pieces of mini-apps, compute.
 *
 * Usage: kernels [NAME]...; all of them when none is named.  A kernel runs on the device and on the host,
 * and both results must agree.  They are those of Table I and Figures 1 to 4 of Martineau et al. 2016,
 * written afresh after the paper's descriptions (III-A); flux is after CloverLeaf, sweep after SNAP, cheby
 * after TeaLeaf.  An array has 256 x 256 elements where the paper's had 4096 x 4096.
 */
#include "verdict.h"
#include <math.h>
#include <string.h>

enum { N = 256, M = N * N, K = 40, WAVE = 32 };
enum { X = 4, Y = 4, Z = 16, GROUPS = 8, ANGLES = 32, PLANES = X + Y + Z - 2 };
static double a[M], b[M], c[M], w[M], u[M], out[M];
static int idx[M], length[N];
static double in[K][K][K], cube[K][K][K];
static double psi[X][Y][Z][GROUPS][ANGLES], source[X][Y][Z][GROUPS], mu[ANGLES], eta[ANGLES];
static double flow_x[Y][Z][GROUPS][ANGLES], flow_y[X][Z][GROUPS][ANGLES];

static void
vec_add(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(from: out) map(to: b, c)
	for (int i = 0; i < M; i++)
		out[i] = b[i] + c[i];
}

static void
vec_add_sqrt(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(from: out) map(to: b, c)
	for (int i = 0; i < M; i++)
		out[i] = sqrt(b[i]) + sqrt(c[i]);
}

static void
vec_add_mul(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(from: out) map(to: a, b, c)
	for (int i = 0; i < M; i++)
		out[i] = a[i] + b[i] * c[i];
}

static void
rev_indirect(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(from: out) map(to: b, idx)
	for (int i = 0; i < M; i++)
		out[i] = b[idx[i]];
}

/* The inner loop's bound is in an array, so nothing collapses and only N threads have work. */
static void
col_indirect(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(tofrom: out) map(to: b, c, length)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < length[i]; j++)
			out[j * N + i] = b[j * N + i] + c[j * N + i];
}

static void
stencil2(int device)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) map(tofrom: out) map(to: b)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N - 1; j++)
			out[i * N + j] = 0.5 * (b[i * N + j] + b[i * N + j + 1]);
}

static void
stencil5(int device)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) map(tofrom: out) map(to: b)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			int o = i * N + j;

			out[o] = 0.25 * (b[o - 1] + b[o + 1] + b[o - N] + b[o + N]) - b[o];
		}
}

/* A cell needs its new neighbours above and to the left: one launch for each diagonal. */
static void
wavefront5(int device)
{
	#pragma omp target data if(device) map(tofrom: out) map(to: b)
	for (int diagonal = 2; diagonal <= 2 * (WAVE - 2); diagonal++) {
		int first = diagonal - (WAVE - 2) > 1 ? diagonal - (WAVE - 2) : 1;
		int last = diagonal - 1 < WAVE - 2 ? diagonal - 1 : WAVE - 2;

		#pragma omp target teams distribute parallel for if(target: device) map(tofrom: out) map(to: b)
		for (int i = first; i <= last; i++) {
			int o = i * N + diagonal - i;

			out[o] = 0.25 * (out[o - N] + out[o - 1] + b[o + N] + b[o + 1]) - 0.5 * b[o];
		}
	}
}

static void
stencil9(int device)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) map(tofrom: out) map(to: b)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++) {
			int o = i * N + j;

			out[o] = 0.125 * (b[o - 1] + b[o + 1] + b[o - N] + b[o + N] + b[o - N - 1] + b[o - N + 1]
				+ b[o + N - 1] + b[o + N + 1]) - b[o];
		}
}

static void
stencil7(int device)
{
	#pragma omp target teams distribute parallel for collapse(3) if(target: device) map(tofrom: cube) map(to: in)
	for (int i = 1; i < K - 1; i++)
		for (int j = 1; j < K - 1; j++)
			for (int k = 1; k < K - 1; k++)
				cube[i][j][k] = in[i - 1][j][k] + in[i + 1][j][k] + in[i][j - 1][k] + in[i][j + 1][k]
					+ in[i][j][k - 1] + in[i][j][k + 1] - 6 * in[i][j][k];
}

static void
stencil27(int device)
{
	#pragma omp target teams distribute parallel for collapse(3) if(target: device) map(tofrom: cube) map(to: in)
	for (int i = 1; i < K - 1; i++)
		for (int j = 1; j < K - 1; j++)
			for (int k = 1; k < K - 1; k++) {
				double sum = 0;

				for (int x = -1; x <= 1; x++)
					for (int y = -1; y <= 1; y++)
						for (int z = -1; z <= 1; z++)
							sum += in[i + x][j + y][k + z];
				cube[i][j][k] = 0.125 * sum;
			}
}

#define CHEBY(o) \
	out[o] = 0.5 * out[o] + 0.25 * (c[o] - ((1 + (w[(o) + N] + w[o]) + (u[(o) + 1] + u[o])) * b[o] \
		- (w[(o) + N] * b[(o) + N] + w[o] * b[(o) - N]) - (u[(o) + 1] * b[(o) + 1] + u[o] * b[(o) - 1])))

/* A step of TeaLeaf's Chebyshev solver: the matrix, never stored, times b. */
static void
cheby(int device)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		map(tofrom: out) map(to: b, c, w, u)
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			CHEBY(i * N + j);
}

static void
cheby_by_hand(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(tofrom: out) map(to: b, c, w, u)
	for (int o = 0; o < M; o++)
		if (o % N >= 1 && o % N < N - 1 && o / N >= 1 && o / N < N - 1)
			CHEBY(o);
}

/* What flows through the two faces of a cell, from the velocities at its corners before and after. */
static void
flux(int device)
{
	#pragma omp target teams distribute parallel for collapse(2) if(target: device) \
		map(tofrom: out, a) map(to: b, c, w, u)
	for (int i = 0; i < N - 1; i++)
		for (int j = 0; j < N - 1; j++) {
			int o = i * N + j;

			out[o] = 0.125 * (b[o] + b[o + N] + c[o] + c[o + N]);
			a[o] = 0.125 * (w[o] + w[o + 1] + u[o] + u[o + 1]);
		}
}

/* Particles cross a box in the direction of x, y and z: the cells of a diagonal plane at once, plane by plane. */
static void
sweep(int device)
{
	#pragma omp target data if(device) map(from: psi) map(tofrom: flow_x, flow_y) map(to: source, mu, eta)
	for (int plane = 0; plane < PLANES; plane++) {
		#pragma omp target teams distribute parallel for collapse(4) if(target: device) \
			map(from: psi) map(tofrom: flow_x, flow_y) map(to: source, mu, eta)
		for (int x = 0; x < X; x++)
			for (int y = 0; y < Y; y++)
				for (int g = 0; g < GROUPS; g++)
					for (int m = 0; m < ANGLES; m++) {
						int z = plane - x - y;

						if (z >= 0 && z < Z) {
							double s = source[x][y][z][g] + mu[m] * flow_x[y][z][g][m]
								+ eta[m] * flow_y[x][z][g][m];
							double now = s / (1 + mu[m] + eta[m]);

							psi[x][y][z][g][m] = now;
							flow_x[y][z][g][m] = 2 * now - flow_x[y][z][g][m];
							flow_y[x][z][g][m] = 2 * now - flow_y[x][z][g][m];
						}
					}
	}
}

static void
dense_mat_vec(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(tofrom: out) map(to: b, c)
	for (int i = 0; i < N; i++) {
		double sum = 0;

		for (int j = 0; j < N; j++)
			sum += b[i * N + j] * c[j];
		out[i] = sum;
	}
}

static void
compute(int device)
{
	#pragma omp target teams distribute parallel for if(target: device) map(from: out) map(to: b, c)
	for (int i = 0; i < M; i++) {
		double x = b[i], y = c[i];

		for (int k = 0; k < 128; k++)
			x = x * y + 0.5;
		out[i] = x;
	}
}

static const struct kernel {
	const char *name;
	void (*run)(int device);
	double *result;
	int size;
} kernels[] = {
	{ "vec_add", vec_add, out, M }, { "vec_add_sqrt", vec_add_sqrt, out, M },
	{ "vec_add_mul", vec_add_mul, out, M }, { "rev_indirect", rev_indirect, out, M },
	{ "col_indirect", col_indirect, out, M }, { "stencil2", stencil2, out, M },
	{ "stencil5", stencil5, out, M }, { "wavefront5", wavefront5, out, M },
	{ "stencil9", stencil9, out, M }, { "stencil7", stencil7, cube[0][0], K * K * K },
	{ "stencil27", stencil27, cube[0][0], K * K * K }, { "cheby", cheby, out, M },
	{ "cheby_by_hand", cheby_by_hand, out, M }, { "flux", flux, out, M },
	{ "sweep", sweep, psi[0][0][0][0], X * Y * Z * GROUPS * ANGLES },
	{ "dense_mat_vec", dense_mat_vec, out, N }, { "compute", compute, out, M },
};

/* The same numbers before each run. */
static void
fill(void)
{
	for (int i = 0; i < M; i++) {
		a[i] = i % 7;
		b[i] = 1 + i % 97 * 0.03125;
		c[i] = 1 - i % 31 * 0.03125;
		w[i] = i % 5 * 0.25;
		u[i] = i % 3 * 0.5;
		out[i] = i % 11;
		idx[i] = M - 1 - i;
	}
	for (int i = 0; i < N; i++)
		length[i] = N / 2 + i * 37 % (N / 2);
	for (int i = 0; i < K * K * K; i++) {
		(&in[0][0][0])[i] = i % 17;
		(&cube[0][0][0])[i] = 0;
	}
	for (int i = 0; i < X * Y * Z * GROUPS; i++)
		(&source[0][0][0][0])[i] = 1 + i % 9;
	for (int i = 0; i < ANGLES; i++) {
		mu[i] = (i + 1) / 33.0;
		eta[i] = 1 - mu[i];
	}
	memset(flow_x, 0, sizeof flow_x);
	memset(flow_y, 0, sizeof flow_y);
}

/* How many results of the device are not the host's, which may have rounded more often. */
static long
differences(const struct kernel *k)
{
	static double seen[M];
	long wrong = 0;

	fill();
	k->run(1);
	memcpy(seen, k->result, k->size * sizeof *seen);
	fill();
	k->run(0);
	for (int i = 0; i < k->size; i++)
		wrong += !(fabs(seen[i] - k->result[i]) <= 1e-12 * (1 + fabs(seen[i])));
	return wrong;
}

static int
wanted(const char *name, int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (strcmp(argv[i], name) == 0)
			return 1;
	return argc == 1;
}

int
main(int argc, char **argv)
{
	long wrong = 0, results = 0;

	for (size_t i = 0; i < sizeof kernels / sizeof kernels[0]; i++)
		if (wanted(kernels[i].name, argc, argv)) {
			long more = differences(&kernels[i]);

			if (more > 0)
				printf("%s: %ld of %d results differ\n", kernels[i].name, more, kernels[i].size);
			wrong += more;
			results += kernels[i].size;
		}
	return verdict("kernels", wrong + (results == 0), results);
}
