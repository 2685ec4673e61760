// args: -scheme=spmd -arch=sm_90
// For ptxas a circle of calls is visible, under names that no other file has.
static void odd(void);

static void even(void)
{
	odd();
}

static void odd(void)
{
	even();
}

void f(void)
{
	#pragma omp target
	even();
}
