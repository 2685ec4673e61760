// A recursion through a pointer whose frames are large: the launch asks the device for enough stack.
#include <stdio.h>

#pragma omp declare target
static int sum(int n);
static int (*const again[])(int) = { sum };

static int
sum(int n)
{
	int a[2250], s = 0;

	for (int i = 0; i < 2250; i++)
		a[i] = i % n;
	for (int i = 0; i < 10 * n; i++)
		s += a[i];
	return n > 1 ? s + again[s < 0](n - 1) : s;
}
#pragma omp end declare target

int
main(void)
{
	int r = 0, t = 0;

	#pragma omp target map(from: r)
	r = again[0](8);
	#pragma omp target teams distribute parallel for reduction(+: t) num_teams(2) thread_limit(32)
	for (int i = 0; i < 40; i++)
		t += again[0](i % 7 + 2);
	printf("%d %d\n", r, t);
	return 0;
}
