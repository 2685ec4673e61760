// Several parallel regions in one target region, with sequential code between that carries values.
// may-refuse: inspector
#include <stdio.h>
#include <omp.h>

int main(void)
{
	int a[128], b[128], sum = 0, total = 0, trail[12];

	#pragma omp target map(from: a, b, trail) map(tofrom: sum, total)
	{
		int offset = 3, n = 0;

		#pragma omp parallel for
		for (int i = 0; i < 128; i++)
			a[i] = i + offset;
		trail[n++] = a[127];
		offset = a[10] * 2;
		#pragma omp parallel num_threads(20)
		{
			for (int i = omp_get_thread_num(); i < 128; i += omp_get_num_threads())
				b[i] = a[127 - i] * offset;
		}
		for (int i = 0; i < 128; i++)
			sum += b[i];
		trail[n++] = sum;
		#pragma omp parallel for reduction(+: total)
		for (int i = 0; i < 128; i++)
			total += a[i] - b[i];
		trail[n++] = total;
		while (n < 12) {
			int step = n;

			#pragma omp parallel for num_threads(40)
			for (int i = 0; i < 128; i++)
				a[i] += step;
			trail[n] = a[n] + trail[n - 1] % 1000;
			n++;
		}
	}
	for (int i = 0; i < 12; i++)
		printf("%d ", trail[i]);
	printf("| %d %d %d %d\n", sum, total, a[5], b[5]);
	return 0;
}
