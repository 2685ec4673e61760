// Between the mapped sections of an array, where the device has memory, and where a section has left.
// check: bounds
// expect: bounds_between.c:23: bounds: team 0, thread
// expect: writes 'a[20]' (4 bytes)
// expect: outside what is mapped
// expect: bounds_between.c:17:40: note: 'a[0:10]' is mapped here, 40 bytes
// expect: bounds_between.c:24: bounds: team 0, thread
// expect: writes 'a[65]' (4 bytes)
// expect: bounds_between.c:17:49: note: 'a[40:10]' is mapped here, 40 bytes
#include <stdio.h>

static int a[100];

int main(void)
{
	int *p = a;
	#pragma omp target enter data map(to: a[0:10], a[40:10], a[60:10])
	#pragma omp target exit data map(from: a[60:10])
	#pragma omp target map(tofrom: p[40:10]) map(tofrom: a[0:10])
	{
		a[5] = 1;
		p[45] = 2;
		a[20] = 3;
		a[65] = 4;
	}
	#pragma omp target exit data map(from: a[0:10], a[40:10])
	printf("%d\n", a[5]);
	return 0;
}
