// Rows of which only the run knows the lengths: of many, warps take turns at long ones, and threads run short ones
// alone; of few, each has a group of lanes, of very few a warp.
#include <stdio.h>

enum { ROWS = 1 << 16, FEW = 3000, VERY_FEW = 900, TABLE = 512, WIDE = 20 };

static int begin[ROWS], end[ROWS], column[TABLE], wide = WIDE;
static double value[TABLE], x[TABLE], y[ROWS];
static unsigned char a[ROWS * WIDE], factor[ROWS];
static long best[ROWS];

static void
run(int rows)
{
	unsigned seed = 7;
	double sum = 0;
	long all = 0, bytes = 0;

	for (int k = 0; k < TABLE; k++) {
		value[k] = k % 5;
		column[k] = k * 37 % TABLE;
		x[k] = k % 9;
	}
	for (int i = 0; i < rows; i++) {
		seed = seed * 1103515245 + 12345;
		begin[i] = (seed >> 16) % 64;
		end[i] = begin[i] + (i % 512 < 32 ? WIDE + i % 37 : i % 16 == 5 ? 90 : i % 3);
		factor[i] = 1 + i % 3;
	}
	for (int k = 0; k < rows * WIDE; k++)
		a[k] = k % 11;
	#pragma omp target teams distribute parallel for map(to: begin, end, column, value, x) map(from: y)
	for (int i = 0; i < rows; i++) {
		double s = 1;

		#pragma omp simd reduction(+: s)
		for (int k = begin[i]; k < end[i]; k++)
			s += value[k] * x[column[k]];
		y[i] = s;
	}
	#pragma omp target teams distribute parallel for map(tofrom: a) map(to: factor)
	for (int i = 0; i < rows; i++) {
		int n = i % 512 < 32 ? wide : i % 2;

		#pragma omp simd
		for (int k = 0; k < n; k++)
			a[i * wide + k] *= factor[i];
	}
	#pragma omp target teams map(to: begin, end, value) map(from: best)
	{
		#pragma omp distribute parallel for
		for (int i = 0; i < rows; i++) {
			long most = -5, sum = 0;

			#pragma omp simd reduction(max: most) reduction(+: sum)
			for (long k = begin[i]; k < end[i]; k++) {
				long v = (long)value[k] * 2 + i;

				if (v > most)
					most = v;
				if (k % 3)
					sum += v;
			}
			best[i] = most + 1000 * sum;
		}
	}
	for (int i = 0; i < rows; i++) {
		sum += y[i] * (i % 7);
		all += best[i] * (i % 13);
		for (int k = 0; k < WIDE; k++)
			bytes += a[i * WIDE + k] * (k % 5 + 1) * (i % 3 + 1);
		if (i % 2048 < 4)
			printf("%g %ld\n", y[i], best[i]);
	}
	printf("%g %ld %ld\n", sum, all, bytes);
}

int main(void)
{
	run(ROWS);
	run(FEW);
	run(VERY_FEW);
	return 0;
}
