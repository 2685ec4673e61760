// options: -fcheck-host
// check: map
// schemes: spmd
// devices: v100
// expect: host_writes.c:29: map: team 0, thread 0 reads the old value of 'b[3]'
// expect: host_writes.c:25: note: it is changed here
// expect: host_writes.c:24: map: what the host writes to 'a[2]' here is lost
// expect: host_writes.c:30:13: note: 'target update' copies the device's older value over it: expected 'target update to(a)' in between
// expect: host_writes.c:20:37: note: 'a' is mapped here, 40 bytes
// expect: host_writes.c:25: map: what the host writes to 'b[3]' here is lost
// expect: host_writes.c:20:13: note: 'target data' copies the device's older value over it
// expect: values that nobody copies: 3 (
// What the host writes between copies does not come to the device, and a copy back undoes it; where the device has
// written a newer value, where the same value comes back, or where it was copied, nothing is lost.
#include <stdio.h>
#include <string.h>
int main(void)
{
	int a[10] = { 0 }, b[10] = { 0 }, sum = 0;
#pragma omp target data map(tofrom: a, b)
	{
#pragma omp target
		b[4] = 1;
		a[2] = 5;
		b[3] = 6;
		b[4] = -1;
		memset(&b[8], 0, sizeof b[8]);
#pragma omp target map(tofrom: sum)
		sum += b[3];
#pragma omp target update from(a)
		a[7] = 3;
#pragma omp target update to(a)
	}
	printf("%d %d %d %d\n", a[2], b[3], b[4], a[7]);
	return 0;
}
