// Without 'distribute' all teams execute all iterations; a race of a kernel that asks for its team is another.
// expect: race_distribute.c:20: race: team 1, thread 0 reads 'a[0]' (4 bytes)
// expect: race_distribute.c:20: note: all teams execute the same here: there is no 'distribute'
// expect: race_distribute.c:23: race: team
// expect: 'n' (4 bytes)
// expect: race_distribute.c:26: race: team
// expect: 'm' (4 bytes)
// expect: data races: 3 (seen
// expect not: race_distribute.c:23: note: all teams
// expect not: race_distribute.c:26: note: all teams
#include <stdio.h>

int main(void)
{
	int a[100] = { 0 }, n = 0, m = 0;

	#pragma omp target teams num_teams(4) map(tofrom: a)
	#pragma omp parallel for
	for (int i = 0; i < 100; i++)
		a[i] += i;
	#pragma omp target teams distribute num_teams(4) map(tofrom: n)
	for (int i = 0; i < 100; i++)
		n += i;
	#pragma omp target teams distribute map(tofrom: m) /* a team for each iteration */
	for (int i = 0; i < 100; i++)
		m++;
	printf("%d %d %d\n", a[99], n, m);
	return 0;
}
