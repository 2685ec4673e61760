/* kinds.c: the kernels of kinds.h in OpenMP.  The same functions run on the host to check both, OpenMP's and CUDA's. */
#include "bench.h"

struct body { float x, y, z, mass; };

static void
life(uint8_t *out, const uint8_t *x, const uint8_t *y, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int up = (i ? i - 1 : n - 1) * n, down = (i < n - 1 ? i + 1 : 0) * n, here = i * n;
			int left = j ? j - 1 : n - 1, right = j < n - 1 ? j + 1 : 0;
			int around = x[up + left] + x[up + j] + x[up + right] + x[here + left] + x[here + right] +
				x[down + left] + x[down + j] + x[down + right];

			out[here + j] = around == 3 || (around == 2 && x[here + j]);
		}
}

static void
median(uint8_t *out, const uint8_t *x, const uint8_t *y, int n)
{
	static const int pairs[19][2] = { { 1, 2 }, { 4, 5 }, { 7, 8 }, { 0, 1 }, { 3, 4 }, { 6, 7 }, { 1, 2 }, { 4, 5 }, { 7, 8 },
		{ 0, 3 }, { 5, 8 }, { 4, 7 }, { 3, 6 }, { 1, 4 }, { 2, 5 }, { 4, 7 }, { 4, 2 }, { 6, 4 }, { 4, 2 } };

	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) {
			int v[9];

			for (int k = 0; k < 9; k++)
				v[k] = x[(i + k / 3 - 1) * n + j + k % 3 - 1];
			for (int k = 0; k < 19; k++) {
				int a = v[pairs[k][0]], b = v[pairs[k][1]];

				v[pairs[k][0]] = a < b ? a : b;
				v[pairs[k][1]] = a < b ? b : a;
			}
			out[i * n + j] = (uint8_t)v[4];
		}
}

#pragma omp declare target
static const uint32_t sha_table[64] = {
	0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5,
	0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174,
	0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa, 0x5cb0a9dc, 0x76f988da,
	0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967,
	0x27b70a85, 0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85,
	0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070,
	0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
	0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2 };
#pragma omp end declare target

static inline uint32_t
sha_turn(uint32_t v, int n)
{
	return v >> n | v << (32 - n);
}

static void
sha(uint32_t *out, const uint32_t *x, const uint32_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		uint32_t s[8] = { 0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19 };
		uint32_t w[16], a = s[0], b = s[1], c = s[2], d = s[3], e = s[4], f = s[5], g = s[6], h = s[7];

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
}

static void
probe(int *out, const uint64_t *x, const uint64_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		uint64_t key = y[i];
		uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (2 * n - 1);

		while (x[at] && x[at] != key)
			at = (at + 1) & (2 * n - 1);
		out[i] = x[at] ? (int)at : -1;
	}
}

static void
lower(int *out, const int *x, const int *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int from = 0, to = n, key = y[i];

		while (from < to) {
			int middle = from + (to - from) / 2;

			if (x[middle] < key)
				from = middle + 1;
			else
				to = middle;
		}
		out[i] = from;
	}
}

/* x: right sides, y: diagonals; beside the diagonal all elements are -1. */
static void
thomas(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		double c[32], d[32], last;

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
}

static void
bodies(struct body *out, const struct body *x, const float *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		struct body me = x[i], force = { 0, 0, 0, me.mass };

		for (int k = 0; k < n; k++) {
			struct body it = x[k];
			float dx = it.x - me.x, dy = it.y - me.y, dz = it.z - me.z, r2 = dx * dx + dy * dy + dz * dz + 0.01f;
			float r = 1 / sqrtf(r2), f = it.mass * r * r * r;

			force.x += f * dx;
			force.y += f * dy;
			force.z += f * dz;
		}
		out[i] = force;
	}
}

/* y[u * 8 + k]: cosines */
static void
dct(float *out, const float *x, const float *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		for (int u = 0; u < 8; u++) {
			float sum = 0;

			for (int k = 0; k < 8; k++)
				sum += x[k * n + i] * y[u * 8 + k];
			out[u * n + i] = sum * (u ? 0.5f : 0.35355339f);
		}
}

struct place { double x, y, z; };

static inline struct place
lorenz_slope(struct place p)
{
	return (struct place){ 10 * (p.y - p.x), p.x * (28 - p.z) - p.y, p.x * p.y - 8.0 / 3 * p.z };
}

static inline struct place
lorenz_ahead(struct place p, struct place slope, double t)
{
	return (struct place){ p.x + t * slope.x, p.y + t * slope.y, p.z + t * slope.z };
}

static void
lorenz(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		struct place p = { x[3 * i], x[3 * i + 1], x[3 * i + 2] };
		double t = 0.001;

		for (int k = 0; k < 100; k++) {
			struct place a = lorenz_slope(p), b = lorenz_slope(lorenz_ahead(p, a, t / 2)),
				c = lorenz_slope(lorenz_ahead(p, b, t / 2)), d = lorenz_slope(lorenz_ahead(p, c, t));

			p.x += t / 6 * (a.x + 2 * b.x + 2 * c.x + d.x);
			p.y += t / 6 * (a.y + 2 * b.y + 2 * c.y + d.y);
			p.z += t / 6 * (a.z + 2 * b.z + 2 * c.z + d.z);
		}
		out[3 * i] = p.x;
		out[3 * i + 1] = p.y;
		out[3 * i + 2] = p.z;
	}
}

static void
residual(double *out, const double *x, const double *y, int n)
{
	double sum = 0, most = 0;

	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) reduction(max: most)
	for (int i = 1; i < n - 1; i++)
		for (int j = 1; j < n - 1; j++) {
			int at = i * n + j;
			double r = y[at] - (4 * x[at] - x[at - 1] - x[at + 1] - x[at - n] - x[at + n]);

			sum += r * r;
			most = fabs(r) > most ? fabs(r) : most;
		}
	out[0] = sum;
	out[1] = most;
	to_device(out);
}

static inline float
march_mix(float a, float b, float t)
{
	return a + (b - a) * t;
}

static void
march(float *out, const float *x, const float *y, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int row = 0; row < n; row++)
		for (int col = 0; col < n; col++) {
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
}

/* y: means of the columns */
static void
covar(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j <= i; j++) {
			double sum = 0;

			for (int k = 0; k < 64; k++)
				sum += (x[k * n + i] - y[i]) * (x[k * n + j] - y[j]);
			out[i * n + j] = out[j * n + i] = sum / 63;
		}
}

/* ---- input ---- */

#define REAL_STRUCTS struct body: REAL,
#include "kind.h"
AS_IT_IS(median, uint8_t, uint8_t)
AS_IT_IS(sha, uint32_t, uint32_t)
AS_IT_IS(bodies, struct body, float)
AS_IT_IS(lorenz, double, double)
AS_IT_IS(residual, double, double)
AS_IT_IS(march, float, float)
AS_IT_IS(covar, double, double)

PREPARE(life, uint8_t, uint8_t)
{
	(void)y;
	for (int i = 0; i < n * n; i++)
		x[i] &= 1;
}

/* Half of the table is used; half of the keys are in it. */
PREPARE(probe, uint64_t, uint64_t)
{
	memset(x, 0, 2 * n * sizeof *x);
	for (int i = 0; i < n; i++) {
		uint64_t key = (y[i] << 24 | (uint32_t)i) + 1;
		uint32_t at = (uint32_t)(key * 0x9E3779B97F4A7C15u >> 32) & (2 * n - 1);

		while (x[at])
			at = (at + 1) & (2 * n - 1);
		x[at] = key;
		y[i] = key + (i & 1 ? (uint64_t)1 << 60 : 0);
	}
}

PREPARE(lower, int, int)
{
	for (int i = 0; i < n; i++) {
		x[i] = 3 * i;
		y[i] %= 3 * n;
	}
}

PREPARE(thomas, double, double)
{
	(void)x;
	for (int i = 0; i < 32 * n; i++)
		y[i] += 2;
}

PREPARE(dct, float, float)
{
	(void)x, (void)n;
	for (int i = 0; i < 64; i++)
		y[i] = (float)cos((i % 8 * 2 + 1) * (i / 8) * M_PI / 16);
}

#include "kinds.h"
