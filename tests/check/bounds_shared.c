// An array of the team has three elements: the fourth hits the gap before the next variable, whose
// address is a multiple of eight.  (Under dynpar both lie in global memory.)
// check: bounds
// expect: bounds_shared.c:19: bounds: team 0, thread 0 writes 'odd[3]' (4 bytes) in PAR_REG1 of kernel 'main_l13
// expect spmd: in no variable of shared memory
// expect jumptable: in no variable of shared memory
// expect dynpar: in no variable of the team
#include <stdio.h>

int main(void)
{
	int at = 3, sum = 0;
	#pragma omp target map(to: at) map(tofrom: sum)
	{
		int odd[3] = { 1, 2, 3 };
		double even[2] = { 4, at };
		#pragma omp parallel num_threads(32) reduction(+: sum)
		{
			odd[at] = 1;
			sum += odd[0] + (int)even[at & 1];
		}
	}
	printf("%d\n", sum);
	return 0;
}
