/* loops.c: the kernels of loops.h in OpenMP or launched as CUDA's, and on the host to check them. */
#include <string.h>
#include "bench.h"

enum { COUNTERS = 1 << 16 };
#define PARAMETERS double *out, const double *x, const double *y, const int *perm, int *counter, int n
static int n;
static double *out, *x, *y;
static int *perm, *counter;

static void
setup(int size)
{
	uint32_t seed = 15;

	n = size;
	ARRAY(out, n);
	ARRAY(x, n);
	ARRAY(y, n);
	ARRAY(perm, n);
	ARRAY(counter, COUNTERS);
	for (int i = 0; i < n; i++) {
		x[i] = next_real(&seed);
		y[i] = next_real(&seed);
		perm[i] = (int)((i * 40503u + 12345) & (unsigned)(n - 1));
		perm[i] = (perm[i] ^ perm[i] >> 5) & (n - 1);
	}
	to_device(x);
	to_device(y);
	to_device(perm);
}

static void
clear(void)
{
	memset(out, 0, n * sizeof *out);
	memset(counter, 0, COUNTERS * sizeof *counter);
	to_device(out);
	to_device(counter);
}

static bool
check(void (*host)(PARAMETERS))
{
	double *real = calloc(n, sizeof *real);
	int *count = calloc(COUNTERS, sizeof *count);

	host(real, x, y, perm, count, n);
	from_device(out);
	from_device(counter);
	bool right = !memcmp(counter, count, COUNTERS * sizeof *count);
	for (int i = 0; i < n; i++)
		right = right && close_to(out[i], real[i], fabs(real[i]) > 1e300 ? INFINITY : 1e-6);
	free(real);
	free(count);
	return right;
}

/* ---- one text, three programs ---- */

#define M(i) ((i) & (n - 1))
#define STRING(...) #__VA_ARGS__
#define ADD(p, v) _Pragma("omp atomic") *(p) += (v)
#define FETCH(old, p, v) _Pragma("omp atomic capture") { old = *(p); *(p) += (v); }
#define LOOP1 for (int i = 0; i < n; i++)
#define LOOP2 for (int i = 1; i < W - 1; i++) for (int j = 1; j < W - 1; j++)
#define LOOP3 for (int i = 1; i < W - 1; i++) for (int j = 1; j < W - 1; j++) for (int k = 1; k < W - 1; k++)
#define WIDTH1 1
#define WIDTH2 (int)(sqrt(n) + 1e-9)
#define WIDTH3 (int)(cbrt(n) + 1e-9)
#define GRID1 (n + 255) / 256, 1, 256, 1
#define GRID2 (W + 31) / 32, (W + 7) / 8, 32, 8
#define GRID3 (W + 31) / 32, (W - 2) * (W - 2), 32, 1

#ifdef CUDA
#define IN_GRID(...) GRID(__VA_ARGS__)
#define DEVICE(name, form, ...) \
	static void name##_step(void) \
	{ \
		int W = WIDTH##form; \
		(void)W; \
		clear(); \
		IN_GRID(name, GRID##form, D(out), D(x), D(y), D(perm), D(counter), V(n), V(W)); \
	}
#else
#define DEVICE(name, form, ...) \
	static void name##_device(PARAMETERS, int W) \
	{ \
		(void)W; \
		_Pragma(STRING(omp target teams distribute parallel for collapse(form))) \
		LOOP##form { __VA_ARGS__ } \
	} \
	static void name##_step(void) \
	{ \
		clear(); \
		name##_device(out, x, y, perm, counter, n, WIDTH##form); \
	}
#endif

#define FORM(form, name, size, ...) \
	DEVICE(name, form, __VA_ARGS__) \
	static void name##_host(PARAMETERS) \
	{ \
		int W = WIDTH##form; \
		(void)W; \
		(void)out, (void)x, (void)y, (void)perm, (void)counter; \
		LOOP##form { __VA_ARGS__ } \
	} \
	static bool name##_check(void) \
	{ \
		return check(name##_host); \
	} \
	const struct bench name##_bench = { #name, { 1 << size, 1 << (size > 12 ? size - 4 : size - 2), 1 << 20 }, setup, name##_step, name##_check };
#define KERNEL(...) FORM(1, __VA_ARGS__)
#define KERNEL2(...) FORM(2, __VA_ARGS__)
#define KERNEL3(...) FORM(3, __VA_ARGS__)
#include "loops.h"
