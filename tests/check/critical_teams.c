// critical and locks order the threads of one team; the second loop, of one team, is in order.
// expect: critical_teams.c:25: race: team
// expect: critical_teams.c:25: note: critical and locks order the threads of one team only
// expect: 'n' (4 bytes)
// expect: critical_teams.c:27: race: team
// expect: critical_teams.c:27: note: critical and locks order the threads of one team only
// expect: 'm' (4 bytes)
// expect: data races: 2 (seen
#include <stdio.h>
#include <omp.h>

#pragma omp declare target
static omp_lock_t lock;
#pragma omp end declare target

int main(void)
{
	int n = 0, m = 0;

	#pragma omp target
	omp_init_lock(&lock);
	#pragma omp target teams distribute num_teams(3) map(tofrom: n, m)
	for (int i = 0; i < 3; i++) {
		#pragma omp critical
		n++;
		omp_set_lock(&lock);
		m++;
		omp_unset_lock(&lock);
	}
	#pragma omp target parallel for map(tofrom: n, m) num_threads(64)
	for (int i = 0; i < 64; i++) {
		#pragma omp critical
		n++;
		if (i % 32 == 0) {
			omp_set_lock(&lock);
			m++;
			omp_unset_lock(&lock);
		}
	}
	printf("%d %d\n", n, m);
	return 0;
}
