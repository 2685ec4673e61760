/* leaf: the two kernels with sums of lesson 15's conjugate gradients; `advance` goes there and back. */
#include "app.h"
#undef INNER
#define N LEAF
#include "../../../lessons/15-miniapp/leaf.c"

static const double alpha = 0.125;
static field seen;
static double sum, *total;

static void
setup(int size)
{
	(void)size;
	divide(0);
	fill();
	residual();
	conduct_and_dot(p);
	divide(1);
	FIELD(u);
	FIELD(r);
	FIELD(p);
	FIELD(w);
	FIELD(kx);
	FIELD(ky);
	ARRAY(total, 1);
}

#ifdef CUDA
#define OVER(kernel, ...) GRID(kernel, (N - 2 + 31) / 32, (N - 2 + 7) / 8, 32, 8, __VA_ARGS__)
static void
clear(void)
{
	*total = 0;
	to_device(total);
}

static double
add(void)
{
	from_device(total);
	return *total;
}
#endif

static void
conduct_step(void)
{
#ifdef CUDA
	clear();
	OVER(conduct_and_dot, D(w), D(p), D(kx), D(ky), D(total));
	sum = add();
#else
	sum = conduct_and_dot(p);
#endif
}

static bool
conduct_check(void)
{
	bool right = true;

	from_device(w);
	memcpy(seen, w, sizeof seen);
	divide(0);
	right = close_to(sum, conduct_and_dot(p), 1e-9);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			right = right && close_to(seen[i][j], w[i][j], 1e-10);
	return right;
}

static void
advance_step(void)
{
	for (int back = 0; back <= 1; back++) {
		double a = back ? -alpha : alpha;
#ifdef CUDA
		clear();
		OVER(advance, D(u), D(r), D(p), D(w), V(a), D(total));
		sum = add();
#else
		sum = advance(a);
#endif
	}
}

/* Both fields are where they were, but for rounding. */
static bool
advance_check(void)
{
	double expected = 0;
	bool right = true;

	memcpy(seen, u, sizeof seen);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			expected += r[i][j] * r[i][j];
	from_device(u);
	for (int i = 1; i < N - 1; i++)
		for (int j = 1; j < N - 1; j++)
			right = right && close_to(seen[i][j], u[i][j], 1e-9);
	return right && close_to(sum, expected, 1e-9);
}

const struct bench conduct_bench = { "conduct", { 0 }, setup, conduct_step, conduct_check };
const struct bench advance_bench = { "advance", { 0 }, setup, advance_step, advance_check };
