/* The sum over the block, in thread 0. */
static __device__ double monte_block(double x)
{
	__shared__ double part[32];

	for (int d = 16; d; d >>= 1)
		x += __shfl_down_sync(~0u, x, d);
	__syncthreads();
	if (threadIdx.x % 32 == 0)
		part[threadIdx.x / 32] = x;
	__syncthreads();
	x = threadIdx.x < blockDim.x / 32 ? part[threadIdx.x] : 0;
	for (int d = 16; d; d >>= 1)
		x += __shfl_down_sync(~0u, x, d);
	return x;
}

K monte_integrate(double *R sums, int n)
{
	double sum = 0, squares = 0;

	for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < n; at += gridDim.x * blockDim.x) {
		unsigned i = at;

		i = (i ^ 61) ^ i >> 16;
		i *= 9;
		i ^= i >> 4;
		i *= 0x27d4eb2d;
		i ^= i >> 15;
		double u = i * 0x1p-32, f = sqrt(1 - u * u);

		sum += f;
		squares += f * f;
	}
	sum = monte_block(sum);
	squares = monte_block(squares);
	if (threadIdx.x == 0) {
		atomicAdd(&sums[0], sum);
		atomicAdd(&sums[1], squares);
	}
}
