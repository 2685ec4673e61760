// check: map
// expect: map_dropped.c:19: map: 'a[3]' is written here on the device, and leaves it without being copied back
// expect: map_dropped.c:16:41: note: 'a' is mapped here, 40 bytes
// expect: values that nobody copies: 1 (
// What a region writes to an array that is mapped "to" for it alone is lost; where that is said to be
// workspace, is copied, or is the value that the host has, nothing is.
#include <stdio.h>

int main(void)
{
	int a[10] = { 1, 1, 1 }, b[10] = { 2 }, c[10] = { 0 }, d[10], e[10] = { 0 };
	int work[10];

#pragma omp target data map(to: work)
	{
#pragma omp target parallel for map(to: a, b) map(alloc: d) map(tofrom: c) map(from: e)
		for (int i = 0; i < 10; i++) {
			work[i] = d[i] = c[i] = e[i] = i;
			a[i] = i < 3 ? 1 : 7;
			b[i] = b[i];
		}
	}
#pragma omp target enter data map(to: b)
#pragma omp target
	b[1] = 5;
#pragma omp target exit data map(delete: b)
	printf("%d %d %d\n", a[3], c[3], e[3]);
	return 0;
}
