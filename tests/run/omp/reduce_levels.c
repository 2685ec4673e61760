// Reductions at each level: threads of a team, teams, both apart, nested loops, two in one region.
// may-refuse: inspector
#include <stdio.h>

int main(void)
{
	long rows[20], total = 0, outer = 5, inside = 0;
	int largest = -1;

	#pragma omp target teams distribute map(from: rows)
	for (int i = 0; i < 20; i++) {
		long sum = i;

		#pragma omp parallel for reduction(+: sum)
		for (int j = 0; j < 100; j++)
			sum += i * j;
		rows[i] = sum;
	}
	#pragma omp target teams distribute reduction(+: outer) map(tofrom: outer)
	for (int i = 0; i < 20; i++) {
		long sum = 0;

		#pragma omp parallel for reduction(+: sum)
		for (int j = 0; j <= i; j++)
			sum += j;
		outer += sum;
	}
	#pragma omp target map(tofrom: total, largest)
	{
		#pragma omp parallel reduction(+: total)
		{
			#pragma omp for
			for (int i = 0; i < 1000; i++)
				total += i;
		}
		#pragma omp parallel for reduction(max: largest)
		for (int i = 0; i < 1000; i++)
			if (i * 7919 % 1000 > largest)
				largest = i * 7919 % 1000;
		total += largest;
	}
	#pragma omp target map(tofrom: inside)
	#pragma omp parallel num_threads(40)
	{
		#pragma omp for reduction(+: inside) schedule(static, 3)
		for (int i = 0; i < 100; i++)
			inside += i;
		#pragma omp for reduction(+: inside)
		for (int i = 0; i < 50; i++)
			inside += 1;
	}
	for (int i = 0; i < 20; i++)
		printf("%ld ", rows[i]);
	printf("%ld %ld %d %ld\n", outer, total, largest, inside);
	return 0;
}
