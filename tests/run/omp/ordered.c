// ordered regions come in the order of the iterations; doacross dependences; ordered simd; scope.
#include <stdio.h>

int main(void)
{
	int log[100], n = 0, a[40], b[10][12], s[64], sum = 0, flag = 0, last = -1;

	#pragma omp target map(from: log) map(tofrom: n, last)
	#pragma omp parallel for ordered schedule(dynamic, 3) lastprivate(last)
	for (int i = 0; i < 100; i++) {
		int square = i * i;

		#pragma omp ordered
		log[n++] = square - i;
		last = i;
	}
	printf("%d %d:", n, last);
	for (int i = 0; i < 100; i += 13)
		printf(" %d", log[i]);
	printf("\n");

	for (int i = 0; i < 40; i++)
		a[i] = i % 7;
	#pragma omp target teams num_teams(1) map(tofrom: a, sum)
	#pragma omp parallel num_threads(32)
	{
		#pragma omp for ordered(1)
		for (int i = 1; i < 40; i++) {
			#pragma omp ordered depend(sink: i - 1)
			a[i] += a[i - 1];
			#pragma omp ordered depend(source)
		}
		#pragma omp for ordered nowait reduction(+: sum)
		for (int i = 0; i < 40; i++) {
			#pragma omp ordered threads
			a[i] = a[i] * 2 + (i ? a[i - 1] % 5 : 0);
			sum += i;
		}
	}
	printf("%d %d %d\n", a[5], a[39], sum);

	for (int i = 0; i < 10; i++)
		for (int j = 0; j < 12; j++)
			b[i][j] = i + j;
	#pragma omp target parallel map(tofrom: b)
	#pragma omp for ordered(2) collapse(1)
	for (int i = 1; i < 10; i++)
		for (int j = 1; j < 12; j++) {
			#pragma omp ordered depend(sink: i - 1, j) depend(sink: i, j - 1)
			b[i][j] += b[i - 1][j] + b[i][j - 1];
			#pragma omp ordered depend(source)
		}
	printf("%d\n", b[9][11]);

	#pragma omp target map(from: s)
	{
		s[0] = 1;
		#pragma omp simd
		for (int i = 1; i < 64; i++) {
			#pragma omp ordered simd
			s[i] = (s[i - 1] * 3 + i) % 1009;
		}
	}
	printf("%d\n", s[63]);

	sum = 0;
	#pragma omp target parallel num_threads(64) map(tofrom: sum, flag)
	{
		#pragma omp scope reduction(+: sum)
		sum += 2;
		#pragma omp masked
		flag = sum;
	}
	printf("%d\n", sum == flag && sum % 2 == 0);
	return 0;
}
