// Braces around the loop of a directive, as other compilers take them.
#include <stdio.h>

enum { N = 100 };

int main(void)
{
	int a[N], b[N] = { 0 }, sum = 0;

	#pragma omp target teams distribute parallel for map(from: a)
	{
		for (int i = 0; i < N; i++)
			a[i] = i;
	}
	#pragma omp target parallel for map(tofrom: a) collapse(2)
	{
		for (int i = 0; i < 10; i++)
			for (int k = 0; k < N / 10; k++) {
				a[10 * i + k] += k;
			}
	}
	#pragma omp target map(tofrom: b) map(to: a)
	{
		#pragma omp teams loop
		{ for (int i = 0; i < N; i++) { if (i % 2) { b[i] = a[i]; } else b[i] = -a[i]; } }
	}
	#pragma omp parallel for reduction(+: sum)
	{
		for (int i = 0; i < N; i++) {
			int part = 0;

			#pragma omp simd reduction(+: part)
			{ for (int k = 0; k < 4; k++) part += b[i] * k; }
			sum += part;
		}
	}
	printf("%d %d %d\n", a[57], b[57], sum);
	return 0;
}
