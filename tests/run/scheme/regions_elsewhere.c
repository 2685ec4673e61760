// Functions of another file that contain parallel regions, called by the master, by all threads of a
// region, and before and behind regions of this file.
// args: tests/run/two/regions.c
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
int total(const int *a, int n);
void twice(int n, int *a);
#pragma omp end declare target

int main(void)
{
	int a[100], sums[3] = { 0 };

	for (int i = 0; i < 100; i++)
		a[i] = i % 10;
	#pragma omp target map(tofrom: a, sums)
	{
		twice(100, a);
		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			a[i]++;
		sums[0] = total(a, 100);
		#pragma omp parallel for reduction(+: sums[1:1])
		for (int i = 0; i < 50; i++) {
			int own[30];

			for (int k = 0; k < 30; k++)
				own[k] = a[i] + k;
			twice(30, own);
			sums[1] += total(own, 30);
		}
		twice(40, a);
		sums[2] = total(a, 100);
	}
	printf("%d %d %d, %d %d\n", sums[0], sums[1], sums[2], a[3], a[60]);
	return 0;
}
