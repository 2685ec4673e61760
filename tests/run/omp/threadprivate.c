// threadprivate variables are the host's: copyin, copyprivate, in functions and at file scope; target
// regions beside them; a device function of the same file that does not use them.
#include <omp.h>
#include <stdio.h>

static int counter = 5;
struct pair { int a, b; } pair;
#pragma omp threadprivate(counter, pair)

#pragma omp declare target
int unused_there = 3;
#pragma omp threadprivate(unused_there)
static int square(int x)
{
	return x * x;
}
#pragma omp end declare target

static int next(void)
{
	static int calls;
	#pragma omp threadprivate(calls)

	return ++calls + counter * 0;
}

int main(void)
{
	int sum = 0, wrong = 0, n = 4, out[4];

	counter = 40;
	#pragma omp parallel num_threads(4) copyin(counter) reduction(+: sum, wrong)
	{
		int me = omp_get_thread_num(), here;

		counter += me;
		next();
		#pragma omp single copyprivate(pair)
		{
			pair.a = 7;
			pair.b = 9;
		}
		here = counter;
		#pragma omp target map(tofrom: here) firstprivate(me)
		here = square(here) - me;
		wrong += here != (40 + me) * (40 + me) - me || pair.a * 10 + pair.b != 79;
		sum += counter;
	}
	next();
	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < n; i++)
		out[i] = square(i);
	printf("%d %d, %d %d %d\n", wrong, sum >= 40, counter, out[3], next() + unused_there);
	return 0;
}
