// Correct programs' ways with mapped data: buffers in turn, memory and stack used again, values got with memcpy, atomic
// updates, threads with a part each, structures, a value that the device did not change.
// options: -fcheck-host -O2
// schemes: spmd generic
// silent: v100
// devices: v100
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { N = 64 };
struct cell {
	int id : 7, on : 1;
	double value;
};
static _Atomic int total;
static __attribute__((noinline)) int on_stack(int round)
{
	int work[N], sum = 0;
	if (round % 2)
		memset(work, 0, sizeof work);
#pragma omp target data map(alloc: work)
	{
#pragma omp target
		for (int i = 0; i < N; i++) work[i] = i + 1;
#pragma omp target map(tofrom: sum)
		for (int i = 0; i < N; i++) sum += work[i];
	}
	return sum;
}
static __attribute__((noinline)) int in_turns(void)
{
	int a[2][N] = { 0 }, sum = 0;
#pragma omp target enter data map(to: a)
	for (int t = 0; t < 4; t++) {
		int *now = a[t % 2], *old = a[(t + 1) % 2];
#pragma omp target nowait map(to: now[:N]) depend(out: a[t % 2])
		for (int i = 0; i < N; i++) now[i] = t + 1;
		if (t)
			for (int i = 0; i < N; i++) sum += old[i];
#pragma omp taskwait
#pragma omp target update from(now[:N])
	}
#pragma omp target exit data map(release: a)
	return sum;
}
int main(void)
{
	struct cell c[4] = { { 1, 1, 2 } }, copy[4];
	int v[N], sum = 0;
	for (int k = 0; k < 3; k++) {
		int *heap = calloc(N, sizeof *heap);
#pragma omp target enter data map(alloc: heap[:N])
#pragma omp target map(tofrom: c)
		{
			for (int i = 0; i < N; i++) heap[i] = i + 1;
			c[1].value += c[0].value;
			c[2].id++;
		}
#pragma omp target exit data map(release: heap[:N])
		free(heap);
		heap = calloc(N, sizeof *heap);
		memcpy(copy, c, sizeof c);
		sum += heap[3] + copy[1].value + c[2].id + on_stack(k);
		heap = realloc(heap, 2 * N * sizeof *heap);
		heap[0] = k;
		free(heap);
	}
#pragma omp target data map(tofrom: v)
	{
#pragma omp target teams distribute parallel for
		for (int i = 0; i < N; i++) v[i] = i;
#pragma omp parallel for num_threads(4)
		for (int t = 0; t < 4; t++) {
#pragma omp target update from(v[t * N / 4:N / 4])
			for (int i = t * N / 4; i < (t + 1) * N / 4; i++)
				total += v[i]++;
#pragma omp target update to(v[t * N / 4:N / 4])
		}
#pragma omp target
		v[0] = v[1] + v[2];
	}
	printf("%d %d %d %d\n", sum, in_turns(), total, v[0]);
	return 0;
}
