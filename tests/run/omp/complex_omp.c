// complex variables under data sharing and mapping clauses, static and declare target ones
// may-refuse: inspector
// needs-threads: 8
#include <complex.h>
#include <stdio.h>

enum { N = 100 };

#pragma omp declare target
static double complex turn = 2.0 * I, table[4] = { 1, I, -1, 1.0 / (4 - 3 * I) + 0.5 };
float complex shift = 1.5f - 2.0f * I;
static struct { int n; float complex z; } held = { 3, ~(1 + 2 * I) };

static int calls(double complex by)
{
	static double complex count = 1;

	count += by;
	return (int)__real__ count;
}
#pragma omp end declare target

static void show(const char *name, double complex z)
{
	printf("%s %g %g\n", name, creal(z), cimag(z));
}

static void sharing(void)
{
	double complex z = 1 + 2 * I, first = 3 * I, last = 0, mine = 0, seen = 0;
	float complex small = 2;
	double complex a[N], sums[4] = { 0 };

	for (int i = 0; i < N; i++)
		a[i] = i - I;
	#pragma omp target parallel for map(tofrom: a) firstprivate(first) private(mine)
	for (int i = 0; i < N; i++) {
		mine = a[i] * first;
		first += 0;
		a[i] = mine + z;
	}
	show("a", a[0]);
	show("a", a[N - 1]);
	#pragma omp target teams distribute parallel for lastprivate(last) map(tofrom: last, a) firstprivate(small)
	for (int i = 0; i < N; i++) {
		last = a[i] * small;
		a[i] = i;
	}
	show("last", last);
	#pragma omp target map(tofrom: seen, sums, small) map(to: a[10:20])
	{
		double complex shared = 0, copy = 7;

		#pragma omp parallel num_threads(8) firstprivate(copy)
		{
			copy += I;
			#pragma omp critical
			shared += copy;
			#pragma omp barrier
			#pragma omp single copyprivate(copy)
			copy = shared;
			#pragma omp critical
			sums[0] = copy;
		}
		for (int i = 10; i < 30; i++)
			sums[1] += a[i] * I;
		sums[2] = shared * 2;
		seen = sums[1] / (small + I);
		small *= I;
	}
	show("seen", seen);
	show("small", small);
	for (int i = 0; i < 3; i++)
		show("sum", sums[i]);
}

static void statics(void)
{
	double complex out[8];
	int n[2];

	#pragma omp target map(from: out, n)
	{
		for (int i = 0; i < 4; i++)
			out[i] = table[i] * turn;
		turn = 5;
		out[4] = shift;
		shift += 1;
		out[5] = held.z + held.n;
		n[0] = calls(2 - I);
		n[1] = calls(I + 40);
	}
	#pragma omp target map(from: out[6:2])
	{
		out[6] = turn;
		out[7] = shift;
	}
	for (int i = 0; i < 8; i++)
		show("out", out[i]);
	printf("%d %d\n", n[0], n[1]);
	#pragma omp target update from(shift)
	show("shift", shift);
}

int main(void)
{
	sharing();
	statics();
	return 0;
}
