// collapse with bounds that the compiler does not know, in work loops: few teams, reductions, one team.
// Counts below 2^31 take the entry whose indices have 32 bits.
#include <stdio.h>

enum { N = 60 };

static int hits[N * N * N];

static void show(const char *name)
{
	long n = 0, twice = 0, hash = 0;

	for (int i = 0; i < N * N * N; i++) {
		n += hits[i] != 0;
		twice += hits[i] > 1;
		hash = (hash * 31 + hits[i]) % 1000003;
		hits[i] = 0;
	}
	printf("%s: %ld %ld %ld\n", name, n, twice, hash);
}

static void run(int n, int m, long k)
{
	long sum = 0, most = 0;
	int last = 0;

	#pragma omp target teams distribute parallel for collapse(2) num_teams(3) thread_limit(64) map(tofrom: hits)
	for (int i = 0; i < n; i++)
		for (int j = m - 1; j >= 0; j--)
			hits[i * N + j] += i + 1;
	show("few teams");
	#pragma omp target teams distribute parallel for collapse(3) num_teams(2) map(tofrom: hits) lastprivate(last) \
		map(tofrom: last)
	for (int i = 0; i < n; i++)
		for (int j = 3; j < m; j += 2)
			for (long l = 0; l < k; l++) {
				hits[(i * N + j) * N + l]++;
				last = i + j + (int)l;
			}
	show("three loops");
	printf("last %d\n", last);
	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) reduction(max: most) \
		map(tofrom: sum, most)
	for (int i = 0; i < n; i++)
		for (long j = 0; j < k; j++) {
			sum += i * j;
			most = most > i * 100 + j ? most : i * 100 + j;
		}
	printf("sum %ld, most %ld\n", sum, most);
	#pragma omp target parallel for collapse(2) num_threads(96) map(tofrom: hits)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			hits[i * N + j] += j + 1;
	show("one team");
	#pragma omp target parallel for collapse(2) schedule(dynamic) map(tofrom: hits)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			hits[i * N + j]++;
	show("dynamic");
	#pragma omp target teams distribute collapse(2) num_teams(5) map(tofrom: hits)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < m; j++)
			hits[i * N + j]++;
	show("distribute");
}

/* Values beyond 32 bits, though the count is not. */
static void large(long n)
{
	long sum = 0;

	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(tofrom: sum)
	for (long i = n; i < n + 3; i++)
		for (long j = 2 * n; j < 2 * n + 3; j++)
			sum += i - n + (j - 2 * n) * 10;
	printf("large %ld\n", sum);
}

int main(void)
{
	run(N, N, N);
	run(1, 1, 1);
	run(7, 31, 50);
	run(5, 0, 9);
	large(3000000000);
	return 0;
}
