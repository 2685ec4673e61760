// SIMD groups share the iterations of nests that are not rectangular, of triangles and of rows of any length.
#include <stdio.h>

enum { N = 24 };

static int hits[6][N * N];

static void show(const char *name)
{
	long n = 0, twice = 0, hash = 0;

	for (int h = 0; h < 6; h++)
		for (int i = 0; i < N * N; i++) {
			n += hits[h][i] != 0;
			twice += hits[h][i] > 1;
			hash = (hash * 31 + hits[h][i]) % 1000003;
			hits[h][i] = 0;
		}
	printf("%s: %ld %ld %ld\n", name, n, twice, hash);
}

int main(void)
{
	int sum = 0;

	#pragma omp target teams distribute parallel for map(tofrom: hits)
	for (int h = 0; h < 6; h++) {
		#pragma omp simd collapse(2)
		for (int i = 0; i < N; i++)
			for (int j = i; j < N; j++)
				hits[h][i * N + j] += h + 1;
	}
	show("triangles");
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: hits) reduction(+: sum)
	for (int h = 0; h < 6; h++)
		for (int k = h; k < 6; k++) {
			int part = 0;

			#pragma omp simd collapse(2) reduction(+: part)
			for (unsigned i = 0; i < N; i++)
				for (unsigned j = 0; j < i; j++)
					part += i * j + k;
			sum += part;
			hits[h][k] = part;
		}
	show("rows in a triangle");
	printf("sum %d\n", sum);
	return 0;
}
