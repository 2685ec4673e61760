// device_type(host) inside a block of declare target (OpenMP 5.2 [7.8]): what it names stays the host's
// and is mapped, explicitly or by rule, like any variable; what is around it is the device's.
#include <stdio.h>

#pragma omp declare target
int mapped = 1, both = 10, list[4] = { 1, 2, 3, 4 };
#pragma omp declare target device_type(host) to(mapped, list)
FILE *report(void);
#pragma omp declare target device_type(host) to(report)
static int add(int n) { return both += n; }
#pragma omp end declare target

FILE *
report(void)
{
	return stdout;          /* nothing for a device */
}

int
main(void)
{
	int sum = 0;

	#pragma omp target map(tofrom: mapped)
	mapped += 5;
	#pragma omp target map(tofrom: sum)
	{
		for (int i = 0; i < 4; i++)
			sum += list[i] *= 3;
		sum += add(100);
		sum += mapped++;        /* firstprivate */
	}
	#pragma omp target update from(both)
	fprintf(report(), "%d %d %d %d %d\n", mapped, both, list[3], sum, list[0]);
	return 0;
}
