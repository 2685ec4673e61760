// options: -fcheck-host
// check: map
// schemes: spmd generic
// devices: v100
// expect: host_reads.c:38: map: the host reads the old value of 'a[3]'
// expect: host_reads.c:33: note: the device has written it here, and nothing has copied it back: expected 'target update from(a)' in between
// expect: host_reads.c:30:39: note: 'a' is mapped here, 40 bytes
// expect: host_reads.c:39: map: the host reads the old value of 'p.at[2]'
// expect: host_reads.c:41: map: the host reads the old value of 'first[4]'
// expect: host_reads.c:42: map: the host reads the old value of 'c[7]'
// expect: host_reads.c:35: note: the device has written it here, and it left the device without being copied back: expected map(from: c[0:n]) there
// expect: values that nobody copies: 4 (
// The host reads what only the device has: while it is mapped, through memcpy, and after it has gone, all of it or
// the half that no clause copies; what the host has written itself, got by a copy, freed, or called, is its own.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
	int id;
	double at[4];
};

int main(void)
{
	int a[10] = { 0 }, first[10] = { 0 }, copy[10], n = 8, sum = 0;
	int *c = calloc(n, sizeof *c);
	struct point p = { 1 };

#pragma omp target enter data map(to: a, p, first) map(alloc: c[0:n])
#pragma omp target
	{
		a[3] = a[5] = 7;
		first[4] = 1;
		for (int i = 0; i < n; i++) c[i] = i + 1;
		p.at[2] = 5;
	}
	sum += a[3];
	sum += (int)p.at[2];
#pragma omp target exit data map(from: c[0:4]) map(release: c[0:n]) map(release: p, first)
	memcpy(copy, first, sizeof first);
	sum += c[7];
	sum += c[3];
	c[5] = 9;
	sum += c[5] + copy[4];
	a[5] = 0;
	sum += a[5];
#pragma omp target update from(a)
	sum += a[3] + a[5];
#pragma omp target exit data map(delete: a)
	free(c);
	c = calloc(n, sizeof *c);
	sum += c[6];
	printf("%d\n", sum);
	return 0;
}
