// Parallel regions inside loops, sections, singles and functions that are parallel already: a team of
// one thread each, with all constructs in it working.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

static int sum_up(const int *v, int n)
{
	int s = 0, last = 0;

	#pragma omp parallel for reduction(+: s) lastprivate(last) schedule(dynamic)
	for (int i = 0; i < n; i++) {
		s += v[i];
		last = i;
	}
	return s + last;
}

int main(void)
{
	int v[20], out[20], once = 0, late = 0, mix[20] = { 0 };

	for (int i = 0; i < 20; i++)
		v[i] = i * i;
	#pragma omp target map(to: v) map(from: out) map(tofrom: once, late, mix)
	{
		#pragma omp parallel num_threads(33)
		{
			#pragma omp for schedule(static, 1)
			for (int i = 0; i < 20; i++) {
				int own[3] = { 0 }, c = 0;

				out[i] = sum_up(v, i + 1); /* after no iterations `last` would be unspecified */
				#pragma omp parallel num_threads(7)
				{
					#pragma omp for
					for (int k = 0; k < 30; k++)
						own[k % 3] += k;
					#pragma omp single
					c += 5;
					#pragma omp master
					c += 6;
					#pragma omp sections
					{
						#pragma omp section
						c += 100;
						#pragma omp section
						c += 1000;
					}
					#pragma omp barrier
					#pragma omp critical
					c += 10000;
					#pragma omp parallel
					#pragma omp atomic
					c += omp_get_level();
				}
				mix[i] = own[0] + own[1] * 2 + own[2] * 3 + c;
			}
			#pragma omp single
			{
				#pragma omp parallel for
				for (int k = 0; k < 10; k++)
					once++;
			}
			#pragma omp master
			{
				#pragma omp parallel reduction(+: late)
				late += sum_up(v, 5);
			}
		}
	}
	for (int i = 0; i < 20; i++)
		printf("%d/%d ", out[i], mix[i]);
	printf("%d %d\n", once, late);
	return 0;
}
