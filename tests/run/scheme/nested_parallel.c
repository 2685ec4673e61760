// A parallel construct inside a parallel region: a team of one thread, with its own numbers.
// needs-threads: 8
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int inner[40], outer[40], levels[40];

	#pragma omp target map(from: inner, outer, levels)
	#pragma omp parallel for num_threads(8)
	for (int i = 0; i < 40; i++) {
		int count = 0;

		outer[i] = omp_get_num_threads();
		#pragma omp parallel num_threads(1) reduction(+: count)
		{
			count += 1 + omp_get_thread_num();
			levels[i] = omp_get_level();
		}
		inner[i] = count * 10 + omp_get_level();
	}
	for (int i = 0; i < 40; i += 3)
		printf("%d %d %d\n", outer[i], inner[i], levels[i]);
	return 0;
}
