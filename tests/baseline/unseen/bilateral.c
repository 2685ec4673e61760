/* bilateral: a bilateral filter of radius 3 over an image in float. */
#include "bench.h"

enum { RADIUS = 3 };
static int n;
static float *image, *smooth;

static void
setup(int size)
{
	uint32_t seed = 11;

	n = size;
	ARRAY(image, n * n);
	ARRAY(smooth, n * n);
	for (int i = 0; i < n * n; i++)
		image[i] = (float)(next_real(&seed) * 0.2 + (i % n > n / 2));
	to_device(image);
}

#ifdef CUDA
static void
step(void)
{
	GRID(bilateral_filter, (n + 31) / 32, (n + 7) / 8, 32, 8, D(smooth), D(image), V(n));
}
#else
static void
bilateral_filter(float *out, const float *in, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n; j++) {
			float sum = 0, weights = 0, middle = in[i * n + j];

			for (int y = -RADIUS; y <= RADIUS; y++)
				for (int x = -RADIUS; x <= RADIUS; x++) {
					int row = i + y < 0 ? 0 : i + y >= n ? n - 1 : i + y;
					int col = j + x < 0 ? 0 : j + x >= n ? n - 1 : j + x;
					float value = in[row * n + col], d = value - middle;
					float weight = expf(-0.125f * (x * x + y * y) - 20.0f * d * d);

					sum += weight * value;
					weights += weight;
				}
			out[i * n + j] = sum / weights;
		}
}

static void
step(void)
{
	bilateral_filter(smooth, image, n);
}
#endif

static bool
check(void)
{
	bool right = true;

	from_device(smooth);
	for (int at = 0; at < n * n; at += 1 + n * n / 4096) {
		double sum = 0, weights = 0;

		for (int y = -RADIUS; y <= RADIUS; y++)
			for (int x = -RADIUS; x <= RADIUS; x++) {
				int row = at / n + y < 0 ? 0 : at / n + y >= n ? n - 1 : at / n + y;
				int col = at % n + x < 0 ? 0 : at % n + x >= n ? n - 1 : at % n + x;
				double value = image[row * n + col], d = value - image[at];
				double weight = exp(-0.125 * (x * x + y * y) - 20 * d * d);

				sum += weight * value;
				weights += weight;
			}
		right = right && close_to(smooth[at], sum / weights, 1e-5);
	}
	return right;
}

const struct bench bilateral = { "bilateral", { 48, 256, 2048 }, setup, step, check };
