/*
 * kind.h: what the kernels of later/ and further/ share: input, step and check of a KIND (later/kinds.h says what one is).
 *
 * A file defines its kernels, includes this, says with AS_IT_IS or PREPARE what each makes of its random input, and then
 * includes its list of kinds.  The kernels' functions run on the host, too, to check both, OpenMP's and CUDA's.
 */
#include <string.h>
#include "bench.h"

/* Random numbers fill x and y; of some kinds these functions make something of them. */
#define PREPARE(name, T, U) static void name##_input(T *x, U *y, int n)
#define AS_IT_IS(name, T, U) PREPARE(name, T, U) { (void)x, (void)y, (void)n; }

#ifndef REAL_STRUCTS
#define REAL_STRUCTS /* struct x: REAL, of those that consist of floats */
#endif
enum { REAL, DOUBLE, WHOLE }; /* what a result consists of */
#define CONSISTS_OF(value) _Generic((value), float: REAL, REAL_STRUCTS double: DOUBLE, default: WHOLE)

static void
fill(void *array, size_t bytes, int kind, uint32_t *seed)
{
	uint8_t *b = array;
	float *f = array;
	double *d = array;

	for (size_t i = 0; i < bytes / sizeof *f && kind == REAL; i++)
		f[i] = (float)next_real(seed);
	for (size_t i = 0; i < bytes / sizeof *d && kind == DOUBLE; i++)
		d[i] = next_real(seed);
	for (size_t i = 0; i < bytes && kind == WHOLE; i++)
		b[i] = (uint8_t)((next_random(seed) >> 9) & (i % 8 == 3 || i % 8 > 4 ? 0x3f : 0xff));
}

/* Real numbers in another order of operations differ a little, and one in a thousand may end a loop elsewhere. */
static bool
same(const void *array, const void *expected, size_t bytes, int kind)
{
	const float *f = array, *g = expected;
	const double *d = array, *e = expected;
	size_t wrong = 0;

	for (size_t i = 0; i < bytes / sizeof *f && kind == REAL; i++)
		wrong += !close_to(f[i], g[i], 1e-4);
	for (size_t i = 0; i < bytes / sizeof *d && kind == DOUBLE; i++)
		wrong += !close_to(d[i], e[i], 1e-9);
	return kind == WHOLE ? !memcmp(array, expected, bytes) : wrong <= bytes / sizeof *f / 1000;
}

#ifdef CUDA
#define SQUARE (n + 31) / 32, (n + 7) / 8, 32, 8
#define LINE BLOCKS(n), 1, 256, 1
#define SUMS SQUARE
#define IN_GRID(...) GRID(__VA_ARGS__)
#define STEP(name, ...) IN_GRID(name, __VA_ARGS__, D(out), D(x), D(y), V(n))
#define ON_HOST(call) call
#else
#include <omp.h>
#define STEP(name, ...) name(out, x, y, n)
#define ON_HOST(call) \
	do { \
		int device = omp_get_default_device(); \
		omp_set_default_device(omp_get_initial_device()); \
		call; \
		omp_set_default_device(device); \
	} while (0)
#endif

#define KIND(name, T, U, V_, outs, xs, ys, grid, ...) \
	static struct { \
		int n; \
		T *out; \
		U *x; \
		V_ *y; \
	} name##_data; \
	static void name##_setup(int n) \
	{ \
		T *out; \
		U *x; \
		V_ *y; \
		uint32_t seed = 21; \
		ARRAY(out, outs); \
		ARRAY(x, xs); \
		ARRAY(y, ys); \
		fill(x, (xs) * sizeof *x, CONSISTS_OF(*x), &seed); \
		fill(y, (ys) * sizeof *y, CONSISTS_OF(*y), &seed); \
		name##_input(x, y, n); \
		to_device(x); \
		to_device(y); \
		name##_data.n = n; \
		name##_data.out = out; \
		name##_data.x = x; \
		name##_data.y = y; \
	} \
	static void name##_step(void) \
	{ \
		int n = name##_data.n; \
		T *out = name##_data.out; \
		U *x = name##_data.x; \
		V_ *y = name##_data.y; \
		BEFORE_##grid \
		STEP(name, grid); \
		AFTER_##grid \
	} \
	static bool name##_check(void) \
	{ \
		int n = name##_data.n; \
		size_t bytes = (outs) * sizeof(T); \
		T *out = name##_data.out, *expected = malloc(bytes); \
		from_device(out); \
		memcpy(expected, out, bytes); \
		memset(out, 0, bytes); \
		ON_HOST(name(out, name##_data.x, name##_data.y, n)); \
		bool right = same(expected, out, bytes, CONSISTS_OF(*out)); \
		free(expected); \
		return right; \
	} \
	const struct bench name##_bench = { #name, { __VA_ARGS__ }, name##_setup, name##_step, name##_check };
/* Of sums both start at 0 on the device, and both tell the host: OpenMP's reduction does, CUDA copies. */
#define BEFORE_SQUARE
#define BEFORE_LINE
#define AFTER_SQUARE
#define AFTER_LINE
#ifdef CUDA
#define BEFORE_SUMS \
	out[0] = out[1] = 0; \
	to_device(out);
#define AFTER_SUMS from_device(out);
#else
#define BEFORE_SUMS
#define AFTER_SUMS
#endif
