/* further.c: the kernels of further.h in OpenMP. */
#include "bench.h"

static void
redblack(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 1; i < n - 1; i++)
		for (int k = 0; k < n / 2 - 1; k++) {
			int at = i * n + 2 * k + 2 - (i & 1);

			out[at] = x[at] + 1.5 * (0.25 * (x[at - 1] + x[at + 1] + x[at - n] + x[at + n] - y[at]) - x[at]);
		}
}

/* x: the vector, then the elements; y: where rows begin, then the elements' columns */
static void
spmvt(double *out, const double *x, const int *y, int n)
{
	const double *value = x + n;
	const int *column = y + n + 1;

	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		for (int k = y[i]; k < y[i + 1]; k++) {
			#pragma omp atomic
			out[column[k]] += value[k] * x[i];
		}
}

static void
myers(int *out, const uint8_t *x, const uint8_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		uint64_t places[4] = { 0 }, plus = ~0ull, minus = 0;
		int distance = 64;

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
}

/* x: angular velocities; y: moments of inertia */
static void
rigid(float *out, const float *x, const float *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		float r[3][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } }, w[3], t = 0.01f;

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
}

static void
lookup(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		double place = x[i] * 1023;
		int at = (int)floor(place);

		at = at < 1 ? 1 : at > 1021 ? 1021 : at;
		double t = place - at, a = y[at - 1], b = y[at], c = y[at + 1], d = y[at + 2];

		out[i] = b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)));
	}
}

static void
halve(uint8_t *out, const uint8_t *x, const uint8_t *y, int n)
{
	static const int weights[5] = { 1, 4, 6, 4, 1 };

	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			int sum = 0;

			for (int u = -2; u <= 2; u++)
				for (int v = -2; v <= 2; v++) {
					int row = 2 * i + u, col = 2 * j + v;

					row = row < 0 ? 0 : row >= 2 * n ? 2 * n - 1 : row;
					col = col < 0 ? 0 : col >= 2 * n ? 2 * n - 1 : col;
					sum += weights[u + 2] * weights[v + 2] * x[row * 2 * n + col];
				}
			out[i * n + j] = (uint8_t)((sum + 128) / 256);
		}
}

static void
crc(uint32_t *out, const uint8_t *x, const uint32_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		uint32_t sum = ~0u;

		for (int k = 0; k < 64; k++)
			sum = y[(sum ^ x[k * n + i]) & 255] ^ sum >> 8;
		out[i] = ~sum;
	}
}

static uint64_t
spread(uint32_t bits)
{
	uint64_t v = bits & 0x1fffff;

	v = (v | v << 32) & 0x1f00000000ffff;
	v = (v | v << 16) & 0x1f0000ff0000ff;
	v = (v | v << 8) & 0x100f00f00f00f00f;
	v = (v | v << 4) & 0x10c30c30c30c30c3;
	return (v | v << 2) & 0x1249249249249249;
}

static void
morton(uint64_t *out, const uint32_t *x, const uint8_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++)
		out[i] = spread(x[i]) | spread(x[n + i]) << 1 | spread(x[2 * n + i]) << 2;
}

static void
highest(int *out, const int *x, const int *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int cell = y[i], height = x[i];

		#pragma omp atomic compare
		out[cell] = out[cell] < height ? height : out[cell];
	}
}

static void
colour(uint8_t *out, const uint8_t *x, const uint8_t *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int red = x[3 * i], green = x[3 * i + 1], blue = x[3 * i + 2];
		int b = ((131072 * blue - 44303 * red - 86769 * green) >> 18) + 128, r = ((131072 * red - 109838 * green - 21234 * blue) >> 18) + 128;

		out[i] = (uint8_t)((78381 * red + 153878 * green + 29885 * blue) >> 18);
		out[n + i] = (uint8_t)(b < 0 ? 0 : b > 255 ? 255 : b);
		out[2 * n + i] = (uint8_t)(r < 0 ? 0 : r > 255 ? 255 : r);
	}
}

static void
kepler(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		double mean = 6 * x[i], eccentricity = 0.9 * y[i], e = mean, step = 1;

		for (int k = 0; k < 32 && fabs(step) > 1e-12; k++) {
			step = (e - eccentricity * sin(e) - mean) / (1 - eccentricity * cos(e));
			e -= step;
		}
		out[i] = e;
	}
}

static double
face(double before, double left, double right, double after, double speed)
{
	double d = right - left, other = speed > 0 ? left - before : after - right, slope = 0;

	if (d * other > 0)
		slope = 2 * d * other / (d + other);
	return speed > 0 ? speed * (left + 0.5 * slope) : speed * (right - 0.5 * slope);
}

static void
upwind(double *out, const double *x, const double *y, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 2; i < n - 2; i++)
		for (int j = 2; j < n - 2; j++) {
			const double *q = x + i * n + j, *u = y + i * n + j, *v = u + n * n;
			double west = face(q[-2], q[-1], q[0], q[1], u[0] - 0.5), east = face(q[-1], q[0], q[1], q[2], u[1] - 0.5);
			double north = face(q[-2 * n], q[-n], q[0], q[n], v[0] - 0.5), south = face(q[-n], q[0], q[n], q[2 * n], v[n] - 0.5);

			out[i * n + j] = q[0] - 0.1 * (east - west + south - north);
		}
}

#include "kind.h"
AS_IT_IS(redblack, double, double)
AS_IT_IS(myers, uint8_t, uint8_t)
AS_IT_IS(lookup, double, double)
AS_IT_IS(halve, uint8_t, uint8_t)

PREPARE(spmvt, double, int)
{
	uint32_t seed = 4;
	int *column = y + n + 1, used = 0;

	(void)x;
	for (int i = 0; i < n; i++) {
		y[i] = used;
		for (int k = next_random(&seed) % 16; k > 0; k--)
			column[used++] = (int)(next_random(&seed) % (uint32_t)n);
	}
	y[n] = used;
}

PREPARE(rigid, float, float)
{
	(void)x, (void)n;
	for (int a = 0; a < 3; a++)
		y[a] += (float)(a + 1);
}

AS_IT_IS(kepler, double, double)
AS_IT_IS(upwind, double, double)
AS_IT_IS(morton, uint32_t, uint8_t)
AS_IT_IS(colour, uint8_t, uint8_t)

PREPARE(crc, uint8_t, uint32_t)
{
	(void)x, (void)n;
	for (uint32_t i = 0; i < 256; i++) {
		y[i] = i;
		for (int k = 0; k < 8; k++)
			y[i] = y[i] & 1 ? y[i] >> 1 ^ 0xedb88320 : y[i] >> 1;
	}
}

PREPARE(highest, int, int)
{
	(void)x;
	for (int i = 0; i < n; i++)
		y[i] %= n / 16;
}

#define HALVES (n / 2 + 31) / 32, (n + 7) / 8, 32, 8
#define ADDED LINE
#define BEFORE_HALVES
#define AFTER_HALVES
#define AFTER_ADDED
#define BEFORE_ADDED \
	memset(out, 0, (size_t)n * sizeof *out); \
	to_device(out);
#include "further.h"
