// critical: unnamed and named ones exclude each other only by name; contention in every iteration, in
// branches where half a warp comes, nested names, in functions, within each of many teams.
// may-refuse: spmd inspector
#include <stdio.h>

static long slot[64];

static void deposit(long *account, int by)
{
	#pragma omp critical (bank)
	{
		long old = *account;

		old += by;
		if (old % 2)
			old += 0;
		*account = old;
	}
}

int main(void)
{
	long plain = 0, named = 0, both = 0;
	int list[500], n = 0, sum = 0;

	#pragma omp target parallel for num_threads(128) map(tofrom: plain, named, both, n) map(from: list)
	for (int i = 0; i < 500; i++) {
		#pragma omp critical
		plain = plain + i;
		if (i % 3) {
			#pragma omp critical (a)
			{
				named ^= i;
				#pragma omp critical (b)
				both += named == named;
			}
		} else {
			#pragma omp critical (b)
			both += 2;
		}
		#pragma omp critical (list)
		list[n++] = i;
	}
	for (int i = 0; i < 500; i++)
		sum += list[i];
	printf("%ld %ld %ld %d %d\n", plain, named, both, n, sum);
	#pragma omp target teams distribute map(tofrom: slot)
	for (int t = 0; t < 64; t++) {
		long own = 0;

		#pragma omp parallel num_threads(t % 40 + 1)
		{
			#pragma omp for schedule(dynamic)
			for (int i = 0; i < 60; i++) {
				if (i % 2 == t % 2)
					deposit(&own, i);
				if (i == 30)
					continue;
				deposit(&slot[t], t);
			}
			#pragma omp critical
			{
				for (int k = 0; k < 3; k++) {
					if (k == 1)
						continue;
					own += 0;
				}
			}
		}
		slot[t] = slot[t] * 10000 + own;
	}
	for (int t = 0; t < 64; t += 9)
		printf("%ld ", slot[t]);
	printf("\n");
	return 0;
}
