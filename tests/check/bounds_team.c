// An index runs behind all of the team's shared memory, which stops the kernel: the variable is named.
// schemes: spmd
// expect: bounds_team.c:17: kernel 'main_l10' in PAR_REG1, team (0,0,0), thread (8,0,0): read of 4 bytes at shared address
// expect: the last of them 't' of 32 bytes: element 8 of 8
#include <stdio.h>

int main(int argc, char **argv)
{
	int s = 0, n = 8 + argc;
	#pragma omp target teams num_teams(2) map(tofrom: s) reduction(+: s)
	{
		int t[8];
		for (int k = 0; k < 8; k++)
			t[k] = k;
		#pragma omp parallel for num_threads(32)
		for (int k = 0; k < n; k++)
			t[k] += 1;
		s += t[3];
	}
	printf("%d\n", s + !argv);
	return 0;
}
