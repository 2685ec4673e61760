// Teams of 1, 31, 32, 33 threads and more: each thread number occurs once, the count is what was
// asked for, and a barrier lets every thread see what its neighbour wrote.
// needs-threads: 256
#include <stdio.h>
#include <omp.h>

static int seen[256], neighbour[256], count[1];

static void try(int n)
{
	int bad = 0;

	for (int i = 0; i < 256; i++)
		seen[i] = neighbour[i] = 0;
	#pragma omp target map(tofrom: seen, neighbour) map(from: count)
	#pragma omp parallel num_threads(n)
	{
		int me = omp_get_thread_num(), all = omp_get_num_threads();

		seen[me] += me + 1;
		#pragma omp barrier
		neighbour[me] = seen[(me + 1) % all];
		if (me == 0)
			count[0] = all;
	}
	for (int i = 0; i < 256; i++) {
		bad += seen[i] != (i < n ? i + 1 : 0);
		bad += neighbour[i] != (i < n ? (i + 1) % n + 1 : 0);
	}
	printf("%d threads: %d, %d wrong\n", n, count[0], bad);
}

int main(void)
{
	static const int sizes[] = { 1, 2, 31, 32, 33, 64, 65, 100, 127, 128, 255, 256 };

	for (int k = 0; k < 12; k++)
		try(sizes[k]);
	return 0;
}
