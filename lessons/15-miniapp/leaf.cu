/*
 * Kernels of leaf.c as CUDA has them: the same arithmetic, a thread for each cell, blocks of 32 x 8; a sum goes through
 * shuffles, shared memory and one atomic operation of a block.
 *
 * leaf.c says what each computes.  tests/baseline/lessons/leaf.c launches them.
 */
#define K extern "C" __global__ void
#define R __restrict__

namespace leaf {

typedef double row[N];

__device__ static void add_up(double v, double *to)
{
	__shared__ double part[32];
	int me = threadIdx.y * blockDim.x + threadIdx.x;

	for (int d = 16; d; d /= 2)
		v += __shfl_down_sync(~0u, v, d);
	if (me % 32 == 0)
		part[me / 32] = v;
	__syncthreads();
	if (me < 32) {
		v = me < blockDim.x * blockDim.y / 32 ? part[me] : 0;
		for (int d = 16; d; d /= 2)
			v += __shfl_down_sync(~0u, v, d);
		if (me == 0)
			atomicAdd(to, v);
	}
}

#define CELL int j = 1 + blockIdx.x * blockDim.x + threadIdx.x, i = 1 + blockIdx.y * blockDim.y + threadIdx.y
#define INSIDE (i < N - 1 && j < N - 1)

K conduct_and_dot(row *R w, const row *R v, const row *R kx, const row *R ky, double *R sum)
{
	CELL;
	double s = 0;

	if (INSIDE) {
		double x = (1 + (kx[i + 1][j] + kx[i][j]) + (ky[i][j + 1] + ky[i][j])) * v[i][j] -
			(kx[i + 1][j] * v[i + 1][j] + kx[i][j] * v[i - 1][j]) - (ky[i][j + 1] * v[i][j + 1] + ky[i][j] * v[i][j - 1]);

		w[i][j] = x;
		s = v[i][j] * x;
	}
	add_up(s, sum);
}

K advance(row *R u, row *R r, const row *R p, const row *R w, double alpha, double *R sum)
{
	CELL;
	double s = 0;

	if (INSIDE) {
		u[i][j] += alpha * p[i][j];
		s = r[i][j] - alpha * w[i][j];
		r[i][j] = s;
		s *= s;
	}
	add_up(s, sum);
}

}
