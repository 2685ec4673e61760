// Threads of different teams write one element.  Under dynpar each is alone in a grid of its team's:
// the messages still count teams as the program does.
// expect: race_grids.c:16: race: team 1, thread 5 writes 'cell[2]' (4 bytes) in PAR_REG1 of kernel 'main_l12
// expect: race_grids.c:16: note: team 0, thread 5 writes it in PAR_REG1; nothing orders the two
// expect: race_grids.c:12:52: note: 'cell' is mapped here, 16 bytes
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int cell[4] = { 0 };
	#pragma omp target teams num_teams(3) map(tofrom: cell)
	{
		#pragma omp parallel num_threads(32)
		if (omp_get_thread_num() == 5)
			cell[2] = omp_get_team_num();
	}
	printf("%d\n", cell[2] >= 0);
	return 0;
}
