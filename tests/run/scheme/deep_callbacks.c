// Functions called through pointers have large frames: the launch asks the device for all of them.
#include <stdio.h>

#pragma omp declare target
static int
inner(int n)
{
	int a[9000], s = 0;

	for (int i = 0; i < n; i++)
		a[i * 70] = i;
	for (int i = 0; i < n; i++)
		s += a[i * 70];
	return s;
}

static int
outer(int n)
{
	int a[9000], s = 0;

	for (int i = 0; i < n; i++)
		a[i * 60] = n > 100 ? i : inner(i);
	for (int i = 0; i < n; i++)
		s += a[i * 60];
	return s;
}

static int (*const others[])(int) = { outer, inner };
#pragma omp end declare target

int
main(void)
{
	int t = 0;

	#pragma omp target teams distribute parallel for reduction(+: t) num_teams(2) thread_limit(32)
	for (int i = 0; i < 40; i++)
		t += others[i % 2](i);
	printf("%d\n", t);
	return 0;
}
