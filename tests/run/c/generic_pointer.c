// Regions called through the published pointer: several in one kernel, with values of the sequential
// part, kernel parameters, team memory, private arrays and barriers inside.
// schemes: generic
// minicc-args: -fno-devirtualize
// needs-threads: 33
#include <stdio.h>
#include <omp.h>

#define N 100

int main(void)
{
	static int a[N], b[N], seen[4];
	int sum = 0;
	double scale = 1.5;

	#pragma omp target map(tofrom: a, b, seen, sum) firstprivate(scale)
	{
		int offset = 3, total = 0;

		#pragma omp parallel for firstprivate(offset)
		for (int i = 0; i < N; i++)
			a[i] = i + offset;
		for (int round = 0; round < 3; round++) {
			if (round == 1)
				continue;
			offset = a[round] * 2;
			#pragma omp parallel num_threads(33) reduction(+: total)
			{
				int mine[4] = { 0 }, me = omp_get_thread_num();

				for (int k = 0; k < 4; k++)
					mine[(k + me) % 4] += k * offset;
				b[me] = mine[me % 4];
				#pragma omp barrier
				total += b[(me + 1) % omp_get_num_threads()] + me;
			}
			seen[round] = total;
		}
		#pragma omp parallel for num_threads(7) schedule(dynamic, 2)
		for (int i = 0; i < N; i++)
			a[i] = (int)(a[i] * scale) + offset;
		sum = total + offset;
	}
	for (int i = 0; i < N; i++)
		sum = sum * 7 % 100003 + a[i] + b[i];
	printf("%d %d %d %d\n", seen[0], seen[1], seen[2], sum);
	return 0;
}
