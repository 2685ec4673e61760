/*
 * whole.c: a mini-app of lessons 15, 18 and 19 as a whole: its kernels, copies and what the host does between them.
 *
 * -DHYDRO, -DTRANSPORT or -DLEAF says which; sizes are the lesson's macros.  Prints a line for each problem: name, the
 * shortest of RUNS runs in seconds, and a result that all compilers must have.
 */
#define main static __attribute__((unused)) of_the_lesson
#if defined HYDRO
#include "../../../lessons/18-hydro/hydro.c"
#elif defined TRANSPORT
#include "../../../lessons/19-transport/transport.c"
#elif defined LEAF
#include "../../../lessons/15-miniapp/leaf.c"
#endif
#undef main
#include <omp.h>
#include <stdio.h>

enum { RUNS = 3 };

#if defined HYDRO
static const char *const problems[] = { "hydro" };

static void
start(void)
{
	device = 1;
	fill(MIDDLE);
}

static double
whole(int problem)
{
	struct summary first, last;

	(void)problem;
	run(MIDDLE, 20, &first, &last);
	return last.kinetic;
}
#elif defined TRANSPORT
static const char *const problems[] = { "transport" };

static void
start(void)
{
	device = 1;
	choose_directions();
	order_cells();
	choose_matter(SOURCE);
}

static double
whole(int problem)
{
	(void)problem;
	run(SOURCE, 2);
	return moment[0][CELLS / 2][0];
}
#elif defined LEAF
#define problems names

static void
start(void)
{
	divide(1);
	fill();
}

static double
whole(int problem)
{
	int before, own;

	solve(problem, &before, &own);
	return before + own;
}
#endif

int
main(void)
{
	for (int problem = 0; problem < (int)(sizeof problems / sizeof *problems); problem++) {
		double best = 1e30, result = 0;

		for (int i = 0; i < RUNS; i++) {
			start();
			double from = omp_get_wtime();
			result = whole(problem);
			double seconds = omp_get_wtime() - from;
			best = seconds < best ? seconds : best;
		}
		printf("%-14s %10.6f %.9g\n", problems[problem], best, result);
	}
	return 0;
}
