/*
 * Four sweeps over one array, which the host looks at after each: copied in every sweep, left on the device, or left
 * there and one element updated.
 *
 * Usage: stay each|data|update.  `data` shows the host an old value: what it prints is its own first element.
 */
#include <stdio.h>
#include <string.h>

#define N 1000
#define SWEEPS 4

static float a[N];

static void
sweep(void)
{
	#pragma omp target teams distribute parallel for map(tofrom: a)
	for (int i = 0; i < N; i++)
		a[i] = 2 * a[i] + 1;
}

int
main(int argc, char **argv)
{
	const char *way = argc > 1 ? argv[1] : "each";

	#pragma omp target data map(tofrom: a) if(strcmp(way, "each") != 0)
	for (int s = 0; s < SWEEPS; s++) {
		sweep();
		#pragma omp target update from(a[0]) if(strcmp(way, "update") == 0)
		printf("%g ", a[0]);
	}
	printf("and at the end %g: %s\n", a[0], a[0] == (1 << SWEEPS) - 1 ? "ok" : "WRONG");
	return a[0] != (1 << SWEEPS) - 1;
}
