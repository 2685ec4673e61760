/* all.cu: the kernels of kinds.h as CUDA has them. */
#include <stdint.h>
#define K extern "C" __global__ void
#define R __restrict__
#define THREAD (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define ROW (int)(blockIdx.y * blockDim.y + threadIdx.y)

K life(uint8_t *R out, const uint8_t *R x, const uint8_t *R, int n)
{
	int i = ROW, j = THREAD;

	if (i >= n || j >= n)
		return;
	int up = (i ? i - 1 : n - 1) * n, down = (i < n - 1 ? i + 1 : 0) * n, here = i * n;
	int left = j ? j - 1 : n - 1, right = j < n - 1 ? j + 1 : 0;
	int around = x[up + left] + x[up + j] + x[up + right] + x[here + left] + x[here + right] + x[down + left] + x[down + j] +
		x[down + right];

	out[here + j] = around == 3 || (around == 2 && x[here + j]);
}

K median(uint8_t *R out, const uint8_t *R x, const uint8_t *R, int n)
{
	static const int pairs[19][2] = { { 1, 2 }, { 4, 5 }, { 7, 8 }, { 0, 1 }, { 3, 4 }, { 6, 7 }, { 1, 2 }, { 4, 5 }, { 7, 8 },
		{ 0, 3 }, { 5, 8 }, { 4, 7 }, { 3, 6 }, { 1, 4 }, { 2, 5 }, { 4, 7 }, { 4, 2 }, { 6, 4 }, { 4, 2 } };
	int i = ROW + 1, j = THREAD + 1, v[9];

	if (i >= n - 1 || j >= n - 1)
		return;
	for (int k = 0; k < 9; k++)
		v[k] = x[(i + k / 3 - 1) * n + j + k % 3 - 1];
	for (int k = 0; k < 19; k++) {
		int a = v[pairs[k][0]], b = v[pairs[k][1]];

		v[pairs[k][0]] = min(a, b);
		v[pairs[k][1]] = max(a, b);
	}
	out[i * n + j] = v[4];
}

__constant__ uint32_t sha_table[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };

static __device__ uint32_t sha_turn(uint32_t v, int n)
{
	return v >> n | v << (32 - n);
}

K sha(uint32_t *R out, const uint32_t *R x, const uint32_t *R, int n)
{
	uint32_t s[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
	uint32_t w[16], a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];
	int i = THREAD;

	if (i >= n)
		return;
	for (int k = 0; k < 16; k++)
		w[k] = x[k * n + i];
	for (int k = 0; k < 64; k++) {
		if (k >= 16) {
			uint32_t p = w[(k + 1) & 15], q = w[(k + 14) & 15];

			w[k & 15] += w[(k + 9) & 15] + (sha_turn(p, 7) ^ sha_turn(p, 18) ^ p >> 3) +
				(sha_turn(q, 17) ^ sha_turn(q, 19) ^ q >> 10);
		}
		uint32_t t = h + (sha_turn(e, 6) ^ sha_turn(e, 11) ^ sha_turn(e, 25)) + ((e & f) ^ (~e & g)) + sha_table[k] + w[k & 15];
		uint32_t u = (sha_turn(a, 2) ^ sha_turn(a, 13) ^ sha_turn(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));

		h = g, g = f, f = e, e = d + t, d = c, c = b, b = a, a = t + u;
	}
	out[i] = s[0] + a;
	out[n + i] = s[1] + b;
	out[2 * n + i] = s[2] + c;
	out[3 * n + i] = s[3] + d;
	out[4 * n + i] = s[4] + e;
	out[5 * n + i] = s[5] + f;
	out[6 * n + i] = s[6] + g;
	out[7 * n + i] = s[7] + h;
}

K probe(int *R out, const uint64_t *R x, const uint64_t *R y, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	uint64_t key = y[i];
	uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (2 * n - 1);

	while (x[at] && x[at] != key)
		at = (at + 1) & (2 * n - 1);
	out[i] = x[at] ? (int)at : -1;
}

K lower(int *R out, const int *R x, const int *R y, int n)
{
	int i = THREAD, from = 0, to = n;

	if (i >= n)
		return;
	int key = y[i];
	while (from < to) {
		int middle = from + (to - from) / 2;

		if (x[middle] < key)
			from = middle + 1;
		else
			to = middle;
	}
	out[i] = from;
}

K thomas(double *R out, const double *R x, const double *R y, int n)
{
	double c[32], d[32], last;
	int i = THREAD;

	if (i >= n)
		return;
	c[0] = -1 / y[i];
	d[0] = x[i] / y[i];
	for (int k = 1; k < 32; k++) {
		double m = 1 / (y[k * n + i] + c[k - 1]);

		c[k] = -m;
		d[k] = (x[k * n + i] + d[k - 1]) * m;
	}
	out[31 * n + i] = last = d[31];
	for (int k = 30; k >= 0; k--)
		out[k * n + i] = last = d[k] - c[k] * last;
}

K bodies(float4 *R out, const float4 *R x, const float *R, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	float4 me = x[i], force = make_float4(0, 0, 0, me.w);
	for (int k = 0; k < n; k++) {
		float4 it = x[k];
		float dx = it.x - me.x, dy = it.y - me.y, dz = it.z - me.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f;
		float r = 1 / sqrtf(r2), f = it.w * r * r * r;

		force.x += f * dx;
		force.y += f * dy;
		force.z += f * dz;
	}
	out[i] = force;
}

K dct(float *R out, const float *R x, const float *R y, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	for (int u = 0; u < 8; u++) {
		float sum = 0;

		for (int k = 0; k < 8; k++)
			sum += x[k * n + i] * y[u * 8 + k];
		out[u * n + i] = sum * (u ? 0.5f : 0.35355339f);
	}
}

static __device__ double3 lorenz_slope(double3 p)
{
	return make_double3(10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - 8.0 / 3 * p.z);
}

static __device__ double3 lorenz_ahead(double3 p, double3 slope, double t)
{
	return make_double3(p.x + t * slope.x, p.y + t * slope.y, p.z + t * slope.z);
}

K lorenz(double *R out, const double *R x, const double *R, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	double3 p = make_double3(x[3 * i], x[3 * i + 1], x[3 * i + 2]);
	double t = 0.001;
	for (int k = 0; k < 100; k++) {
		double3 a = lorenz_slope(p), b = lorenz_slope(lorenz_ahead(p, a, t / 2)),
			c = lorenz_slope(lorenz_ahead(p, b, t / 2)), d = lorenz_slope(lorenz_ahead(p, c, t));

		p.x += t / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
		p.y += t / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
		p.z += t / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
	}
	out[3 * i] = p.x;
	out[3 * i + 1] = p.y;
	out[3 * i + 2] = p.z;
}

/* out[0] += the block's sum, out[1] = the greater of it and the block's maximum: not negative, so bits order it. */
K residual(double *R out, const double *R x, const double *R y, int n)
{
	__shared__ double sums[8], mosts[8];
	int i = ROW + 1, j = THREAD + 1, t = threadIdx.y * 32 + threadIdx.x;
	double sum = 0, most = 0;

	if (i < n - 1 && j < n - 1) {
		int at = i * n + j;
		double r = y[at] - (4 * x[at] - x[at - 1] - x[at + 1] - x[at - n] - x[at + n]);

		sum = r * r;
		most = fabs(r);
	}
	for (int d = 16; d; d >>= 1) {
		sum += __shfl_down_sync(~0u, sum, d);
		most = fmax(most, __shfl_down_sync(~0u, most, d));
	}
	if (t % 32 == 0) {
		sums[t / 32] = sum;
		mosts[t / 32] = most;
	}
	__syncthreads();
	if (t)
		return;
	for (int k = 1; k < 8; k++) {
		sum += sums[k];
		most = fmax(most, mosts[k]);
	}
	atomicAdd(&out[0], sum);
	atomicMax((long long *)&out[1], __double_as_longlong(most));
}

static __device__ float march_mix(float a, float b, float t)
{
	return a + (b - a) * t;
}

K march(float *R out, const float *R x, const float *R, int n)
{
	int row = ROW, col = THREAD;

	if (row >= n || col >= n)
		return;
	float px = 30.0f * col / n, py = 30.0f * row / n, light = 1, sum = 0;
	for (int step = 0; step < 120; step++) {
		float pz = 0.25f * step, tx = px - (int)px, ty = py - (int)py, tz = pz - (int)pz;
		const float *v = x + ((int)pz * 32 + (int)py) * 32 + (int)px;
		float near = march_mix(march_mix(v[0], v[1], tx), march_mix(v[32], v[33], tx), ty);
		float far = march_mix(march_mix(v[1024], v[1025], tx), march_mix(v[1056], v[1057], tx), ty);
		float density = march_mix(near, far, tz) * 0.25f;

		sum += light * density * pz;
		light *= 1 - density;
		if (light < 0.02f)
			break;
	}
	out[row * n + col] = sum;
}

K covar(double *R out, const double *R x, const double *R y, int n)
{
	int i = ROW, j = THREAD;
	double sum = 0;

	if (i >= n || j > i)
		return;
	for (int k = 0; k < 64; k++)
		sum += (x[k * n + i] - y[i]) * (x[k * n + j] - y[j]);
	out[i * n + j] = out[j * n + i] = sum / 63;
}
