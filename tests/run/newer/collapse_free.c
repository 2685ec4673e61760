// collapse of nests whose inner bounds OpenMP 5.2 [4.4.1] does not allow: from arrays, products, several
// outer variables, other types, calls.  Each iteration once (an extension; cc gets no collapse).
#include <stdio.h>
#include <stdlib.h>

enum { N = 40, ALL = N * N * N };

static unsigned char hits[ALL];

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

#pragma omp declare target
static int width(int i)
{
	return i % 3 ? i / 2 : 0;
}
#pragma omp end declare target

#define MAPS map(tofrom: hits)

/* A sparse matrix by rows, some of them empty, times a vector. */
static void sparse(int rows)
{
	int *start = malloc((rows + 1) * sizeof *start), *column = malloc(rows * 10 * sizeof *column);
	long *y = calloc(rows, sizeof *y), sum = 0;

	start[0] = 0;
	for (int i = 0; i < rows; i++) {
		start[i + 1] = start[i] + i * 7 % 10;
		for (int k = start[i]; k < start[i + 1]; k++)
			column[k] = (i + 31 * k) % rows;
	}
	#pragma omp target teams distribute parallel for collapse(2) map(to: start[0:rows + 1], column[0:rows * 10]) \
		map(tofrom: y[0:rows])
	for (int i = 0; i < rows; i++)
		for (int k = start[i]; k < start[i + 1]; k++) {
			#pragma omp atomic
			y[i] += column[k];
		}
	for (int i = 0; i < rows; i++)
		sum = sum * 3 % 1000003 + y[i];
	printf("sparse %d: %ld\n", rows, sum);
	free(start);
	free(column);
	free(y);
}

static void bounds(int n)
{
	static int length[N];

	for (int i = 0; i < n; i++)
		length[i] = i * 17 % 23 - 4;
	#pragma omp target teams distribute parallel for collapse(2) MAPS map(to: length)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < length[i]; j++)
			hits[i * N + j]++;
	show("column indirection, negative lengths");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < 7; i++)
		for (int j = 0; j < i * i; j++)
			hits[i * N + j]++;
	show("a square");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (int j = 0; j < n - i - 1; j++)
			hits[i * N + j]++;
	show("a difference");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (long j = i / 2; j < n; j++)
			hits[i * N + j]++;
	show("a quotient");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 1; i < n; i++)
		for (int j = n - 1; j >= width(i); j--)
			hits[i * N + j]++;
	show("a call");
	#pragma omp target teams distribute parallel for collapse(3) MAPS
	for (int i = 0; i < n; i++)
		for (int j = i; j < n; j++)
			for (int k = i; k < j; k++)
				hits[(i * N + j) * N + k]++;
	show("two variables");
	#pragma omp target teams distribute parallel for collapse(3) MAPS map(to: length)
	for (int i = 0; i < n; i++)
		for (int j = 0; j < length[i]; j++)
			for (int k = 0; k < length[j]; k += 2)
				hits[(i * N + j) * N + k]++;
	show("lengths of lengths");
	#pragma omp target teams distribute parallel for collapse(2) MAPS
	for (int i = 0; i < n; i++)
		for (unsigned char *p = hits + i * N; p < hits + i * N + i; p += 2)
			++*p;
	show("pointers");
}

static void constructs(int n)
{
	int *length = malloc(n * sizeof *length), i, j;
	long sum = 0;

	for (i = 0; i < n; i++)
		length[i] = (i * 29 + 3) % 31;
	#pragma omp target parallel for collapse(2) MAPS map(to: length[0:n])
	for (i = 0; i < n; i++)
		for (j = 0; j < length[i]; j++)
			hits[i * N + j]++;
	show("parallel for");
	#pragma omp target teams distribute collapse(2) MAPS map(to: length[0:n])
	for (i = 0; i < n; i++)
		for (j = 0; j < length[i]; j++)
			hits[i * N + j]++;
	show("distribute");
	#pragma omp target teams distribute parallel for collapse(2) reduction(+: sum) map(tofrom: sum) map(to: length[0:n])
	for (i = 0; i < n; i++)
		for (j = length[i]; j > 0; j--)
			sum += i * j;
	printf("sum %ld\n", sum);
	#pragma omp target map(tofrom: hits) map(to: length[0:n])
	{
		#pragma omp parallel
		{
			#pragma omp for collapse(2)
			for (i = 0; i < n; i++)
				for (j = 0; j < length[i]; j++)
					hits[i * N + j]++;
			#pragma omp for
			for (int h = 2; h < 5; h++) {
				#pragma omp simd collapse(2)
				for (int k = 0; k < n; k++)
					for (int l = 0; l < length[k]; l++)
						hits[h * N * N + k * N + l]++;
			}
		}
	}
	show("for and simd in a region");
	free(length);
}

int main(void)
{
	sparse(1);
	sparse(300);
	sparse(3000);
	bounds(N / 2);
	constructs(N);
	return 0;
}
