// Least and greatest of float and double, which reach the original as ordered integers: of either sign, mixed,
// zeros, infinities, originals that win or lose; teams of one warp, of several, of a number that fills none.
#include <math.h>
#include <stdio.h>

enum { N = 1000 };
static double d[N];
static float f[N];

static void
both(const char *what, int n, double low, double high, int threads)
{
	double least = low, most = high;
	float fleast = (float)low, fmost = (float)high;

	#pragma omp target teams distribute parallel for num_threads(threads) map(to: d[0:n], f[0:n]) \
		reduction(min: least, fleast) reduction(max: most, fmost)
	for (int i = 0; i < n; i++) {
		least = d[i] < least ? d[i] : least;
		most = d[i] > most ? d[i] : most;
		fleast = fminf(f[i], fleast);
		fmost = fmaxf(f[i], fmost);
	}
	printf("%s %d %d: %g %g %g %g\n", what, n, threads, least + 0, most + 0, fleast + 0.0,
		fmost + 0.0);
}

static void
fill(double scale, double shift)
{
	for (int i = 0; i < N; i++) {
		d[i] = scale * ((i * 37 % N) + shift);
		f[i] = (float)(-d[i]);
	}
}

int
main(void)
{
	static const int threads[] = { 32, 128, 7 };

	for (int t = 0; t < 3; t++) {
		fill(0.25, 1);
		both("positive", N, 1e9, -1e9, threads[t]);
		both("original", N, -3e9, 3e9, threads[t]);
		both("few", 5, INFINITY, -INFINITY, threads[t]);
		fill(-1e-3, 2);
		both("negative", N, 0, -1e-9, threads[t]);
		both("original", N, -5e3, -1e-5, threads[t]);
		fill(1e-2, -N / 2);
		both("mixed", N, 0.5, -0.5, threads[t]);
		both("none", 0, 2, -2, threads[t]);
		fill(0, 1);
		both("zero", N, 1e-300, -1e-300, threads[t]);
		d[77] = f[78] = -INFINITY;
		d[79] = f[80] = INFINITY;
		both("infinite", N, 0, 0, threads[t]);
	}
	return 0;
}
