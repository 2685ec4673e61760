// Reductions wherever a clause may stand: parallel with and without loop, for with nowait, sections,
// teams, distribute, called functions, inside branches and loops, two in turn of one variable.
// may-refuse: spmd inspector
#include <stdio.h>

static int in_team(int *shared_sum, int n)
{
	int mine = 0;

	#pragma omp for
	for (int i = 0; i < n; i++) {
		#pragma omp atomic
		*shared_sum += i;
	}
	for (int i = 0; i < n; i++)
		mine += i;
	return mine;
}

static long outer(int n)
{
	long s = 1;

	for (int r = 0; r < 3; r++) {
		if (r == n % 3)
			continue;
		#pragma omp parallel for reduction(+: s)
		for (int i = 0; i < n; i++)
			s += i + r;
	}
	return s;
}

int main(void)
{
	int a = 0, b = 1, c = 0, d = 100, e = 0, wrong = 0;
	long f = 0, g = 0;
	unsigned mask = ~0u;

	#pragma omp target map(tofrom: a, b, c, d, e, wrong, mask)
	{
		#pragma omp parallel num_threads(50) reduction(+: wrong)
		{
			#pragma omp for reduction(+: a) nowait
			for (int i = 0; i < 33; i++)
				a += i;
			#pragma omp for reduction(max: c) schedule(dynamic, 2)
			for (int i = 0; i < 99; i++)
				c = i * 17 % 64 > c ? i * 17 % 64 : c;
			#pragma omp sections reduction(*: b) reduction(-: d)
			{
				#pragma omp section
				{ b *= 2; d -= 1; }
				#pragma omp section
				{ b *= 3; d -= 10; }
				#pragma omp section
				{ b *= 5; }
			}
			if (a != 528 || b != 30 || c != 63 || d != 89)
				wrong++;
			#pragma omp barrier
			#pragma omp for reduction(+: a)
			for (int i = 0; i < 7; i++)
				a += 1000;
			if (in_team(&e, 20) != 190)
				wrong++;
		}
		if (a == 7528) {
			#pragma omp parallel for reduction(&: mask) reduction(+: a)
			for (int i = 0; i < 32; i++) {
				if (i % 3)
					mask &= ~(1u << i);
				a++;
			}
		}
	}
	#pragma omp target teams num_teams(4) reduction(+: f) map(tofrom: f)
	{
		#pragma omp distribute
		for (int t = 0; t < 12; t++)
			f += outer(t);
	}
	#pragma omp target teams distribute map(tofrom: g) reduction(max: g)
	for (int t = 0; t < 12; t++) {
		long own = outer(40 - t);

		if (own > g)
			g = own;
	}
	printf("%d %d %d %d %d %d %x %ld %ld\n", a, b, c, d, e, wrong, mask, f, g);
	return 0;
}
