// A construct of the host makes a declare target variable private: regions in it use that one, not the
// device's.
#include <stdio.h>

#pragma omp declare target
int count = 1, row[4] = { 1, 2, 3, 4 };
int all(void)
{
	return count + row[1];
}
#pragma omp end declare target

static void copies(void)
{
	int sum = 0;

	#pragma omp parallel firstprivate(count, row) num_threads(1)
	{
		count = 50;
		row[1] = 60;
		#pragma omp target map(from: sum)       /* count by value, row by reference */
		{
			sum = count + row[1] + all();
			count++;
			row[2] = 70;
		}
		printf("%d: %d %d\n", sum, count, row[2]);
		#pragma omp target map(count)
		count++;
		printf("%d\n", count);
	}
}

int main(void)
{
	int sum = 0;

	copies();
	#pragma omp target map(from: sum)
	sum = all() + row[2];
	printf("%d, the host's %d %d\n", sum, count, row[1]);
	return 0;
}
