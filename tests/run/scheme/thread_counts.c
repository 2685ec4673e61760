// num_threads of 1 to 1000: each thread of the team that comes runs once, the loop is complete, the
// barrier holds, and nobody else runs.  A team may be smaller than asked for, never larger.
#include <stdio.h>
#include <omp.h>

static int ran[1024], loop[1000], size, late;

static void one(int n)
{
	int bad = 0;

	for (int i = 0; i < 1024; i++)
		ran[i] = 0;
	for (int i = 0; i < 1000; i++)
		loop[i] = 0;
	size = late = 0;
	#pragma omp target parallel num_threads(n) map(tofrom: ran, loop, size, late)
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads();

		#pragma omp atomic
		ran[me]++;
		#pragma omp barrier
		if (ran[(me + 1) % all] != 1) {
			#pragma omp atomic
			late++;
		}
		#pragma omp for
		for (int i = 0; i < 1000; i++)
			loop[i] += i + 1;
		if (me == all - 1)
			size = all;
	}
	for (int i = 0; i < 1024; i++)
		bad += ran[i] != (i < size);
	for (int i = 0; i < 1000; i++)
		bad += loop[i] != i + 1;
	printf("%d: %s %d %d\n", n, size >= 1 && size <= n ? "fits" : "wrong", bad, late);
}

int main(void)
{
	static const int counts[] = { 1, 2, 3, 31, 32, 33, 63, 64, 65, 96, 127, 128, 129, 255, 256, 1000 };

	for (unsigned k = 0; k < sizeof counts / sizeof *counts; k++)
		one(counts[k]);
	return 0;
}
