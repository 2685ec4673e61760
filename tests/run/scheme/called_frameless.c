// Recursive functions whose regions share no variable with them: the master needs no frame.
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
static int runs;

static int
nothing(int n)
{
	#pragma omp parallel
	{
		int mine = 5;
		(void)mine;
	}
	return n > 0 ? n + nothing(n - 1) : 0;
}

static int
globals(int n)
{
	#pragma omp parallel for
	for (int i = 0; i < 70; i++) {
		#pragma omp atomic
		runs += i;
	}
	return n > 0 ? n + globals(n / 2) : 0;
}
#pragma omp end declare target

int
main(void)
{
	int a = 0, b = 0, c = 0;

	#pragma omp target map(tofrom: a, b, c)
	{
		a = nothing(9);
		b = globals(17);
		c = runs;
	}
	printf("%d %d %d\n", a, b, c);
	return 0;
}
