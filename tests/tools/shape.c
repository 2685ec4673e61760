/*
 * The shapes of loops that tests/tools/cycles asks libdevrt for: `shape KIND TRIPS...` with
 * DEVRT_INFO=16, and DEVRT_FAULT=launch=1 so that nothing runs.  Kinds: l, a loop over the league;
 * c and d, two and three collapsed ones, the outermost first; r, rows, a team each; s, a sum.
 */
#include <stdlib.h>

int
main(int argc, char **argv)
{
	long n = argc > 2 ? atol(argv[2]) : 0, m = argc > 3 ? atol(argv[3]) : 0,
	     k = argc > 4 ? atol(argv[4]) : 0;
	double sum = 0;

	switch (argc > 1 ? argv[1][0] : 0) {
	case 'l':
#pragma omp target teams distribute parallel for
		for (long i = 0; i < n; i++)
			;
		break;
	case 'c':
#pragma omp target teams distribute parallel for collapse(2)
		for (long i = 0; i < n; i++)
			for (long j = 0; j < m; j++)
				;
		break;
	case 'd':
#pragma omp target teams distribute parallel for collapse(3)
		for (long h = 0; h < n; h++)
			for (long i = 0; i < m; i++)
				for (long j = 0; j < k; j++)
					;
		break;
	case 'r':
#pragma omp target teams distribute
		for (long i = 0; i < n; i++) {
#pragma omp parallel for
			for (long j = 0; j < n; j++)
				;
		}
		break;
	case 's':
#pragma omp target teams distribute parallel for reduction(+ : sum)
		for (long i = 0; i < n; i++)
			sum += 1;
	}
	return sum > 0;
}
