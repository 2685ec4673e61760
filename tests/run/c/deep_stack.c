// Recursion whose frames are large: the launch asks the device for enough stack.
#include <stdio.h>

static int sum(int n)
{
	int a[1000], s = 0;

	for (int i = 0; i < n; i++)
		a[i] = i;
	for (int i = 0; i < n; i++)
		s += a[i];
	return n > 100 ? s : sum(n * 2) + s;
}

int main(void)
{
	int r = 0;

	#pragma omp target map(from: r)
	r = sum(10);
	printf("%d\n", r);
	#pragma omp target teams distribute parallel for reduction(+: r) num_teams(2) thread_limit(64)
	for (int i = 0; i < 70; i++)
		r += sum(20 + i);
	printf("%d\n", r);
	return 0;
}
