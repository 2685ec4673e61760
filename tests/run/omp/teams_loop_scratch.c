// firstprivate scalars on teams loop: each thread's own, so that iterations may use one as scratch.
#include <stdio.h>

int main(void)
{
	int a[1000], at = 7, wrong = 0;
	double scale = 2.5;

	#pragma omp target teams loop firstprivate(at, scale) map(from: a)
	for (int i = 0; i < 1000; i++) {
		at = i * 3;
		a[i] = at + (int)(scale * 2);
	}
	for (int i = 0; i < 1000; i++)
		wrong += a[i] != i * 3 + 5;
	#pragma omp target map(tofrom: wrong)
	#pragma omp teams loop firstprivate(at) reduction(+: wrong)
	for (int i = 0; i < 1000; i++) {
		at = a[i] - 5;
		wrong += at != i * 3;
	}
	printf("%d %d\n", at, wrong);
	return 0;
}
