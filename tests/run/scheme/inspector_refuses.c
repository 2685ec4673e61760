// Sequential code behind a parallel region: inspector has one inspection and one execution, so it
// must refuse, at the statement that follows.  What follows without effect is no reason.
// refuse: inspector "inspector_refuses.c:25:11: error: scheme 'inspector' cannot take this target region: the sequential code here, which follows a parallel region, writes memory"
#include <stdio.h>

int main(void)
{
	static int a[100], last[1], chosen[2];
	int sum = 0;

	#pragma omp target map(tofrom: a)
	{
		int unused = 3;

		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			a[i] = i;
		unused += 1;
	}
	#pragma omp target map(tofrom: a) map(from: last)
	{
		#pragma omp parallel for
		for (int i = 0; i < 100; i++)
			a[i] *= 3;
		last[0] = a[99];
	}
	for (int k = 0; k < 2; k++) {
		#pragma omp target map(tofrom: a, chosen)
		{
			chosen[k]++;
			if (a[k] > 0) {
				#pragma omp parallel for
				for (int i = 0; i < 100; i++)
					a[i] += 1;
			} else {
				#pragma omp parallel for num_threads(33)
				for (int i = 0; i < 100; i++)
					a[i] += 10;
			}
		}
	}
	for (int i = 0; i < 100; i++)
		sum += a[i];
	printf("%d %d %d %d\n", last[0], chosen[0], chosen[1], sum);
	return 0;
}
