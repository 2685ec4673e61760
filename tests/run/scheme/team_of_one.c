// Worksharing in a target region without parallel: a team of one thread, which shares the region's variables.
// may-refuse: inspector
#include <stdio.h>

int main(void)
{
	int a[9], s = 0, t = 0, last = -1, m = 0, z = 1, order = 0, l = 0, count = 0;

	#pragma omp target map(from: a) map(tofrom: s, t, last, m, z, order, l, count)
	{
		#pragma omp for reduction(+: s) lastprivate(last) schedule(dynamic, 2) nowait
		for (int i = 0; i < 9; i++) {
			a[i] = i;
			s += i;
			last = i;
		}
		#pragma omp for simd reduction(max: m) linear(z: 2) collapse(1)
		for (int i = 0; i < 9; i++) {
			m = m > a[i] ? m : a[i];
			z += 2;
		}
		#pragma omp sections reduction(+: t) firstprivate(count) nowait
		{
			t += 1 + count;
			#pragma omp section
			t += 2 + count;
		}
		#pragma omp scope reduction(+: t)
		{
			t += 10;
			#pragma omp single
			t += 20;
		}
		#pragma omp loop bind(parallel) reduction(+: l)
		for (int i = 0; i < 9; i++)
			l += a[i] * a[i];
		#pragma omp for ordered reduction(+: s)
		for (int i = 0; i < 5; i++) {
			s += i;
			#pragma omp ordered
			order = order * 10 + i;
		}
	}
	printf("%d %d %d %d %d %d %d\n", s, t, last, m, z, order, l);
	return 0;
}
