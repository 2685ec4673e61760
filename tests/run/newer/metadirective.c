// metadirective with conditions that are known at run time only: on the host, in target regions, several.
// needs-threads: 4
// may-refuse: inspector
#include <omp.h>
#include <stdio.h>

enum { N = 300 };

static long a[N];

static void fill(int n)
{
	#pragma omp metadirective \
		when(user={condition(n > 100)}: target teams distribute parallel for map(tofrom: a)) \
		otherwise(parallel for)
	for (int i = 0; i < n; i++)
		a[i] += 2 * i + !omp_is_initial_device() * 0;
}

static int where(int on_device, int many)
{
	int threads = 0, device = 0;

	#pragma omp metadirective when(user={condition(score(3): on_device)}: target map(tofrom: threads, device))
	{
		device = !omp_is_initial_device();
		#pragma omp metadirective when(user={condition(many)}: parallel num_threads(4)) default(nothing)
		{
			#pragma omp atomic
			threads++;
		}
	}
	return device * 100 + (threads > 1) * 10 + (threads > 0);
}

/* static inside is a schedule, and no variable. */
static long scheduled(int parallel)
{
	long sum = 0;

	#pragma omp target map(tofrom: sum) map(to: a)
	{
		#pragma omp metadirective when(user={condition(parallel)}: parallel reduction(+: sum))
		{
			#pragma omp for schedule(static)
			for (int i = 0; i < N; i++)
				sum += a[i];
		}
	}
	return sum;
}

static long both(int c, int d)
{
	long sum = 0;

	#pragma omp target map(tofrom: sum) map(to: a)
	{
		#pragma omp metadirective when(user={condition(c)}, device={kind(gpu)}: parallel for reduction(+: sum)) \
			when(user={condition(d)}: parallel for reduction(+: sum) num_threads(2)) \
			otherwise(simd reduction(+: sum))
		for (int i = 0; i < N; i++) {
			if (a[i] % 2 == 0)
				sum += a[i];
			else
				sum -= 1;
		}
		#pragma omp parallel num_threads(3)
		{
			#pragma omp metadirective when(user={condition(c + d == 1)}: barrier)
			#pragma omp single
			sum += c * 10 + d;
		}
	}
	return sum;
}

int main(void)
{
	fill(50);
	fill(N);
	for (int c = 0; c < 2; c++)
		for (int d = 0; d < 2; d++)
			printf("%d %ld\n", where(c, d) % 100, both(c, d));
	printf("%d\n", where(1, 1) / 100 == (omp_get_num_devices() > 0));
	printf("%ld %ld\n", scheduled(0), scheduled(1));
	return a[7] != 28;
}
