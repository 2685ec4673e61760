// options: -fcheck-host
// schemes: spmd
// devices: v100
// expect: host_early.c:24: race: the host reads 'a[5]'
// expect: host_early.c:21:13: note: 'target' copies it to the host; no 'taskwait' and no 'depend' orders the two
// expect: host_early.c:30: race: the host writes 'b[1]'
// expect: host_early.c:29:13: note: 'target update' copies it from the host; no 'taskwait' and no 'depend' orders the two
// expect: host_early.c:36: race: the host reads 'b[1]'
// expect: host_early.c:35:13: note: 'target exit data' copies it to the host
// expect: data races: 3 (
// The host does not wait: it reads what a target task copies back, or changes what one sends.  What tasks only read, or
// compute in memory of the device's own, it may read; and all it has waited for.
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int a[100] = { 0 }, b[100] = { 0 }, c[100] = { 0 }, x = 0;

#pragma omp target enter data map(to: b)
#pragma omp target nowait map(tofrom: a) map(to: c) depend(out: a)
	for (int i = 0; i < 100; i++)
		a[i] = i + c[i];
	x += a[5] + c[5];
#pragma omp target nowait depend(in: a) depend(out: b)
	b[1] = 5;
	x += b[1];
#pragma omp taskwait depend(in: a)
#pragma omp target update to(b[1:9]) nowait depend(inout: b)
	b[1] = 7;
#pragma omp taskwait
	x += a[5];
#pragma omp target nowait depend(inout: b)
	b[1]++;
#pragma omp target exit data map(from: b) nowait depend(inout: b)
	x += b[1];
#pragma omp taskwait
	x += b[1];
	printf("%d\n", x);
	return 0;
}
