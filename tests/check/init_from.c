// map(from:) does not bring the old values; every second element is written before it is read.
// expect: init_from.c:13: init: team 0, thread 0
// expect: of kernel 'main_l11', and nobody has written it
// expect: init_from.c:11:50: note: 'a' is mapped here, 40 bytes
// expect: reads 'a[1]' (4 bytes of global memory)
#include <stdio.h>

int main(void)
{
	int a[10], n = 0;
	#pragma omp target teams num_teams(1) map(from: a) map(tofrom: n)
	for (int i = 0; i < 10; i += 2) {
		a[i] = i, n += a[i + 1];
	}
	printf("%d\n", a[0]);
	return 0;
}
