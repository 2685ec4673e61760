/*
 * Kernels of transport.c as CUDA has them: the same arithmetic; sums over directions by a block, as with -DTEAMS.
 *
 * transport.c says what each computes, and what lies where.  tests/baseline/lessons/transport.c launches them.
 */
#define K extern "C" __global__ void
#define R __restrict__

namespace transport {

enum { NX = 4, NY = 4, CELLS = NX * NY * NZ, ANGLES = POLAR * AROUND, OCTANTS = 8 };
#define WIDTH 0.5

struct cell {
	int i, j, k;
};
typedef double directions[GROUPS][ANGLES];
typedef double groups[GROUPS];

K come_in(double *R side, const double *R inflow, int n)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;

	if (i < n)
		side[i] = inflow[i / ANGLES % GROUPS];
}

/* `before` and `after` have the fluxes of the octant at the ends of the step of time, `flux` those of its middles. */
K sweep_plane(const cell *R order, int cells, int octant, double time, directions *R flux, const directions *R before,
	directions *R after, directions *R xside, directions *R yside, directions *R zside, const groups *R emitted,
	const groups *R total, const int *R material, const double *R mu, const double *R eta, const double *R xi)
{
	int at = blockIdx.x * blockDim.x + threadIdx.x, a = at % ANGLES, g = at / ANGLES % GROUPS, n = at / ANGLES / GROUPS;

	if (n >= cells)
		return;
	cell here = order[n];
	int left = octant & 1, below = octant >> 1 & 1, back = octant >> 2 & 1;
	int i = left ? NX - 1 - here.i : here.i, j = below ? NY - 1 - here.j : here.j;
	int k = back ? NZ - 1 - here.k : here.k, c = (k * NY + j) * NX + i;
	double x = left ? -mu[a] : mu[a], y = below ? -eta[a] : eta[a], z = back ? -xi[a] : xi[a];
	double source = emitted[c][g] + 3 * (x * emitted[CELLS + c][g] + y * emitted[2 * CELLS + c][g] + z * emitted[3 * CELLS + c][g]);
	double rate[4] = { mu[a] / WIDTH, eta[a] / WIDTH, xi[a] / WIDTH, time * (1 + g) };
	double in[4] = { xside[k * NY + j][g][a], yside[k * NX + i][g][a], zside[j * NX + i][g][a], time > 0 ? before[c][g][a] : 0 };
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
	flux[c][g][a] = middle;
	xside[k * NY + j][g][a] = out[0];
	yside[k * NX + i][g][a] = out[1];
	zside[j * NX + i][g][a] = out[2];
	after[c][g][a] = time > 0 ? out[3] : 0;
}

/* The block's sum, in its first thread. */
__device__ static double of_block(double v)
{
	__shared__ double part[32];

	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = v;
	__syncthreads();
	if (threadIdx.x < 32) {
		v = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
		for (int d = 16; d; d /= 2)
			v += __shfl_down_sync(~0u, v, d);
	}
	__syncthreads();
	return v;
}

/* A block for each cell and group, a thread for each direction. */
K reduce_flux(double *R moment, const double *R flux, const double *R weight)
{
	int n = threadIdx.x, octant = n / ANGLES, a = n % ANGLES;
	double sum = of_block(weight[a] * flux[((size_t)octant * CELLS * GROUPS + blockIdx.x) * ANGLES + a]);

	if (n == 0)
		moment[blockIdx.x] = sum;
}

K reduce_moments(double *R moment, const double *R flux, const double *R weight, const double *R mu, const double *R eta,
	const double *R xi)
{
	int n = threadIdx.x, octant = n / ANGLES, a = n % ANGLES;
	double f = weight[a] * flux[((size_t)octant * CELLS * GROUPS + blockIdx.x) * ANGLES + a];
	double x = of_block(octant & 1 ? -mu[a] * f : mu[a] * f);
	double y = of_block(octant & 2 ? -eta[a] * f : eta[a] * f);
	double z = of_block(octant & 4 ? -xi[a] * f : xi[a] * f);

	if (n == 0) {
		moment[CELLS * GROUPS + blockIdx.x] = x;
		moment[2 * CELLS * GROUPS + blockIdx.x] = y;
		moment[3 * CELLS * GROUPS + blockIdx.x] = z;
	}
}

}
