// collapse of nests that are not rectangular, with the bounds that OpenMP 5.2 [4.4.1] allows: triangles of
// all directions and steps, empty rows, bands, chains and rectangles around them; each iteration once.
#include <stdio.h>

enum { N = 40, ALL = N * N * N };

static unsigned char hits[ALL];
static long order[ALL];

/* How many cells were hit, whether one was hit twice, and where. */
static void show(const char *name)
{
	long n = 0, twice = 0, hash = 0;

	for (int i = 0; i < ALL; i++) {
		n += hits[i] != 0;
		twice += hits[i] > 1;
		hash = (hash * 31 + hits[i]) % 1000003;
		hits[i] = 0;
	}
	printf("%s: %ld %ld %ld\n", name, n, twice, hash);
}

#define MAPS map(tofrom: hits)

static void triangles(int n)
{
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			hits[i * N + j]++;
	show("below the diagonal");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			hits[i * N + j]++;
	show("from the diagonal");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = n - 1; i >= 0; i--)
		for (int j = n - 1; j > i; j--)
			hits[i * N + j]++;
	show("downward");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (long i = 1; i <= n; i += 3)
		for (long j = n - i; j <= n; j++)
			hits[i / 3 * (N + 1) + j]++;
	show("growing by three");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = -5; i < n - 5; i++)
		for (int j = 2 * i + 3; j < 20; ++j)
			hits[(i + 5) * N + j + 10]++;
	show("slope two, empty rows behind");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 30; j < i; j++)
			hits[i * N + j]++;
	show("empty rows before");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 100; j < i; j++)
			hits[i * N + j]++;
	show("nothing but empty rows");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = n; i < n; i++)
		for (int j = 0; j < i; j++)
			hits[i * N + j]++;
	show("no rows");
}

static void unsteady(int n)
{
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j += 3)
			hits[i * N + j]++;
	show("inner step");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (unsigned i = 0; i < (unsigned)n; i++)
		for (unsigned j = 0; j < 5 * i; j += 7)
			hits[i * N * N / 2 + j]++;
	show("unsigned");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (unsigned long i = 0; i < (unsigned long)n; i++)
		for (unsigned long j = i; j != (unsigned long)n; j++)
			hits[i * N + j]++;
	show("not equal");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (signed char i = 20; i > -20; i -= 2)
		for (signed char j = i; j > -20; j--)
			hits[(i + 20) * N + j + 20]++;
	show("characters");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = n; j > i; j -= 5)
			hits[i * N + j]++;
	show("downward in steps");
}

static void deeper(int n)
{
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			for (int k = 0; k < j; k++)
				hits[(i * N + j) * N + k]++;
	show("pyramid");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int h = 2; h < 8; h += 2)
		for (int i = 0; i < n; i++)
			for (int j = i; j < n; j++)
				hits[(h * N + i) * N + j]++;
	show("triangles in a loop");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n; i++)
		for (int j = i + 1; j < n; j++)
			for (int k = 3; k > 0; k--)
				hits[(i * N + j) * N + k]++;
	show("a loop in triangles");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n; i++)
		for (int k = 1; k < 7; k += 4)
			for (int j = 0; j <= i; j++)
				hits[(i * N + j) * N + k]++;
	show("a loop between");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n - 4; i++)
		for (int j = i; j < i + 4; j++)
			for (int k = j; k < n; k++)
				hits[(i * N + j) * N + k]++;
	show("a band, then a triangle");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 0; j < i; j++)
			for (int k = i; k < n; k++)
				hits[(i * N + j) * N + k]++;
	show("two from one");
}

static void constructs(int n)
{
	int i, j, last = -1, sum = 0;

	#pragma omp target parallel for collapse(2) MAPS map(tofrom: last) lastprivate(last)
	for (i = 0; i < n; i++)
		for (j = i; j < n; j++) {
			hits[i * N + j]++;
			last = i * 100 + j;
		}
	show("parallel for");
	printf("last %d\n", last);
	#pragma omp target teams distribute collapse(2) MAPS
	for (i = 0; i < n; i++)
		for (j = 0; j <= i; j++)
			hits[i * N + j]++;
	show("distribute");
	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(tofrom: sum)
	for (i = 0; i < n; i++)
		for (j = n; j > i; j--)
			sum += i * j;
	printf("sum %d\n", sum);
	#pragma omp target teams distribute parallel for simd collapse(2) MAPS
	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
			hits[i * N + j]++;
	show("for simd");
	#pragma omp target map(tofrom: hits)
	#pragma omp parallel num_threads(7)
	{
		#pragma omp for collapse(2)
		for (int k = 0; k < n; k++)
			for (int l = k; l < n; l++)
				hits[k * N + l]++;
		#pragma omp for
		for (int h = 2; h < 5; h++) {
			#pragma omp simd collapse(2)
			for (int k = 0; k < n; k++)
				for (int l = 0; l < k; l++)
					hits[h * N * N + k * N + l]++;
		}
	}
	show("for and simd in a region");
	#pragma omp target teams loop collapse(2) MAPS
	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
			hits[i * N + j]++;
	show("loop");
	#pragma omp target map(tofrom: hits)
	#pragma omp taskloop collapse(2)
	for (i = 0; i < n; i++)
		for (j = 0; j < i; j++)
			hits[i * N + j]++;
	show("taskloop");
}

/* Indices that need 64 bits, in a triangle whose rows are long. */
static void far(void)
{
	long from = 0x7ffffffffL, found = 0;

	#pragma omp target teams distribute parallel for collapse(2) reduction(+: found) map(tofrom: found)
	for (long i = from; i < from + 30; i++)
		for (long j = i; j < from + 30; j++)
			found += j - i + 1;
	printf("far %ld\n", found);
	#pragma omp target teams distribute parallel for collapse(2) reduction(max: found) map(tofrom: found)
	for (int i = 2147483600; i < 2147483647; i++)
		for (int j = i; j > 2147483590; j--)
			found = found > (long)i + j ? found : (long)i + j;
	printf("at the end of int %ld\n", found);
}

/* In index order, one thread after the other. */
static void in_order(int n)
{
	int at = 0;

	#pragma omp target parallel for collapse(2) num_threads(1) map(tofrom: order, at)
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			order[at++] = i * 1000 + j;
	for (int i = 0, k = 0; i < n; i++)
		for (int j = i; j < n; j++, k++)
			if (order[k] != i * 1000 + j)
				printf("order %d: %ld\n", k, order[k]);
}

int main(void)
{
	triangles(N);
	triangles(1);
	unsteady(N);
	deeper(N / 2);
	constructs(N);
	far();
	in_order(20);
	return 0;
}
