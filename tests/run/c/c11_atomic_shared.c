// Objects of type _Atomic T that a team shares, in shared memory or the master's frame (C11 6.7.2.4).
// args: -Wl,--no-as-needed,-latomic
// may-refuse: inspector
#include <stdatomic.h>
#include <stdio.h>

enum { N = 400, BINS = 5 };

int main(void)
{
	int sum = 0, after = 0;
	double doubles = 0;

	#pragma omp target teams num_teams(1) map(tofrom: sum, after, doubles)
	{
		_Atomic int count = 0;
		int low;

		#pragma omp parallel
		{
			#pragma omp for
			for (int i = 0; i < N; i++)
				count += i % 3;
		}
		low = count;
		count = -1;
		sum += low == 399;
		after += count == -1;
	}
	#pragma omp target map(tofrom: sum, doubles)
	{
		#pragma omp scratchpad
		_Atomic unsigned char bins[BINS];
		#pragma omp scratchpad
		_Atomic double half;
		#pragma omp scratchpad
		atomic_flag first;

		for (int i = 0; i < BINS; i++)
			bins[i] = 0;
		half = 0;
		atomic_flag_clear(&first);
		#pragma omp parallel for reduction(+: sum)
		for (int i = 0; i < N; i++) {
			bins[i % BINS]++;
			half += 0.5;
			sum += !atomic_flag_test_and_set(&first) * 1000;
		}
		for (int i = 0; i < BINS; i++)
			sum += bins[i] * (i + 1);
		doubles = half;
	}
	printf("%d %d %g\n", sum > 1000 ? sum % 1000 - 200 : 0, after > 0, doubles);
	return 0;
}
