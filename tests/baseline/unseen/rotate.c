/* rotate: each vector by a quaternion of its own. */
#include "bench.h"

struct quaternion { float w, x, y, z; };
struct vector { float x, y, z; };

static int n;
static struct quaternion *turn;
static struct vector *before, *after;

static void
setup(int size)
{
	uint32_t seed = 14;

	n = size;
	ARRAY(turn, n);
	ARRAY(before, n);
	ARRAY(after, n);
	for (int i = 0; i < n; i++) {
		double angle = 6.28 * next_real(&seed), x = next_real(&seed), y = next_real(&seed), z = 1 - x * y;
		double length = sqrt(x * x + y * y + z * z), s = sin(angle) / length;

		turn[i] = (struct quaternion){ (float)cos(angle), (float)(s * x), (float)(s * y), (float)(s * z) };
		before[i] = (struct vector){ (float)next_real(&seed), (float)next_real(&seed), (float)next_real(&seed) };
	}
	to_device(turn);
	to_device(before);
}

#ifdef CUDA
static void
step(void)
{
	LAUNCH(rotate_all, BLOCKS(n), 256, D(after), D(turn), D(before), V(n));
}
#else
static void
rotate_all(struct vector *after, const struct quaternion *turn, const struct vector *before, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		struct quaternion q = turn[i];
		struct vector v = before[i];
		float x = 2 * (q.y * v.z - q.z * v.y), y = 2 * (q.z * v.x - q.x * v.z), z = 2 * (q.x * v.y - q.y * v.x);

		after[i] = (struct vector){ v.x + q.w * x + q.y * z - q.z * y, v.y + q.w * y + q.z * x - q.x * z,
			v.z + q.w * z + q.x * y - q.y * x };
	}
}

static void
step(void)
{
	rotate_all(after, turn, before, n);
}
#endif

/* By the matrix of the rotation. */
static bool
check(void)
{
	bool right = true;

	from_device(after);
	for (int i = 0; i < n; i++) {
		double w = turn[i].w, x = turn[i].x, y = turn[i].y, z = turn[i].z;
		struct vector v = before[i];

		right = right && close_to(after[i].x, (1 - 2 * (y * y + z * z)) * v.x + 2 * (x * y - w * z) * v.y +
			2 * (x * z + w * y) * v.z, 1e-5) &&
			close_to(after[i].z, 2 * (x * z - w * y) * v.x + 2 * (y * z + w * x) * v.y +
			(1 - 2 * (x * x + y * y)) * v.z, 1e-5);
	}
	return right;
}

const struct bench rotate = { "rotate", { 1 << 14, 1 << 16, 1 << 23 }, setup, step, check };
