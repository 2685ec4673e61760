// Twenty findings are printed, the others are counted.
// check: race
// expect: many.c:13: race:
// expect: data races: 24 (seen
// expect: ; 4 are not shown
#include <stdio.h>

int main(void)
{
	int a[24] = { 0 };
	#pragma omp target parallel num_threads(32) map(tofrom: a)
	{
		a[0]++;
		a[1]++;
		a[2]++;
		a[3]++;
		a[4]++;
		a[5]++;
		a[6]++;
		a[7]++;
		a[8]++;
		a[9]++;
		a[10]++;
		a[11]++;
		a[12]++;
		a[13]++;
		a[14]++;
		a[15]++;
		a[16]++;
		a[17]++;
		a[18]++;
		a[19]++;
		a[20]++;
		a[21]++;
		a[22]++;
		a[23]++;
	}
	printf("%d\n", a[0] > 0);
	return 0;
}
