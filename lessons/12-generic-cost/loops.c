/*
 * Three nests of three parallel loops: heat diffusion, a transposition, an interpolation.
 *
 * Usage: loops laplace3d|transpose|interpol.  -DTWO_LEVELS gives all three loops to teams and threads; else
 * the innermost is a simd loop of groups of 32 lanes.  There are 1024 teams with 128 of the GPU's threads each
 * time; OpenMP counts a group as one thread.
 * Source: the description in Wright et al. 2023, §6.4 and Figure 10.  Its programs muram_Transpose and
 * muram_Interpol are not public in that form: transpose and interpol stand in for them.
 */
#include "verdict.h"
#include <string.h>

#define LANES 32
#ifdef TWO_LEVELS
#define OUTER _Pragma("omp target teams distribute parallel for collapse(3) num_teams(1024) thread_limit(128)")
#define INNER
#else
#define OUTER _Pragma("omp target teams distribute parallel for collapse(2) num_teams(1024) thread_limit(128 / LANES)")
#define INNER _Pragma("omp simd simdlen(LANES)")
#endif

enum { NX = 64, NY = 64, NZ = 68, HALO = 2 };
static double in[NX][NY][NZ], out[NX][NY][NZ], turned[NZ][NY][NX];

/* One step of diffusion for a cell. */
static double
diffused(const double *at)
{
	const int x = NY * NZ, y = NZ;

	return at[0] + 0.125 * (at[-x] + at[x] + at[-y] + at[y] + at[-1] + at[1] - 6 * at[0]);
}

/* The value between a cell and the next one, from four of them. */
static double
between(const double *at)
{
	return 0.5625 * (at[0] + at[1]) - 0.0625 * (at[-1] + at[2]);
}

static void
laplace3d(void)
{
	OUTER
	for (int i = 1; i < NX - 1; i++)
		for (int j = 1; j < NY - 1; j++)
			INNER
			for (int k = HALO; k < NZ - HALO; k++)
				out[i][j][k] = diffused(&in[i][j][k]);
}

static void
transpose(void)
{
	OUTER
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			INNER
			for (int k = HALO; k < NZ - HALO; k++)
				turned[k][j][i] = in[i][j][k];
}

static void
interpol(void)
{
	OUTER
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			INNER
			for (int k = HALO; k < NZ - HALO; k++)
				out[i][j][k] = between(&in[i][j][k]);
}

/* Whether the device's result at i, j, k is what the host says. */
static int
right(const char *way, int i, int j, int k)
{
	if (strcmp(way, "transpose") == 0)
		return turned[k][j][i] == in[i][j][k];
	if (strcmp(way, "interpol") == 0)
		return out[i][j][k] == between(&in[i][j][k]);
	return i % (NX - 1) == 0 || j % (NY - 1) == 0 || out[i][j][k] == diffused(&in[i][j][k]);
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "laplace3d";
	long wrong = 0;

	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			for (int k = 0; k < NZ; k++)
				in[i][j][k] = (5 * i + 3 * j + 7 * k) % 64;
	#pragma omp target data map(to: in) map(tofrom: out, turned)
	if (strcmp(way, "transpose") == 0)
		transpose();
	else if (strcmp(way, "interpol") == 0)
		interpol();
	else
		laplace3d();
	for (int i = 0; i < NX; i++)
		for (int j = 0; j < NY; j++)
			for (int k = HALO; k < NZ - HALO; k++)
				wrong += !right(way, i, j, k);
	return verdict(way, wrong, (long)NX * NY * (NZ - 2 * HALO));
}
