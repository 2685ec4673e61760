// Tables of constants beside pointers to const: one that is only read by element is the device's own; one whose
// address goes anywhere stays mapped, so that pointers lead there.  Under two names, by subscripts of subscripts.
#include <stdint.h>
#include <stdio.h>

static const int read[4][2] = { { 1, 2 }, { 3, 4 }, { 5, 6 }, { 7, 8 } };
static const int taken[4] = { 10, 20, 30, 40 };
static const int row[3][2] = { { 1, 1 }, { 2, 3 }, { 5, 8 } };
static const uint8_t by_index[4] = { 3, 2, 1, 0 };
const int visible[2] = { 100, 200 };
static const int *const kept = &row[1][0];
static const int initial[2] = { 9, 4 }, *const in_initializer = initial;

static int
first(const int *p)
{
	return p[0];
}

static int
sum(const int *p, const uint8_t *bytes, int n)
{
	static const int own[3] = { 1000, 2000, 3000 };
	int s = 0;

	#pragma omp target map(tofrom: s)
	for (int i = 0; i < n; i++)
		s += p[i] + bytes[i] + read[by_index[i]][i & 1] + taken[i] + row[i % 3][1] + visible[i & 1] + own[i % 3] +
			initial[i & 1];
	return s;
}

int
main(void)
{
	const uint8_t *bytes = (const uint8_t *)&taken[1];
	int numbers[4] = { 0, 1, 2, 3 }, n = (int)(sizeof taken / sizeof *taken);

	#pragma omp target data map(to: numbers)
	printf("%d\n", sum(numbers, by_index, n));
	printf("%d\n", sum(taken, bytes, n));
	printf("%d %d\n", sum(&row[0][0], bytes, n), first(row[2]));
	printf("%d %d\n", sum(kept, bytes, 2), sum(in_initializer, bytes, 2));
	printf("%d\n", sum(visible, bytes, 2));
	return read[1][0] != 3;
}
