// The variables of a loop construct have their last values after it, whatever it binds to (OpenMP 5.2 [5.1.1]).
// may-refuse: inspector
#include <stdio.h>

int main(void)
{
	int i = -1, k = -1, down = -1, team = -1, far = -1, sum = 0;

	#pragma omp target map(tofrom: i, k, down, team, sum)
	{
		#pragma omp parallel loop collapse(2) reduction(+: sum)
		for (i = 0; i < 20; i++)
			for (k = 3; k < 10; k += 2)
				sum += i * k;
		#pragma omp parallel default(none) shared(down, sum)
		#pragma omp loop bind(parallel) reduction(+: sum)
		for (down = 70; down > 4; down -= 7)
			sum += down;
		#pragma omp loop bind(thread)
		for (team = 0; team < 5; team++)
			sum += team;
	}
	printf("%d %d %d %d, %d\n", i, k, down, team, sum);
	#pragma omp target teams loop map(tofrom: far) map(tofrom: sum) reduction(+: sum)
	for (far = 0; far < 300; far++)
		sum += far;
	printf("%d, %d\n", far, sum);
	return 0;
}
