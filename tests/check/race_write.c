// Every thread adds to one variable, and nobody protects it.
// expect: race_write.c:17: race: team 0, thread
// expect: 'sum' (4 bytes) in
// expect: of kernel 'main_l15
// expect: race_write.c:17: note: team 0, thread
// expect: race_write.c:15:63: note: 'sum' is mapped here, 4 bytes
// expect: data races: 1 (seen
#include <stdio.h>

int main(void)
{
	int a[100], sum = 0;
	for (int i = 0; i < 100; i++)
		a[i] = i;
	#pragma omp target teams num_teams(1) map(to: a) map(tofrom: sum)
	#pragma omp distribute parallel for
	for (int i = 0; i < 100; i++) sum += a[i];
	printf("%d\n", sum);
	return 0;
}
