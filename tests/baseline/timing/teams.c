/*
 * teams.c: kernels for timing models in which the threads of a team do things together, or one does them alone:
 * memory of the team, barriers, reductions, regions behind one another.
 */
#include <omp.h>
#include <string.h>
#include "bench.h"

#define STRING(...) #__VA_ARGS__
enum { LONGEST = 1 << 16 };
static int n;
static double *x, *out;
static double result[2];

static void
setup(int size)
{
	uint32_t seed = 16;

	n = size;
	ARRAY(x, LONGEST);
	ARRAY(out, LONGEST);
	for (int i = 0; i < LONGEST; i++)
		x[i] = next_real(&seed);
	to_device(x);
}

/* The same sums on the host; where order matters within a team, its length is that of a block. */
static bool
check(double (*expected)(int i), int count)
{
	bool right = true;

	from_device(out);
	for (int i = 0; i < count; i++)
		right = right && close_to(out[i], expected(i), 1e-9);
	return right;
}

#ifdef CUDA
#define TEAMS(name, teams, threads, ...) \
	static void name##_step(void) \
	{ \
		LAUNCH(name, teams, threads, D(out), D(x), V(n)); \
	}
#else
#define TEAMS(name, teams, threads, ...) \
	static void name##_team(double *out, const double *x, int n) \
	{ \
		__VA_ARGS__ \
	} \
	static void name##_step(void) \
	{ \
		name##_team(out, x, n); \
	}
#endif
#define BENCH(name, a, b) \
	const struct bench name##_bench = { #name, { a, b, b }, setup, name##_step, name##_check };

/* n teams turn blocks of 256 around in memory of their own. */
TEAMS(reverse, n, 256,
	_Pragma("omp target teams distribute thread_limit(256)")
	for (int b = 0; b < n; b++) {
		double part[256];
		_Pragma("omp parallel num_threads(256)")
		{
			int t = omp_get_thread_num();
			part[t] = x[b * 256 + t];
			_Pragma("omp barrier")
			out[b * 256 + t] = part[255 - t];
		}
	})
static double reverse_host(int i) { return x[i / 256 * 256 + 255 - i % 256]; }
static bool reverse_check(void) { return check(reverse_host, n * 256); }
BENCH(reverse, 132, 16)

/* A product of matrices of 64 by 64, n times, in tiles of 16 by 16. */
TEAMS(tiles, n, 256,
	_Pragma("omp target teams distribute thread_limit(256)")
	for (int b = 0; b < n; b++) {
		double left[256]; double right[256];
		_Pragma("omp parallel num_threads(256)")
		{
			int t = omp_get_thread_num(), row = t / 16, col = t % 16, r = b / 4 % 4 * 16 + row, c = b % 4 * 16 + col;
			double sum = 0;
			for (int k = 0; k < 64; k += 16) {
				left[t] = x[r * 64 + k + col];
				right[t] = x[4096 + (k + row) * 64 + c];
				_Pragma("omp barrier")
				for (int m = 0; m < 16; m++)
					sum += left[row * 16 + m] * right[m * 16 + col];
				_Pragma("omp barrier")
			}
			out[b * 256 + t] = sum;
		}
	})
static double
tiles_host(int i)
{
	int b = i / 256, r = b / 4 % 4 * 16 + i % 256 / 16, c = b % 4 * 16 + i % 16;
	double sum = 0;
	for (int k = 0; k < 64; k++)
		sum += x[r * 64 + k] * x[4096 + k * 64 + c];
	return sum;
}
static bool tiles_check(void) { return check(tiles_host, n * 256); }
BENCH(tiles, 132, 16)

/* 64 barriers in teams of one, eight and 30 warps. */
#define BARRIERS(name, threads) \
	TEAMS(name, n, threads, \
		_Pragma("omp target teams distribute") \
		for (int b = 0; b < n; b++) { \
			double part[threads]; \
			_Pragma(STRING(omp parallel num_threads(threads))) \
			{ \
				int t = omp_get_thread_num(); \
				double v = x[t]; \
				for (int k = 0; k < 32; k++) { \
					part[t] = v; \
					_Pragma("omp barrier") \
					v += part[(t + 1) % threads]; \
					_Pragma("omp barrier") \
				} \
				out[b * threads + t] = v; \
			} \
		}) \
	static double name##_host(int i) \
	{ \
		static double v[threads]; \
		int t = i % threads; \
		if (i == 0) { \
			memcpy(v, x, sizeof v); \
			for (int k = 0; k < 32; k++) { \
				double first = v[0]; \
				for (int s = 0; s < threads; s++) \
					v[s] += s + 1 < threads ? v[s + 1] : first; \
			} \
		} \
		return v[t]; \
	} \
	static bool name##_check(void) { return check(name##_host, n * threads); }
BARRIERS(barriers_1, 32)
BENCH(barriers_1, 132, 8)
BARRIERS(barriers_8, 256)
BENCH(barriers_8, 132, 8)
BARRIERS(barriers_30, 960)
BENCH(barriers_30, 64, 8)

/* A row for each team, whose master has something to do first. */
TEAMS(rows, n, 128,
	_Pragma("omp target teams distribute")
	for (int b = 0; b < n; b++) {
		double s = x[b] * 2;
		_Pragma("omp parallel for")
		for (int j = 0; j < 256; j++)
			out[b * 256 + j] = x[b * 256 + j] * s;
	})
static double rows_host(int i) { return x[i] * (x[i / 256] * 2); }
static bool rows_check(void) { return check(rows_host, n * 256); }
BENCH(rows, 256, 32)

/* Master and team in turn, as in Figure 12 of Bertolli et al. */
TEAMS(turns, n, 128,
	_Pragma("omp target teams num_teams(n) thread_limit(128)")
	{
		int b = omp_get_team_num();
		double beta = x[b];
		for (int k = 0; k < 16; k++) {
			for (int j = 0; j < 20; j++)
				beta = beta * 0.5 + 0.0078125 * j;
			_Pragma("omp parallel for num_threads(128)")
			for (int j = 0; j < 256; j++)
				out[b * 256 + j] = beta * x[b * 256 + j] + (k ? out[b * 256 + j] : 0);
			beta += out[b * 256] * 0x1p-10;
		}
	})
static double
turns_host(int i)
{
	int b = i / 256;
	double beta = x[b], sum = 0, first = 0;
	for (int k = 0; k < 16; k++) {
		for (int j = 0; j < 20; j++)
			beta = beta * 0.5 + 0.0078125 * j;
		sum += beta * x[i];
		first += beta * x[b * 256];
		beta += first * 0x1p-10;
	}
	return sum;
}
static bool turns_check(void) { return check(turns_host, n * 256); }
BENCH(turns, 132, 4)

/* Three regions behind one another. */
TEAMS(regions, n, 256,
	_Pragma("omp target teams distribute")
	for (int b = 0; b < n; b++) {
		_Pragma("omp parallel for num_threads(256)")
		for (int j = 0; j < 256; j++)
			out[b * 256 + j] = x[b * 256 + j];
		_Pragma("omp parallel for num_threads(256)")
		for (int j = 0; j < 256; j++)
			out[b * 256 + j] += out[b * 256] * 0.5;
		_Pragma("omp parallel for num_threads(128)")
		for (int j = 0; j < 256; j++)
			out[b * 256 + j] = sqrt(out[b * 256 + j]);
	})
static double regions_host(int i) { return sqrt(x[i] + x[i / 256 * 256] * (i % 256 ? 0.75 : 0.5)); }
static bool
regions_check(void)
{
	bool right = true;

	from_device(out);
	for (int i = 0; i < n * 256; i++) /* whether the others see the first before or after depends on nobody */
		right = right && (close_to(out[i], regions_host(i), 1e-9) ||
			close_to(out[i], sqrt(x[i] + x[i / 256 * 256] * 0.5), 1e-9));
	return right;
}
BENCH(regions, 132, 8)

/* One thread alone. */
TEAMS(alone, 1, 1,
	_Pragma("omp target")
	{
		double v = 0; int k = 1;
		for (int i = 0; i < n; i++) {
			v += x[i] * k;
			k = k * 5 % 17;
		}
		out[0] = v;
	})
static double
alone_host(int i)
{
	double v = 0;
	int k = 1;

	for (i = 0; i < n; i++) {
		v += x[i] * k;
		k = k * 5 % 17;
	}
	return v;
}
static bool alone_check(void) { return check(alone_host, 1); }
BENCH(alone, 2000, 200)

/* A histogram of 64 bins in the team's memory, then in global memory. */
TEAMS(bins, n, 256,
	_Pragma("omp target teams distribute thread_limit(256)")
	for (int b = 0; b < n; b++) {
		int bin[64];
		_Pragma("omp parallel num_threads(256)")
		{
			int t = omp_get_thread_num();
			if (t < 64)
				bin[t] = 0;
			_Pragma("omp barrier")
			for (int j = t; j < 1024; j += 256) {
				_Pragma("omp atomic")
				bin[(int)(x[(b & 31) * 1024 + j] * 64)] += 1;
			}
			_Pragma("omp barrier")
			if (t < 64)
				out[b * 64 + t] = bin[t];
		}
	})
static double
bins_host(int i)
{
	int sum = 0;

	for (int j = 0; j < 1024; j++)
		sum += (int)(x[(i / 64 & 31) * 1024 + j] * 64) == i % 64;
	return sum;
}
static bool bins_check(void) { return check(bins_host, n * 64); }
BENCH(bins, 132, 8)

/* Sums and maxima over all threads. */
#ifdef CUDA
#define REDUCTION(name, ...) \
	static void name##_step(void) \
	{ \
		memset(out, 0, sizeof *out); \
		to_device(out); \
		LAUNCH(name, n > 132 * 1024 ? 1056 : BLOCKS(n), 256, D(out), D(x), V(n)); \
		from_device(out); \
		result[0] = out[0]; \
	}
#else
#define REDUCTION(name, operator, ...) \
	static double name##_team(const double *x, int n) \
	{ \
		double s = 0; \
		_Pragma(STRING(omp target teams distribute parallel for reduction(operator: s) map(tofrom: s))) \
		for (int i = 0; i < n; i++) \
			__VA_ARGS__ \
		return s; \
	} \
	static void name##_step(void) \
	{ \
		result[0] = name##_team(x, n); \
	}
#endif
REDUCTION(sum, +, s += x[i] * x[i];)
static bool
sum_check(void)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s += x[i] * x[i];
	return close_to(result[0], s, 1e-9);
}
BENCH(sum, 1 << 16, 1 << 12)
REDUCTION(maximum, max, s = s > x[i] ? s : x[i];)
static bool
maximum_check(void)
{
	double s = 0;

	for (int i = 0; i < n; i++)
		s = s > x[i] ? s : x[i];
	return result[0] == s;
}
BENCH(maximum, 1 << 16, 1 << 12)
