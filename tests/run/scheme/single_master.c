// single, master, sections, critical, barrier, with and without nowait.
// may-refuse: inspector
// needs-threads: 50
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int singles = 0, masters = 0, wrong_master = 0, a = 0, b = 0, c = 0, bad = 0, in_order = 1;
	int critical = 0, last = -1, copies[50], rounds = 0;
	int first = 0, second = 0;

	#pragma omp target map(tofrom: singles, masters, wrong_master, bad, rounds, first, second)
	{
		int shared = 0;

		#pragma omp parallel num_threads(50)
		{
			for (int round = 1; round <= 8; round++) {
				#pragma omp single
				{
					shared = round;
					singles++;
				}
				if (shared != round) {
					#pragma omp atomic
					bad++;
				}
				#pragma omp barrier
				#pragma omp master
				{
					masters++;
					wrong_master += omp_get_thread_num() != 0;
				}
			}
			#pragma omp single nowait
			first += 100;
			#pragma omp single nowait
			second += 10;	/* perhaps another thread, perhaps at the same time */
		}
		rounds = first + second + shared;
	}
	#pragma omp target map(tofrom: a, b, c, critical, last, in_order)
	#pragma omp parallel num_threads(40) shared(critical, last, in_order)
	{
		#pragma omp sections
		{
			#pragma omp section
			a += 1;
			#pragma omp section
			{
				b += 20;
			}
			#pragma omp section
			c += 300;
		}
		#pragma omp critical
		{
			critical += 1;
			in_order = in_order && critical == last + 2;
			last = critical - 1;
		}
		#pragma omp barrier
		#pragma omp critical (other)
		if (critical == 40)
			a += b + c;
	}
	#pragma omp target parallel num_threads(50) map(from: copies)
	{
		int mine;

		#pragma omp single copyprivate(mine)
		mine = 77;
		copies[omp_get_thread_num()] = mine;
	}
	for (int i = 0; i < 50; i++)
		bad += copies[i] != 77;
	printf("%d %d %d %d, %d %d %d, %d %d %d, %d\n", singles, masters, wrong_master, bad, a, b, c, critical,
		last, in_order, rounds);
	return 0;
}
