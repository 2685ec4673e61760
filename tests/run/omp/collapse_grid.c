// collapse of two and three loops so long that the grid can have a dimension for each: odd bounds, steps and
// types, loops of one iteration, lastprivate; and regions that ask for numbers, which then stand in a row.
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

enum { N = 300 * 520 };

static unsigned char hits[N];

static void show(const char *name)
{
	long n = 0, twice = 0, hash = 0;

	for (int i = 0; i < N; i++) {
		n += hits[i] != 0;
		twice += hits[i] > 1;
		hash = (hash * 31 + hits[i]) % 1000003;
		hits[i] = 0;
	}
	printf("%s: %ld %ld %ld\n", name, n, twice, hash);
}

static void two(int n, int m)
{
	long far = 5000000000;
	int last = 0, i, j;

	printf("%d x %d\n", n, m);
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits)
	for (int k = 0; k < n; k++)
		for (int l = 0; l < m; l++)
			hits[k * m + l]++;
	show("upward");
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits)
	for (long k = far + n - 1; k >= far; k--)
		for (unsigned l = m; l > 0; l--)
			hits[(k - far) * m + l - 1]++;
	show("downward");
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits, last) lastprivate(last, i, j) \
		map(tofrom: i, j)
	for (i = -2; i < n - 2; i += 3)
		for (j = 7; j <= 7 + m - 1; j += 2) {
			hits[(i + 2) * m + j - 7]++;
			last = i * 1000 + j;
		}
	show("in steps");
	printf("last %d\n", n > 0 ? last : 0); /* unspecified after no iterations */
	#pragma omp target teams distribute parallel for simd collapse(2) thread_limit(64) map(tofrom: hits)
	for (int k = 0; k < n; k++)
		for (char *p = (char *)0 + 1; p < (char *)0 + m + 1; p++)
			hits[k * m + (p - (char *)0) - 1]++;
	show("pointers");
	#pragma omp target teams loop collapse(2) map(tofrom: hits)
	for (int k = 0; k < n; k++)
		for (int l = 0; l < m; l++)
			hits[k * m + l]++;
	show("loop");
}

static void three(int n, int m, int k)
{
	printf("%d x %d x %d\n", n, m, k);
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
	for (int h = 0; h < n; h++)
		for (int i = 1; i <= m; i++)
			for (int j = k - 1; j >= 0; j--)
				hits[(h * m + i - 1) * k + j]++;
	show("three");
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
	for (int h = 0; h < n; h++)
		for (int i = 0; i < 1; i++)
			for (int j = 0; j < k; j++)
				hits[h * k + j]++;
	show("one iteration between");
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
	for (int h = 0; h < 8; h++)
		for (int i = 0; i < 64; i++)
			for (int j = 0; j < 128; j++)
				hits[(h * 64 + i) * 128 + j]++;
	show("constants");
}

/* Each thread of the league marks itself once for each iteration: as many marks as iterations. */
static void numbers(int n, int m)
{
	int wrong = 0, size = 1 << 18, *marks = calloc(size, sizeof *marks), sum = 0;

	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: marks[0:size], wrong)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++) {
			int number = omp_get_team_num() * omp_get_num_threads() + omp_get_thread_num();

			if (omp_get_team_num() >= omp_get_num_teams() || number >= size) {
				#pragma omp atomic
				wrong++;
			} else {
				#pragma omp atomic
				marks[number]++;
			}
		}
	for (int i = 0; i < size; i++)
		sum += marks[i];
	printf("%d marks, %d wrong\n", sum, wrong);
	free(marks);
}

int main(void)
{
	two(300, 512);
	two(128, 250);
	two(515, 126);
	two(1, 1024);
	two(512, 3);
	two(0, 128);
	three(4, 64, 128);
	three(17, 9, 96);
	three(3, 2, 1024);
	numbers(128, 128);
	return 0;
}
