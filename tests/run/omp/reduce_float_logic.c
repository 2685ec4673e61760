// Arrays of floating numbers reduced by && and ||: gcc 12 ends with an internal error, but for minicc.
#include <stdio.h>

static void show(const char *what, const float *all, const double *any)
{
	printf("%s: %g %g %g, %g %g %g\n", what, all[0], all[1], all[2], any[0], any[1], any[2]);
}

#define STEP \
	for (int i = 0; i < 500; i++) { \
		all[1] = all[1] && i != 77; \
		any[1] = any[1] || i == 77; \
		all[2] = all[2] && i >= 0; \
		any[2] = any[2] || i < 0; \
	}

int main(void)
{
	float all[3] = { 1, 3, 4 }, sums[2] = { 0, 0 }, yes = 0.5;
	double any[3] = { 0, 0, 0 };

#pragma omp target simd map(tofrom: all, any) reduction(&&: all) reduction(||: any)
	STEP
	show("simd", all, any);
	all[1] = 3;
	any[1] = 0;
#pragma omp target teams distribute parallel for simd map(tofrom: all, any) reduction(&&: all) reduction(||: any)
	STEP
	show("teams", all, any);
	all[1] = 3;
	any[1] = 0;
#pragma omp target teams loop map(tofrom: all, any) reduction(&&: all[:3]) reduction(||: any[:3])
	STEP
	show("loop", all, any);
	all[1] = 3;
	any[1] = 0;
#pragma omp target map(tofrom: all, any)
	{
#pragma omp parallel for simd reduction(&&: all) reduction(||: any)
		STEP
	}
	show("parallel", all, any);
	all[1] = 3;
	any[1] = 0;
#pragma omp parallel
	{
#pragma omp for simd reduction(&&: all) reduction(||: any)
		STEP
	}
	show("host", all, any);
#pragma omp target parallel for map(tofrom: yes) reduction(&&: yes) reduction(+: sums)
	for (int i = 0; i < 100; i++) {
		yes = yes && i < 100;
		sums[i % 2]++;
	}
	printf("%g %g %g\n", yes, sums[0], sums[1]);
	return 0;
}
