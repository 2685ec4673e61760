// sections: fewer and more than threads, one, nowait, combined, in loops and branches, with reduction
// and lastprivate; each section once.
// may-refuse: spmd inspector
#include <stdio.h>

#define MANY(x) \
	_Pragma("omp section") { done[x]++; } _Pragma("omp section") { done[x + 1]++; } \
	_Pragma("omp section") { done[x + 2]++; } _Pragma("omp section") { done[x + 3]++; } \
	_Pragma("omp section") { done[x + 4]++; }

int main(void)
{
	int done[40] = { 0 }, sum = 0, last = 0, order = 1;

	#pragma omp target map(tofrom: done, sum, last, order)
	{
		#pragma omp parallel sections num_threads(2)
		{
			done[0]++;
			#pragma omp section
			done[1]++;
			#pragma omp section
			{ for (int i = 0; i < 5; i++) done[2]++; }
			MANY(3)
		}
		#pragma omp parallel num_threads(64)
		{
			for (int r = 0; r < 3; r++) {
				#pragma omp sections nowait
				{
					MANY(10)
					MANY(15)
				}
				if (r == 1) {
					#pragma omp sections reduction(+: sum) lastprivate(last)
					{
						#pragma omp section
						{ sum += 3; last = 1; }
						#pragma omp section
						{ sum += 4; last = 2; }
						#pragma omp section
						{ sum += 5; last = 3; }
					}
				}
			}
			#pragma omp sections
			{
				#pragma omp section
				order = 2;
			}
			#pragma omp sections
			{
				order *= 10;
			}
		}
		if (sum == 12) {
			#pragma omp parallel sections num_threads(1)
			{
				MANY(20)
			}
		}
	}
	#pragma omp target teams distribute map(tofrom: done)
	for (int t = 0; t < 2; t++) {
		#pragma omp parallel sections
		{
			#pragma omp section
			{ done[30 + t * 4]++; }
			#pragma omp section
			{
				int own = t;

				switch (own) {
				case 0: done[32]++; break;
				default: done[37] += 2;
				}
			}
		}
	}
	for (int i = 0; i < 40; i++)
		printf("%d ", done[i]);
	printf("%d %d %d\n", sum, last, order);
	return 0;
}
