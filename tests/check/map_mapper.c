// What a mapper maps of each object has no name in the program: its list item and the element are said.
// check: map
// schemes: spmd
// devices: v100
// expect: reads the old value of element 1 of 'two.p[0:v.n]' of kernel 'main_l24'
// expect not: __devrt
#include <stdio.h>
#include <stdlib.h>

typedef struct {
	int n, *p;
} list;
#pragma omp declare mapper(list v) map(v.n, v.p, v.p[0:v.n])

int main(void)
{
	list two[2] = { { 4, NULL }, { 4, NULL } };
	int sum = 0;

	for (int i = 0; i < 2; i++)
		two[i].p = calloc(4, sizeof(int));
#pragma omp target enter data map(to: two)
	two[1].p[1] = 7;
#pragma omp target map(tofrom: sum) map(alloc: two)
	for (int i = 0; i < 8; i++)
		sum += two[i / 4].p[i % 4];
	printf("%d\n", sum);
	return 0;
}
