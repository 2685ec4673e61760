/* teams.cu: the kernels of teams.c as CUDA has them. */
#define TEAM(name) K name(double *R out, const double *R x, int n)
#define T (int)threadIdx.x
#define B (int)blockIdx.x

TEAM(reverse)
{
	__shared__ double part[256];

	part[T] = x[B * 256 + T];
	__syncthreads();
	out[B * 256 + T] = part[255 - T];
}

TEAM(tiles)
{
	__shared__ double left[16][16], right[16][16];
	int row = T / 16, col = T % 16, r = B / 4 % 4 * 16 + row, c = B % 4 * 16 + col;
	double sum = 0;

	for (int k = 0; k < 64; k += 16) {
		left[row][col] = x[r * 64 + k + col];
		right[row][col] = x[4096 + (k + row) * 64 + c];
		__syncthreads();
		for (int m = 0; m < 16; m++)
			sum += left[row][m] * right[m][col];
		__syncthreads();
	}
	out[B * 256 + T] = sum;
}

template <int threads> static __device__ void barriers(double *R out, const double *R x)
{
	__shared__ double part[threads];
	double v = x[T];

	for (int k = 0; k < 32; k++) {
		part[T] = v;
		__syncthreads();
		v += part[(T + 1) % threads];
		__syncthreads();
	}
	out[B * threads + T] = v;
}

TEAM(barriers_1) { barriers<32>(out, x); }
TEAM(barriers_8) { barriers<256>(out, x); }
TEAM(barriers_30) { barriers<960>(out, x); }

TEAM(rows)
{
	double s = x[B] * 2;

	for (int j = T; j < 256; j += blockDim.x)
		out[B * 256 + j] = x[B * 256 + j] * s;
}

K turns(double *out, const double *x, int n)
{
	__shared__ double shared;
	double beta = x[B];

	for (int k = 0; k < 16; k++) {
		if (T == 0) {
			for (int j = 0; j < 20; j++)
				beta = beta * 0.5 + 0.0078125 * j;
			shared = beta;
		}
		__syncthreads();
		double b = shared;
		for (int j = T; j < 256; j += blockDim.x)
			out[B * 256 + j] = b * x[B * 256 + j] + (k ? out[B * 256 + j] : 0);
		__syncthreads();
		if (T == 0)
			beta += out[B * 256] * 0x1p-10;
	}
}

K regions(double *out, const double *x, int n)
{
	out[B * 256 + T] = x[B * 256 + T];
	__syncthreads();
	out[B * 256 + T] += out[B * 256] * 0.5;
	__syncthreads();
	if (T < 128)
		for (int j = T; j < 256; j += 128)
			out[B * 256 + j] = sqrt(out[B * 256 + j]);
}

TEAM(alone)
{
	double v = 0;
	int k = 1;

	for (int i = 0; i < n; i++) {
		v += x[i] * k;
		k = k * 5 % 17;
	}
	out[0] = v;
}

TEAM(bins)
{
	__shared__ int bin[64];

	if (T < 64)
		bin[T] = 0;
	__syncthreads();
	for (int j = T; j < 1024; j += 256)
		atomicAdd(&bin[(int)(x[(B & 31) * 1024 + j] * 64)], 1);
	__syncthreads();
	if (T < 64)
		out[B * 64 + T] = bin[T];
}

TEAM(sum)
{
	double s = 0;

	for (int i = B * blockDim.x + T; i < n; i += gridDim.x * blockDim.x)
		s += x[i] * x[i];
	s = monte_block(s);
	if (T == 0)
		atomicAdd(out, s);
}

/* Doubles that are not negative are in the order of their bits. */
TEAM(maximum)
{
	double s = 0;

	for (int i = B * blockDim.x + T; i < n; i += gridDim.x * blockDim.x)
		s = fmax(s, x[i]);
	for (int d = 16; d; d >>= 1)
		s = fmax(s, __shfl_down_sync(~0u, s, d));
	if (T % 32 == 0)
		atomicMax((unsigned long long *)out, (unsigned long long)__double_as_longlong(s));
}
