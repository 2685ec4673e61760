// reductions of complex numbers by +, - and * (OpenMP 5.2 [5.5.5]), with values that any order adds up to the same
// may-refuse: inspector
#include <complex.h>
#include <stdio.h>

enum { N = 1000 };

static double complex a[N];

static void show(const char *name, double complex z)
{
	printf("%s %g %g\n", name, creal(z) + 0., cimag(z) + 0.); /* the sign of 0 is that of an order */
}

static void over_teams(void)
{
	double complex sum = 10 + I;
	float complex less = 1;

	#pragma omp target teams distribute parallel for map(to: a) map(tofrom: sum, less) \
		reduction(+: sum) reduction(-: less)
	for (int i = 0; i < N; i++) {
		sum += a[i];
		less -= i % 3 ? I : 1;
	}
	show("sum", sum);
	show("less", less);
}

static void of_one_team(void)
{
	double complex turned = 2, sums[3] = { 1, I }, inner = 0;

	#pragma omp target map(to: a) map(tofrom: turned, sums, inner)
	{
		#pragma omp parallel for reduction(*: turned) reduction(+: sums)
		for (int i = 0; i < 61; i++) {
			turned *= i % 5 ? I : -1;
			sums[i % 3] += a[i];
		}
		#pragma omp parallel for simd reduction(+: inner)
		for (int i = 0; i < N; i++)
			inner += ~a[i];
	}
	show("turned", turned);
	for (int i = 0; i < 3; i++)
		show("sums", sums[i]);
	show("inner", inner);
}

/* Sums beside other reductions, by warps that are whole and by some that are not; of sections, and by the lanes
 * of SIMD groups. */
static void beside(int threads)
{
	double complex sums[5] = { 0 }, least = -2;
	float complex all[4] = { I };
	int n = 0, most = 0;

	#pragma omp target teams num_teams(3) thread_limit(64) map(to: a) map(tofrom: sums, least, all, n, most) \
		reduction(+: sums[1:3], n) reduction(-: least)
	#pragma omp parallel for num_threads(threads) reduction(+: sums[1:3], n) reduction(-: least) reduction(max: most)
	for (int i = 0; i < N; i++) {
		sums[1 + i % 3] += a[i];
		least -= a[i] * I;
		n++;
		most = i % 97 > most ? i % 97 : most;
	}
	#pragma omp target parallel for num_threads(threads) map(to: a) map(tofrom: all)
	for (int k = 0; k < 4; k++) {
		float complex sum = all[k];

		#pragma omp simd simdlen(8) reduction(+: sum)
		for (int i = 0; i < 100; i++)
			sum += k * a[i];
		all[k] = sum;
	}
	for (int i = 0; i < 5; i++)
		show("part", sums[i]);
	for (int k = 0; k < 4; k++)
		show("all", all[k]);
	show("least", least);
	printf("%d %d\n", n, most);
}

int main(void)
{
	for (int i = 0; i < N; i++)
		a[i] = i - i % 7 * I;
	over_teams();
	of_one_team();
	beside(33);
	beside(64);
	return 0;
}
