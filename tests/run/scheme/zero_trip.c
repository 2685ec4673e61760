// Loops that run no iteration, in every kind of construct; lastprivate and reductions around them.
// may-refuse: inspector
#include <stdio.h>

int main(int argc, char **argv)
{
	int n = argc - 1, v[4] = { 1, 2, 3, 4 }, sum = 5, after = 0;

	(void)argv;
	#pragma omp target teams distribute parallel for map(tofrom: v)
	for (int i = 0; i < n; i++)
		v[i] = 0;
	#pragma omp target teams distribute parallel for map(tofrom: sum) reduction(+: sum)
	for (int i = 10; i < n; i++)
		sum += 100;
	#pragma omp target teams distribute map(tofrom: v)
	for (int i = n; i > 0; i--)
		v[1] = 0;
	#pragma omp target map(tofrom: v, after)
	{
		#pragma omp parallel for
		for (int i = 7; i < n; i++)
			v[2] = 0;
		#pragma omp parallel for schedule(dynamic)
		for (int i = 0; i > n; i--)
			v[2] = 0;
		for (int k = 0; k < 3; k++) {
			#pragma omp parallel for
			for (int i = 1; i < k; i++)
				v[3] += 10;
			after++;
		}
	}
	#pragma omp target teams distribute parallel for collapse(2) map(tofrom: v)
	for (int i = 0; i < 5; i++)
		for (int j = 0; j < n; j++)
			v[0] = 0;
	printf("%d %d %d %d %d %d\n", v[0], v[1], v[2], v[3], sum, after);
	return 0;
}
