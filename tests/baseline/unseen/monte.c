/* monte: Monte Carlo integration: the sum of a function at random places, and of its squares. */
#include "bench.h"

static int n;
static double *sums; /* CUDA's; OpenMP has variables */
static double mean, variance;

static void
setup(int size)
{
	n = size;
	ARRAY(sums, 2);
}

/* sqrt(1 - u * u) at a place that the number i hashes to. */
static inline double
monte_sample(uint32_t i)
{
	i = (i ^ 61) ^ i >> 16;
	i *= 9;
	i ^= i >> 4;
	i *= 0x27d4eb2d;
	i ^= i >> 15;
	double u = i * 0x1p-32;
	return sqrt(1 - u * u);
}

#ifdef CUDA
static void
integrate(double *sum, double *squares)
{
	sums[0] = sums[1] = 0;
	to_device(sums);
	LAUNCH(monte_integrate, n < 132 * 8 * 256 ? BLOCKS(n) : 132 * 8, 256, D(sums), V(n));
	from_device(sums);
	*sum = sums[0];
	*squares = sums[1];
}
#else
static void
monte_integrate(double *total, double *total_squares, int n)
{
	double sum = 0, squares = 0;

	#pragma omp target teams distribute parallel for reduction(+: sum, squares) map(tofrom: sum, squares)
	for (int i = 0; i < n; i++) {
		double f = monte_sample((uint32_t)i);

		sum += f;
		squares += f * f;
	}
	*total = sum;
	*total_squares = squares;
}

static void
integrate(double *sum, double *squares)
{
	monte_integrate(sum, squares, n);
}
#endif

static void
step(void)
{
	double sum, squares;

	integrate(&sum, &squares);
	mean = sum / n;
	variance = squares / n - mean * mean;
}

static bool
check(void)
{
	double sum = 0, squares = 0;

	for (int i = 0; i < n; i++) {
		double f = monte_sample((uint32_t)i);

		sum += f;
		squares += f * f;
	}
	return close_to(mean, sum / n, 1e-12) && close_to(variance, squares / n - sum / n * (sum / n), 1e-11) &&
		close_to(mean, M_PI / 4, 0.05);
}

const struct bench monte = { "monte", { 1 << 15, 1 << 16, 1 << 26 }, setup, step, check };
