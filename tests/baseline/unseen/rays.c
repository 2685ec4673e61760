/* rays: the nearest of 32 spheres that each ray hits. */
#include "bench.h"

enum { SPHERES = 32 };
struct ball { float x, y, z, radius; };

static int n;
static struct ball *ball;
static float *hit;

static void
setup(int size)
{
	uint32_t seed = 10;

	n = size;
	ARRAY(ball, SPHERES);
	ARRAY(hit, n * n);
	for (int i = 0; i < SPHERES; i++)
		ball[i] = (struct ball){ (float)(4 * next_real(&seed) - 2), (float)(4 * next_real(&seed) - 2),
			(float)(4 + 4 * next_real(&seed)), (float)(0.2 + 0.5 * next_real(&seed)) };
	to_device(ball);
}

#ifdef CUDA
static void
step(void)
{
	GRID(rays_cast, (n + 15) / 16, (n + 15) / 16, 16, 16, D(hit), D(ball), V(n));
}
#else
static void
rays_cast(float *hit, const struct ball *ball, int n)
{
	#pragma omp target teams distribute parallel for collapse(2)
	for (int row = 0; row < n; row++)
		for (int col = 0; col < n; col++) {
			float x = 2.0f * col / n - 1, y = 2.0f * row / n - 1, length = 1 / sqrtf(x * x + y * y + 1), nearest = 1e30f;

			x *= length;
			y *= length;
			for (int s = 0; s < SPHERES; s++) {
				struct ball b = ball[s];
				float along = x * b.x + y * b.y + length * b.z;
				float aside = b.x * b.x + b.y * b.y + b.z * b.z - along * along, r2 = b.radius * b.radius;

				if (along > 0 && aside < r2) {
					float t = along - sqrtf(r2 - aside);

					nearest = t < nearest ? t : nearest;
				}
			}
			hit[row * n + col] = nearest;
		}
}

static void
step(void)
{
	rays_cast(hit, ball, n);
}
#endif

/* A ray that grazes a sphere may hit or miss; one in a hundred may differ. */
static bool
check(void)
{
	int wrong = 0, some = 0;

	from_device(hit);
	for (int i = 0; i < n * n; i += 1 + n / 64) {
		double x = 2.0 * (i % n) / n - 1, y = 2.0 * (i / n) / n - 1, length = 1 / sqrt(x * x + y * y + 1), nearest = 1e30f;

		for (int s = 0; s < SPHERES; s++) {
			struct ball b = ball[s];
			double along = length * (x * b.x + y * b.y + b.z);
			double under = b.radius * b.radius - (b.x * b.x + b.y * b.y + b.z * b.z - along * along);

			if (along > 0 && under > 0)
				nearest = fmin(nearest, along - sqrt(under));
		}
		some += nearest < 1e29;
		wrong += !close_to(hit[i] / nearest, 1, 1e-2);
	}
	return some && wrong <= n * n / (1 + n / 64) / 100;
}

const struct bench rays = { "rays", { 64, 256, 2048 }, setup, step, check };
