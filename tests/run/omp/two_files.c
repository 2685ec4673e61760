// Two files linked: each has regions, static names of its own that clash, and calls into the other on
// the host.
// args: tests/run/two/other.c
// may-refuse: spmd inspector
#include <stdio.h>

int other_total(const int *v, int n);
extern int shared_setting;

static int helper(int x) { return x + 1; }
static int state = 10;

int main(void)
{
	int v[30], sum = 0;

	#pragma omp target teams distribute parallel for map(from: v)
	for (int i = 0; i < 30; i++)
		v[i] = helper(i);
	#pragma omp target map(tofrom: state, sum)
	{
		state *= 2;
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < 10; i++)
			sum += helper(i) + state;
	}
	printf("%d %d %d\n", other_total(v, 30), sum, state);
	printf("%d\n", shared_setting);
	return 0;
}
