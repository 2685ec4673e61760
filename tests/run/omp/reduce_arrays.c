// Reductions of arrays and array sections, whole, part, of two dimensions, through pointers, in
// parallel, for, teams; several of several types in one clause.
// may-refuse: spmd inspector
#include <stdio.h>

int main(void)
{
	int hist[10] = { 0 }, grid[3][4] = { { 0 } }, part[8] = { 1, 1, 1, 1, 1, 1, 1, 1 }, n = 5;
	unsigned char small[6] = { 0 };
	long long wide[3] = { 1, 1, 1 };
	double top[4] = { -1, -1, -1, -1 };
	int space[6] = { 0 }, *p = space;

	#pragma omp target parallel for reduction(+: hist) map(tofrom: hist)
	for (int i = 0; i < 1000; i++)
		hist[i * i % 10]++;
	#pragma omp target teams distribute parallel for reduction(+: grid) map(tofrom: grid)
	for (int i = 0; i < 500; i++)
		grid[i % 3][i % 4] += i;
	#pragma omp target parallel for reduction(+: part[2:4]) map(tofrom: part)
	for (int i = 0; i < 100; i++)
		part[2 + i % 4] += i;
	#pragma omp target parallel for reduction(^: small) reduction(*: wide) reduction(max: top) \
		map(tofrom: small, wide, top)
	for (int i = 0; i < 64; i++) {
		small[i % 6] ^= (unsigned char)(i * 5);
		wide[i % 3] *= i % 8 == 1 ? 3 : 1;
		if (i * 0.5 > top[i % 4])
			top[i % 4] = i * 0.5;
	}
	#pragma omp target map(tofrom: space, n)
	{
		int *q = space;

		#pragma omp parallel reduction(+: q[0:5]) num_threads(17)
		{
			#pragma omp for
			for (int i = 0; i < 100; i++)
				q[i % 5] += i;
		}
		n += q[4];
	}
	#pragma omp target teams distribute reduction(+: p[1:2]) map(tofrom: p[0:6])
	for (int i = 0; i < 20; i++)
		p[1] += i;
	for (int i = 0; i < 10; i++)
		printf("%d ", hist[i]);
	for (int i = 0; i < 12; i++)
		printf("%d ", grid[i / 4][i % 4]);
	for (int i = 0; i < 8; i++)
		printf("%d ", part[i]);
	for (int i = 0; i < 6; i++)
		printf("%d %d ", small[i], space[i]);
	printf("%lld %lld %lld %g %g %g %g %d\n", wide[0], wide[1], wide[2], top[0], top[1], top[2], top[3], n);
	return 0;
}
