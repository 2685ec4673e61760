// declare target variables: scalars, arrays, structures, initial values, update, use in functions.
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
static int counter = 40;
static double weights[6] = { 1, 2, 4 };
static struct { int low, high; const int table[3]; } range = { 3, 9, { 7, 8, 9 } };
static unsigned state;

static int inside(int x)
{
	return x >= range.low && x <= range.high;
}

static unsigned draw(void)
{
	state = state * 1103515245u + 12345u;
	return state >> 16;
}
#pragma omp end declare target

int global_with_link;
#pragma omp declare target(global_with_link)

int main(void)
{
	int hits = 0, out[4] = { 0 };
	double sum = 0;

	counter = 1;		/* the device's stays 40 until updated */
	#pragma omp target map(from: out)
	{
		out[0] = counter == 40 || counter == 1;	/* the host build shares the variable */
		counter = 50;
	}
	#pragma omp target update from(counter)
	weights[5] = 32;
	range.high = 20;
	#pragma omp target update to(weights, range)
	#pragma omp target teams distribute parallel for map(tofrom: hits, sum) reduction(+: hits, sum)
	for (int i = 0; i < 60; i++) {
		hits += inside(i);
		sum += weights[i % 6] + range.table[i % 3];
	}
	#pragma omp target map(tofrom: out)
	{
		state = 1;
		for (int i = 0; i < 10; i++)
			out[1] ^= draw();
		global_with_link = out[1] + 1;
	}
	#pragma omp target map(tofrom: out)
	{
		out[2] = state;
		#pragma omp parallel for
		for (int i = 0; i < 100; i++) {
			#pragma omp atomic
			counter++;
		}
		out[3] = global_with_link;
	}
	#pragma omp target update from(counter, global_with_link)
	printf("%d %d %d %d, %d %g %d %d\n", out[0], out[1], out[2], out[3], hits, sum, counter, global_with_link);
	return 0;
}
