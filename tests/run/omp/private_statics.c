// A variable of static storage duration that a construct makes private is no shared one for tasks in it
// (OpenMP 5.2 [5.1.1]).
// may-refuse: inspector
#include <stdio.h>

#pragma omp declare target
int counter = 1, total;

static int tasks(void)
{
	int bad = 0;

	#pragma omp sections private(counter)
	{
		#pragma omp section
		{
			counter = 7;
			#pragma omp task shared(bad)    /* counter is firstprivate */
			{
				counter++;
				#pragma omp atomic
				total++;
				bad |= counter != 8;
			}
			#pragma omp taskwait
			bad |= counter != 7;
			#pragma omp parallel num_threads(1) reduction(|: bad)
			{
				#pragma omp task shared(bad)    /* shared: the one thread's is */
				counter++;
				#pragma omp taskwait
				bad |= counter != 8;
			}
			bad |= counter != 8;
		}
	}
	return bad;
}
#pragma omp end declare target

int main(void)
{
	int bad = 0;

	#pragma omp target map(tofrom: bad)
	{
		bad = tasks();
		#pragma omp parallel num_threads(40) firstprivate(counter) reduction(|: bad)
		{
			#pragma omp task
			counter += 5;
			bad |= counter != 1;
		}
		#pragma omp task        /* shared: nobody has made it private */
		counter += 3;
	}
	#pragma omp target update from(counter, total)
	printf("%d %d %d\n", bad, counter, total);
	return 0;
}
