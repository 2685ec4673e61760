// Masters of different teams write one variable.
// expect: race_teams.c:15: race: team
// expect: writes 'last' (4 bytes)
// expect: race_teams.c:15: note: team 0, thread
// expect: writes it
// expect: nothing orders the two
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int last = 0;
	#pragma omp target teams num_teams(4) map(tofrom: last)
	{
		last = omp_get_team_num();
	}
	printf("%d\n", last >= 0);
	return 0;
}
