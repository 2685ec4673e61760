// check: map
// expect: map_stale.c:24: map: team 0, thread 
// expect:  reads the old value of 'a[7]'
// expect: : the host has changed it since it was copied to the device
// expect: map_stale.c:19:33: note: 'a' is mapped here, 400 bytes
// expect: values that nobody copies: 1 (
// The host's change of what is mapped reaches the device by update only.
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	int a[100] = { 0 }, sum = 0, *freed = malloc(1 << 20);

	/* what was freed while mapped cannot be looked at; b's new values are copied, unread or equal */
	static int b[100];
#pragma omp target enter data map(alloc: freed[0 : 1 << 18])
	free(freed);
#pragma omp target data map(to: a, b)
	{
		a[7] = 5;
#pragma omp target parallel for map(tofrom: sum) reduction(+: sum)
		for (int i = 0; i < 100; i++)
			sum += a[i];
#pragma omp target update to(a)
		b[3] = 1;
#pragma omp target update to(b[3])
		b[4] = 1;
		b[5] = 1;
		b[5] = 0;
#pragma omp target parallel for map(tofrom: sum) reduction(+: sum)
		for (int i = 0; i < 100; i++) {
			if (i == 4)
				b[i] = 2;
			sum += a[i] + b[i];
		}
	}
	printf("%d\n", sum);
	return 0;
}
