// may-refuse: inspector
// What a team's region reduces into variables of the team: by the first thread alone, or by atomics, in each number of threads.
#include <stdio.h>

enum { ROWS = 12, COLUMNS = 151 };
static int a[ROWS][COLUMNS];
static double d[ROWS][COLUMNS], sums[ROWS], most[ROWS];
static long counts[ROWS], expect_count[ROWS];
static unsigned char all[ROWS];
static short products[ROWS];
static double expect_sum[ROWS], expect_most[ROWS];

static long
check(const char *what, int threads)
{
	long wrong = 0;

	for (int r = 0; r < ROWS; r++)
		wrong += counts[r] != expect_count[r] || sums[r] != expect_sum[r] || most[r] != expect_most[r] ||
			all[r] != (r % 2 == 0) || products[r] != (short)(r & 1 ? -1 : 1);
	if (wrong)
		printf("%s with %d threads: %ld rows wrong\n", what, threads, wrong);
	return wrong;
}

int
main(void)
{
	long wrong = 0;
	static const int sizes[] = { 1, 31, 32, 64, 100 };

	for (int r = 0; r < ROWS; r++) {
		expect_most[r] = -1e9;
		for (int c = 0; c < COLUMNS; c++) {
			a[r][c] = (r * 31 + c * 17) % 97 - 40;
			d[r][c] = a[r][c] / 4.0;
			expect_count[r] += a[r][c] > 0;
			expect_sum[r] += d[r][c];
			expect_most[r] = d[r][c] > expect_most[r] ? d[r][c] : expect_most[r];
		}
		expect_count[r] += r;
	}
	for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++) {
		int threads = sizes[k];

		#pragma omp target teams distribute thread_limit(threads) map(to: a, d) map(from: sums, counts, most, all, products)
		for (int r = 0; r < ROWS; r++) {
			double sum = 0, m = -1e9;
			long n = r;
			unsigned char every = 1;
			short sign = 1;

			#pragma omp parallel for reduction(+: sum, n) reduction(max: m) reduction(&&: every) reduction(*: sign)
			for (int c = 0; c < COLUMNS; c++) {
				sum += d[r][c];
				n += a[r][c] > 0;
				m = d[r][c] > m ? d[r][c] : m;
				every = every && (r % 2 == 0 || c != 5);
				if (c == 7 && r & 1)
					sign *= -1;
			}
			sums[r] = sum;
			counts[r] = n;
			most[r] = m;
			all[r] = every;
			products[r] = sign;
		}
		wrong += check("one region", threads);

		#pragma omp target teams distribute thread_limit(threads) map(to: a, d) map(from: sums, counts, most, all, products)
		for (int r = 0; r < ROWS; r++) {
			double sum = 0, m = -1e9;
			long n = 0;
			int begun = 0;

			#pragma omp parallel reduction(+: sum)
			{
				#pragma omp for reduction(max: m)
				for (int c = 0; c < COLUMNS; c++)
					m = d[r][c] > m ? d[r][c] : m;
				if (m > -1e8)
					#pragma omp atomic write
					begun = 1;
				#pragma omp for reduction(+: n)
				for (int c = 0; c < COLUMNS; c++) {
					n += a[r][c] > 0;
					sum += d[r][c];
				}
			}
			if (begun)
				n += r;
			#pragma omp parallel for reduction(+: sum)
			for (int c = 0; c < COLUMNS; c++)
				sum += c == 3 ? 1 : 0;
			sums[r] = sum - 1;
			counts[r] = n;
			most[r] = m;
			all[r] = r % 2 == 0;
			products[r] = r & 1 ? -1 : 1;
		}
		wrong += check("several", threads);
	}
	#pragma omp target teams distribute thread_limit(32) map(to: d) map(from: sums)
	for (int r = 0; r < ROWS; r++) {
		double sum = 0;

		#pragma omp parallel for reduction(+: sum)
		for (int c = 0; c < COLUMNS; c++)
			sum += d[r][c];
		sums[r] = sum;
	}
	wrong += check("a warp", 32);
	printf("nested reductions: %s\n", wrong ? "wrong" : "right");
	return wrong != 0;
}
