// scope with firstprivate and allocate, of 5.2, on host and device.
#include <stdio.h>

struct pair { int x, y; };

static int on_host(struct pair p, const int k, int sum)
{
	int v[4] = { 1, 2, 3, 4 };

	#pragma omp parallel num_threads(4)
	{
		#pragma omp scope firstprivate(p, v, k) reduction(+: sum) allocate(v)
		{
			p.x += k;
			v[3] += p.x;
			sum += v[3] + p.y;
		}
		#pragma omp barrier
		#pragma omp scope private(p) allocate(p) nowait
		p.y = 0;
	}
	return sum + v[3] + p.y;
}

int main(void)
{
	struct pair p = { 5, 10 };
	int v[4] = { 1, 2, 3, 4 }, sum = 0, most = 0;

	printf("%d\n", on_host(p, 3, 0));
	#pragma omp target parallel num_threads(64) map(tofrom: p, v, sum, most)
	#pragma omp scope firstprivate(p, v) reduction(+: sum) reduction(max: most)
	{
		p.x++;
		v[0] += p.x;
		most = v[0] + p.y;
		sum += most > 0;
	}
	printf("%d %d %d %d\n", most, p.x, v[0], sum > 0);
	return 0;
}
