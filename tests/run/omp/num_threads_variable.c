// num_threads of a variable: the launch knows it, and teams have as many threads.
#include <stdio.h>
#include <omp.h>

int
main(void)
{
	int got[4] = { 0 }, bad = 0;
	for (int n = 1; n < 300; n += 37) {
		int sum = 0;
#pragma omp target teams distribute parallel for num_threads(n) map(tofrom: got, sum) reduction(+: sum)
		for (int i = 0; i < 1000; i++) {
			sum += i;
			if (i == 0)
				got[0] = omp_get_num_threads();
		}
#pragma omp target parallel num_threads(n) map(tofrom : got)
		{
#pragma omp barrier
			if (omp_get_thread_num() == 0)
				got[1] = omp_get_num_threads();
		}
#pragma omp target parallel num_threads(n) if (parallel : n > 100) map(tofrom : got)
		if (omp_get_thread_num() == 0)
			got[2] = omp_get_num_threads();
#pragma omp target teams distribute parallel for num_threads(n) thread_limit(64) map(tofrom : got)
		for (int i = 0; i < 1000; i++)
			if (i == 0)
				got[3] = omp_get_num_threads();
		int ok = got[0] == n && got[1] == n && got[2] == (n > 100 ? n : 1) &&
			got[3] == (n < 64 ? n : 64) && sum == 499500;
		if (!ok)
			printf("%d: %d %d %d %d %d\n", n, got[0], got[1], got[2], got[3], sum),
				bad++;
	}
	printf("%d bad\n", bad);
	return bad != 0;
}
