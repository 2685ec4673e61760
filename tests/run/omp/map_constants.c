// Variables that are const lie in read-only memory: no map, whatever its type, copies them back.
#include <stdio.h>

static const int table[4] = { 1, 2, 3, 4 }, n = 5;
static const struct { int x, y[3]; } pair = { 6, { 7, 8, 9 } };

int main(void)
{
	const int *all = table;
	int sum[3] = { 0 };

	#pragma omp target map(table, n) map(tofrom: pair.y[0:3]) map(always, tofrom: sum)
	sum[0] = table[1] + n + pair.y[2];
	#pragma omp target enter data map(to: table)
	#pragma omp target map(sum)
	sum[1] = table[3] + all[0];
	#pragma omp target exit data map(from: table)
	#pragma omp target data map(always, tofrom: table, pair)
	#pragma omp target map(sum) map(from: n)
	sum[2] = table[2] + pair.x;
	printf("%d %d %d\n", sum[0], sum[1], sum[2]);
	return 0;
}
