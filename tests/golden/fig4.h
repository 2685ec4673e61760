/* Bertolli et al. 2014, Fig. 4: the master decides which parallel region the team runs. */
#include <omp.h>

void choose(int *a, int *b, float *x, int n)
{
	#pragma omp target teams map(tofrom: a[0:8], b[0:8], x[0:n])
	{
		int me = omp_get_team_num();

		if (++a[me] > 0 && ++b[me] > 0) {
			#pragma omp parallel for
			for (int i = 0; i < n; i++)
				x[i] += me;
		} else {
			#pragma omp parallel for
			for (int i = 0; i < n; i++)
				x[i] -= me;
		}
	}
}
