// teams with more than one distribute: what each team has of its own between them, private and
// firstprivate on teams, distribute parallel for inside teams, reduction over both.
// may-refuse: spmd inspector
#include <stdio.h>
#include <omp.h>

static int a[90], b[90];

int main(void)
{
	int base = 4, seen = 9;
	long sum = 0, most = 0;

	#pragma omp target teams num_teams(5) thread_limit(48) firstprivate(base) private(seen) \
		map(tofrom: a, b, sum, most) reduction(+: sum) reduction(max: most)
	{
		int local[4];

		seen = base * 2;
		for (int k = 0; k < 4; k++)
			local[k] = seen + k;
		base += 1;
		#pragma omp distribute dist_schedule(static, 7)
		for (int i = 0; i < 90; i++) {
			a[i] += base + local[i % 4];
			sum += i;
		}
		#pragma omp distribute parallel for schedule(static, 2)
		for (int i = 0; i < 90; i++)
			b[i] = i + seen;
		#pragma omp parallel num_threads(16)
		{
			#pragma omp single
			local[0] = -1;
		}
		#pragma omp distribute
		for (int i = 0; i < 30; i++) {
			int t = local[0];

			#pragma omp parallel for reduction(+: t)
			for (int j = 0; j < 3; j++)
				t += i * 3 + j;
			if (t > most)
				most = t;
		}
	}
	printf("%d %d %d %d | %ld %ld | %d %d\n", a[0], a[89], b[0], b[89], sum, most, base, seen);
	return 0;
}
