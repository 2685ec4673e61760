// Elements are numbered as the program does, however a section is written.
// expect: reads 'whole[1]'
// expect: reads 'part[3]'
// expect: reads 'from[5]'
// expect: reads 'near[4]'
#include <stdio.h>

int main(void)
{
	int whole[10], part[10], from[10], near[10], lo = 3, sum = 0;

	#pragma omp target map(alloc: whole[ : ], part[2 : 3], from[lo : 3], near[4:2]) map(from: sum)
	sum = whole[1] + part[3] + from[5] + near[4];
	printf("%d\n", sum == sum);
	return 0;
}
