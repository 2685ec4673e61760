// One race in each of 30 regions, with a map each, is one finding, counted; the next one is shown.
// check: race
// expect: race_repeated.c:19: race: team 0, thread
// expect: race_repeated.c:23: race: team 0, thread
// expect: data races: 2 (seen
// expect: race_repeated.c:19, 'a': race, seen 30 times
// expect: race_repeated.c:23, 'b': race, seen
// expect not: not shown
#include <stdio.h>

int main(void)
{
	int a[64] = { 0 }, b[4] = { 0 };

	for (int t = 0; t < 30; t++) {
		#pragma omp target parallel for num_threads(64) map(tofrom: a)
		for (int i = 0; i < 64; i++) {
			if (i == 0 || i == 32)
				a[0] = t;
		}
	}
	#pragma omp target parallel for num_threads(64) map(tofrom: b)
	for (int i = 0; i < 64; i++) b[0] += i;
	printf("%d %d\n", a[0], b[0]);
	return 0;
}
