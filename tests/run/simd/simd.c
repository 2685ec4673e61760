// simd: alone, in loops of all levels, with reduction, lastprivate and linear
// needs-threads: 31
#include <stdio.h>
#include <omp.h>

enum { N = 100, THREADS = 8 };

int main(void)
{
	double a[N], own[THREADS], total = 0, largest = 0;
	int last[THREADS];

	for (int i = 0; i < N; i++)
		a[i] = i;
	#pragma omp target map(to: a) map(from: own, last) map(tofrom: total)
	#pragma omp parallel num_threads(THREADS)
	{
		int me = omp_get_thread_num(), i, l = 0, step = me;
		double s = 1;

		/* each thread runs the whole loop, with variables of its own */
		#pragma omp simd reduction(+: s) lastprivate(l) linear(step: 2)
		for (i = 0; i < N; i += 3) {
			s += a[i] * step;
			l = i;
			step += 2;
		}
		own[me] = s + i;
		last[me] = l + step;
		#pragma omp for simd reduction(+: total)
		for (int k = 0; k < N; k++)
			total += a[k];
	}
	#pragma omp target simd map(to: a) map(tofrom: largest) reduction(max: largest)
	for (int k = 0; k < N; k++)
		largest = a[k] * (N - k) > largest ? a[k] * (N - k) : largest;
	#pragma omp target teams distribute simd map(to: a) map(tofrom: total) reduction(+: total)
	for (int k = 0; k < N; k++)
		total += a[k];
	#pragma omp target teams distribute parallel for simd map(tofrom: a, total) reduction(+: total)
	for (int k = 0; k < N; k++) {
		a[k] *= 2;
		total += a[k];
	}
	for (int i = 0; i < THREADS; i++)
		printf("%g %d\n", own[i], last[i]);
	printf("%g %g %g\n", total, largest, a[N - 1]);
	return 0;
}
