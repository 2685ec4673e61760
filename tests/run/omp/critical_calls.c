/*
 * A lock whose holder calls a function while everybody else polls: lanes of its warp for the lock,
 * lanes that are done at the barrier of a region of 100 threads.  The holder must get its turns.
 */
#include <stdio.h>

#pragma omp declare target
static unsigned step(unsigned a, unsigned b)
{
	unsigned x = a;

	for (unsigned i = 0; i < b % 3; i++)
		x = x * 5u + b;
	return x % 7;
}
#pragma omp end declare target

int main(void)
{
	unsigned total = 0, want = 0;

	#pragma omp target teams num_teams(3) thread_limit(128) map(tofrom: total)
	#pragma omp parallel num_threads(100)
	{
		#pragma omp for schedule(guided)
		for (int i = 0; i < 63; i++) {
			unsigned mine = (unsigned)i;

			#pragma omp parallel for num_threads(3)
			for (int k = 0; k < 65; k++) {
				#pragma omp critical (door)
				mine += step((unsigned)i, (unsigned)k);
			}
			#pragma omp atomic
			total += mine;
		}
	}
	for (unsigned i = 0; i < 63; i++) {
		want += 3 * i;
		for (unsigned k = 0; k < 65; k++)
			want += 3 * step(i, k);
	}
	printf("%u %u\n", total, want);
	return total != want;
}
