// options: -fcheck-host
// check: race
// schemes: spmd
// devices: v100
// expect: host_threads.c:30: race: the host writes 'a[
// expect: host_threads.c:22:13: note: 'target' copies it from the host; no 'taskwait' and no 'depend' orders the two
// expect not: 'b[
// While one thread of the host's runs a region, another changes an array that this maps; a second array's halves are
// each thread's own.
#include <omp.h>
#include <stdio.h>
int main(void)
{
	static int a[512], b[512];
	int ready = 0, done = 0, sum = 0;
#pragma omp parallel sections num_threads(2)
	{
		{
			for (int go = 0; !go;)
#pragma omp atomic read
				go = ready;
#pragma omp target map(to: a) map(tofrom: sum, b[0:256])
			for (int i = 0; i < 200000; i++)
				b[i % 256] = sum += a[i % 512];
#pragma omp atomic write
			done = 1;
		}
#pragma omp section
		for (int i = 0, end = 0; !end; i++) {
			a[i % 512] = 3;
			b[256 + i % 256] = i;
#pragma omp atomic write
			ready = 1;
#pragma omp atomic read
			end = done;
		}
	}
	printf("%d\n", b[0] <= sum);
	return 0;
}
