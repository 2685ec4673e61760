// collapse of 2 to 4 loops with odd bounds, steps, types and empty inner loops: each iteration once,
// in combined, composite, orphaned and chunked form.
#include <stdio.h>

static int hits[2000];
static long sums;

static void show(const char *name)
{
	int n = 0, bad = 0;
	long hash = 0;

	for (int i = 0; i < 2000; i++) {
		n += hits[i] != 0;
		bad += hits[i] > 1;
		hash = (hash * 31 + hits[i]) % 1000003;
		hits[i] = 0;
	}
	printf("%s: %d %d %ld %ld\n", name, n, bad, hash, sums);
}

int main(void)
{
	int lo = -3, none = 4, far = 2147483647;
	unsigned char small = 7;

	#pragma omp target parallel for collapse(2) map(tofrom: hits)
	for (int i = lo; i < 8; i += 3)
		for (long j = 9; j > 0; j -= 2)
			hits[(i + 3) * 20 + j]++;
	show("mixed steps");
	#pragma omp target teams distribute parallel for collapse(3) map(tofrom: hits, sums) reduction(+: sums)
	for (unsigned char i = 0; i < small; i++)
		for (int j = lo; j <= 3; j++)
			for (unsigned long k = 11; k >= 3; k -= 2) {
				hits[(i * 7 + (j + 3)) * 12 + (int)k]++;
				sums += i * 100 + j * 10 + (long)k;
			}
	show("three");
	for (int j = 0; j < 2; j++) {
		#pragma omp target teams distribute collapse(2) map(tofrom: hits) dist_schedule(static, 3)
		for (int i = 0; i < 5; i++)
			for (int k = 20; k > 18 - j; k--)
				hits[i * 30 + k]++;
		show("distribute");
	}
	#pragma omp target teams distribute parallel for collapse(4) map(tofrom: hits) num_teams(3) \
		thread_limit(33) schedule(dynamic, 5)
	for (int i = 0; i < 3; i++)
		for (int j = 1; j < 6; j += 2)
			for (int k = 4; k >= 0; --k)
				for (int l = far - 6; l < far; l = 3 + l)
					hits[((i * 3 + j / 2) * 5 + k) * 2 + (l - (far - 6)) / 3]++;
	show("four");
	#pragma omp target parallel for collapse(2) map(tofrom: hits) schedule(static, 1)
	for (int i = 0; i < 10; i++)
		for (int j = 4; j < none; j++)
			hits[i]++;
	show("inner empty");
	#pragma omp target parallel for collapse(3) map(tofrom: hits)
	for (int i = 5; i < none; i++)
		for (int j = 0; j < 9; j++)
			for (int k = 0; k < 9; k++)
				hits[i]++;
	show("outer empty");
	return 0;
}
