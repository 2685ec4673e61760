// lastprivate(conditional:): the value of the last iteration that assigned it, under every schedule, in
// sections, simd loops, one thread; what nobody assigns stays.
#include <stdio.h>

enum { N = 500 };

static int a[N];

static void searches(int limit)
{
	int where = -1, value = -2, steps = 1000, never = 77;
	double weight = 0.25;
	unsigned char low = 9;

	#pragma omp target map(tofrom: where, value, steps, never, weight, low) map(to: a)
	#pragma omp parallel num_threads(100)
	{
		#pragma omp for lastprivate(conditional: where, value, never)
		for (int i = 0; i < N; i++) {
			if (a[i] < limit) {
				where = i;
				value = a[i];
			}
			if (a[i] < 0)
				never = i;
		}
		#pragma omp for schedule(dynamic, 3) lastprivate(conditional: steps) nowait
		for (long i = 1; i < N; i += 2)
			if (a[i] > limit) {
				steps = 0;
				for (int k = a[i]; k > limit; k -= 7)
					steps++;
			}
		#pragma omp for schedule(static, 4) lastprivate(conditional: weight, low)
		for (int i = 0; i < N; i++) {
			if (a[i] % 16 == 3)
				weight = a[i] / 8.0;
			if (a[i] > limit) {
				#pragma omp atomic read
				low = where;
			}
		}
	}
	printf("%d: %d %d %d %d %a %d\n", limit, where, value, steps, never, weight, low);
}

static void others(void)
{
	int s = -1, t = -1, v = -1, rows[20];

	#pragma omp target map(tofrom: s, t) map(to: a)
	#pragma omp parallel sections lastprivate(conditional: s, t)
	{
		#pragma omp section
		s = t = 1;
		#pragma omp section
		if (a[1] > 0)
			s = 2;
		#pragma omp section
		if (a[1] < 0)
			s = t = 3;
	}
	#pragma omp target map(tofrom: v) map(to: a)
	#pragma omp simd lastprivate(conditional: v)
	for (int i = 0; i < N; i++)
		if (a[i] > 900)
			v = i;
	#pragma omp target teams distribute parallel for map(from: rows) map(to: a)
	for (int r = 0; r < 20; r++) {
		int found = -r;

		#pragma omp simd simdlen(8) lastprivate(conditional: found)
		for (int i = r * 25; i < r * 25 + 25; i++)
			if (a[i] > 850)
				found = i;
		rows[r] = found;
	}
	printf("%d %d %d:", s, t, v);
	for (int r = 0; r < 20; r++)
		printf(" %d", rows[r]);
	printf("\n");
}

int main(void)
{
	static const int limits[] = { -1, 1, 100, 500, 2000 };

	for (int i = 0; i < N; i++)
		a[i] = (i * 7919 + 13) % 1001;
	for (int k = 0; k < 5; k++)
		searches(limits[k]);
	others();
	return 0;
}
