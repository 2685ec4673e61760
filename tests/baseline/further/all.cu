/* all.cu: the kernels of further.h as CUDA has them. */
#include <stdint.h>
#define K extern "C" __global__ void
#define R __restrict__
#define THREAD (int)(blockIdx.x * blockDim.x + threadIdx.x)
#define ROW (int)(blockIdx.y * blockDim.y + threadIdx.y)

K redblack(double *R out, const double *R x, const double *R y, int n)
{
	int i = ROW + 1, k = THREAD, at = i * n + 2 * k + 2 - (i & 1);

	if (i >= n - 1 || k >= n / 2 - 1)
		return;
	out[at] = x[at] + 1.5 * (0.25 * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n] - y[at]) - x[at]);
}

K spmvt(double *R out, const double *R x, const int *R y, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	for (int k = y[i]; k < y[i + 1]; k++)
		atomicAdd(&out[y[n + 1 + k]], x[n + k] * x[i]);
}

K myers(int *R out, const uint8_t *R x, const uint8_t *R y, int n)
{
	uint64_t places[4] = { 0 }, plus = ~0ull, minus = 0;
	int i = THREAD, distance = 64;

	if (i >= n)
		return;
	for (int k = 0; k < 64; k++)
		places[x[k * n + i] & 3] |= 1ull << k;
	for (int k = 0; k < 64; k++) {
		uint64_t eq = places[y[k] & 3], v = eq | minus, h = (((eq & plus) + plus) ^ plus) | eq;
		uint64_t up = minus | ~(h | plus), down = plus & h;

		if (up >> 63)
			distance++;
		else if (down >> 63)
			distance--;
		up = up << 1 | 1;
		plus = down << 1 | ~(v | up);
		minus = up & v;
	}
	out[i] = distance;
}

K rigid(float *R out, const float *R x, const float *R y, int n)
{
	float r[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, w[3], t = 0.01f;
	int i = THREAD;

	if (i >= n)
		return;
	for (int a = 0; a < 3; a++)
		w[a] = x[a * n + i];
	for (int step = 0; step < 16; step++) {
		float turned[3][3], spin[3][3] = { { 1, -t * w[2], t * w[1] }, { t * w[2], 1, -t * w[0] }, { -t * w[1], t * w[0], 1 } };
		float d[3];

		for (int a = 0; a < 3; a++)
			d[a] = (y[(a + 1) % 3] - y[(a + 2) % 3]) / y[a] * w[(a + 1) % 3] * w[(a + 2) % 3];
		for (int a = 0; a < 3; a++)
			w[a] += t * d[a];
		for (int a = 0; a < 3; a++)
			for (int b = 0; b < 3; b++) {
				turned[a][b] = 0;
				for (int c = 0; c < 3; c++)
					turned[a][b] += r[a][c] * spin[c][b];
			}
		for (int a = 0; a < 3; a++) {
			float norm = 1 / sqrtf(turned[a][0] * turned[a][0] + turned[a][1] * turned[a][1] + turned[a][2] * turned[a][2]);

			for (int b = 0; b < 3; b++)
				r[a][b] = turned[a][b] * norm;
		}
	}
	for (int a = 0; a < 9; a++)
		out[a * n + i] = r[a / 3][a % 3];
}

K lookup(double *R out, const double *R x, const double *R y, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	double place = x[i] * 1023;
	int at = min(max((int)floor(place), 1), 1021);
	double t = place - at, a = y[at - 1], b = y[at], c = y[at + 1], d = y[at + 2];

	out[i] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
}

K halve(uint8_t *R out, const uint8_t *R x, const uint8_t *R, int n)
{
	static const int weights[5] = { 1, 4, 6, 4, 1 };
	int i = ROW, j = THREAD, sum = 0;

	if (i >= n || j >= n)
		return;
	for (int u = -2; u <= 2; u++)
		for (int v = -2; v <= 2; v++) {
			int row = min(max(2 * i + u, 0), 2 * n - 1), col = min(max(2 * j + v, 0), 2 * n - 1);

			sum += weights[u + 2] * weights[v + 2] * x[row * 2 * n + col];
		}
	out[i * n + j] = (sum + 128) / 256;
}

K crc(uint32_t *R out, const uint8_t *R x, const uint32_t *R y, int n)
{
	int i = THREAD;
	uint32_t sum = ~0u;

	if (i >= n)
		return;
	for (int k = 0; k < 64; k++)
		sum = y[(sum ^ x[k * n + i]) & 255] ^ sum >> 8;
	out[i] = ~sum;
}

static __device__ uint64_t spread(uint32_t bits)
{
	uint64_t v = bits & 0x1fffff;

	v = (v | v << 32) & 0x1f00000000ffff;
	v = (v | v << 16) & 0x1f0000ff0000ff;
	v = (v | v << 8) & 0x100f00f00f00f00f;
	v = (v | v << 4) & 0x10c30c30c30c30c3;
	return (v | v << 2) & 0x1249249249249249;
}

K morton(uint64_t *R out, const uint32_t *R x, const uint8_t *R, int n)
{
	int i = THREAD;

	if (i < n)
		out[i] = spread(x[i]) | spread(x[n + i]) << 1 | spread(x[2 * n + i]) << 2;
}

K highest(int *R out, const int *R x, const int *R y, int n)
{
	int i = THREAD;

	if (i < n)
		atomicMax(&out[y[i]], x[i]);
}

K colour(uint8_t *R out, const uint8_t *R x, const uint8_t *R, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	int red = x[3 * i], green = x[3 * i + 1], blue = x[3 * i + 2];
	int b = ((131072 * blue - 44303 * red - 86769 * green) >> 18) + 128, r = ((131072 * red - 109838 * green - 21234 * blue) >> 18) + 128;

	out[i] = (78381 * red + 153878 * green + 29885 * blue) >> 18;
	out[n + i] = min(max(b, 0), 255);
	out[2 * n + i] = min(max(r, 0), 255);
}

K kepler(double *R out, const double *R x, const double *R y, int n)
{
	int i = THREAD;

	if (i >= n)
		return;
	double mean = 6 * x[i], eccentricity = 0.9 * y[i], e = mean, step = 1;

	for (int k = 0; k < 32 && fabs(step) > 1e-12; k++) {
		step = (e - eccentricity * sin(e) - mean) / (1 - eccentricity * cos(e));
		e -= step;
	}
	out[i] = e;
}

static __device__ double face(double before, double left, double right, double after, double speed)
{
	double d = right - left, other = speed > 0 ? left - before : after - right, slope = 0;

	if (d * other > 0)
		slope = 2 * d * other / (d + other);
	return speed > 0 ? speed * (left + 0.5 * slope) : speed * (right - 0.5 * slope);
}

K upwind(double *R out, const double *R x, const double *R y, int n)
{
	int i = ROW + 2, j = THREAD + 2;

	if (i >= n - 2 || j >= n - 2)
		return;
	const double *q = x + i * n + j, *u = y + i * n + j, *v = u + n * n;
	double west = face(q[-2], q[-1], q[0], q[1], u[0] - 0.5), east = face(q[-1], q[0], q[1], q[2], u[1] - 0.5);
	double north = face(q[-2 * n], q[-n], q[0], q[n], v[0] - 0.5), south = face(q[-n], q[0], q[n], q[2 * n], v[n] - 0.5);

	out[i * n + j] = q[0] - 0.1 * (east - west + south - north);
}
