// Masters of different teams write one variable.
// expect: race_teams.c:13: race: team 1, thread 0 writes 'last' (4 bytes) of kernel 'main_l11'
// expect: race_teams.c:13: note: team 0, thread 0 writes it; nothing orders the two
// expect: race_teams.c:11:52: note: 'last' is mapped here, 4 bytes
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
