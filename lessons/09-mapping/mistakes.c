/*
 * Five mistakes in the mapping of data, one for each number given.
 *
 * Usage: mistakes 1|2|3|4|5.  1 and 2 are kernel-a and kernel-b of Figure 14 in Tiotto et al. 2020: a part
 * of an array, or of a structure, is mapped, and then the whole.  3: an index beyond what is mapped.
 * 4: a result that stays on the device.  5: `from` on more than the region writes.  Not programs to copy.
 */
#include <stdio.h>
#include <stdlib.h>

#define N 100

struct dt {
	float config1, config2;
	float data_matrix[N];
	float config3, config4;
};

static struct dt g_compute_env;
static int a[2 * N];

static void
whole_array(void)
{
	#pragma omp target enter data map(to: a[10:N])
	#pragma omp target map(tofrom: a)
	for (int i = 0; i < 2 * N; i++)
		a[i] = 3;
}

static void
whole_structure(void)
{
	#pragma omp target enter data map(to: g_compute_env.config2)
	#pragma omp target
	{
		g_compute_env.config4 = 10;
		g_compute_env.config2 = 2;
	}
}

static void
beyond(void)
{
	#pragma omp target teams distribute parallel for map(tofrom: a[0:N])
	for (int i = 0; i <= N; i++)
		a[i]++;
}

static void
stays_there(void)
{
	#pragma omp target data map(to: a)
	{
		#pragma omp target
		a[1]++;
	}
}

static void
written_in_part(void)
{
	#pragma omp target teams distribute parallel for map(from: a)
	for (int i = 0; i < N; i++)
		a[i] = 2;
}

int
main(int argc, char **argv)
{
	static void (*const mistakes[])(void) = {
		whole_array, whole_structure, beyond, stays_there, written_in_part,
	};
	int n = argc > 1 ? atoi(argv[1]) : 1;

	if (n < 1 || n > 5)
		return 2;
	for (int i = 0; i < 2 * N; i++)
		a[i] = 1;
	mistakes[n - 1]();
	printf("a[1] = %d, a[%d] = %d\n", a[1], 2 * N - 1, a[2 * N - 1]);
	return 0;
}
