// collapse(2) and (3); bounds, steps and directions of canonical loops; types of the loop variable.
// may-refuse: inspector
#include <stdio.h>

#define MAX 4000
static int hits[MAX];

static void show(const char *what)
{
	long sum = 0;
	int n = 0, twice = 0;

	for (int i = 0; i < MAX; i++) {
		n += hits[i] > 0;
		twice += hits[i] > 1;
		sum += (long)i * hits[i];
		hits[i] = 0;
	}
	printf("%s: %d %d %ld\n", what, n, twice, sum);
}

int main(void)
{
	int lo = 3, hi = 17, step = 4;

	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits)
	for (int i = lo; i < hi; i += step)
		for (int j = hi; j >= lo; j -= 2)
			hits[i * 20 + j]++;
	show("steps");
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits)
	for (unsigned i = 0; i < 7; i++)
		for (long j = 10; j > 0; --j)
			for (signed char k = -5; k <= 5; k++)
				hits[i * 121 + j * 11 + k + 5]++;
	show("types");
	#pragma omp target map(tofrom: hits)
	#pragma omp parallel for collapse(2) schedule(static, 5)
	for (int i = 0; i < 13; ++i)
		for (int j = 0; j < 11; j = j + 3)
			hits[i * 11 + j]++;
	show("chunks");
	#pragma omp target teams distribute collapse(2) map(tofrom: hits)
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < 6; j++) {
			#pragma omp parallel for collapse(2)
			for (int k = 0; k < 7; k++)
				for (int l = 8; l > 0; l--)
					hits[((i * 6 + j) * 7 + k) * 8 + l]++;
		}
	show("two levels");
	#pragma omp target teams distribute parallel for map(tofrom: hits)
	for (long long i = 4000000000LL; i < 4000000100LL; i += 7)
		hits[i - 4000000000LL]++;
	show("wide");
	#pragma omp target teams distribute parallel for map(tofrom: hits)
	for (int *p = hits + 10; p < hits + 500; p += 3)
		++*p;
	show("pointer");
	#pragma omp target parallel for map(tofrom: hits)
	for (int i = 100; i != 0; i--)
		hits[i]++;
	show("not equal");
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits)
	for (int i = 0; i < 10; i++)
		for (int j = 5; j < 5; j++)
			hits[i]++;
	show("empty");
	return 0;
}
