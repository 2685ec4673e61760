// metadirective with target_device: on the host by what devices there are, in regions by where they run.
#include <omp.h>
#include <stdio.h>

enum { N = 40 };

static int a[N];

/* 1 where the directive was for a GPU, in the first element. */
static void fill(int device)
{
	for (int i = 0; i < N; i++)
		a[i] = 0;
	#pragma omp metadirective \
		when(target_device={kind(gpu), arch("nvptx64")}: \
			target teams distribute parallel for map(from: a)) \
		when(target_device={kind(fpga)}: single) otherwise(parallel for)
	for (int i = 0; i < N; i++)
		a[i] = i + !omp_is_initial_device();
	printf("default %d %d\n", a[0], a[N - 1]);
	#pragma omp metadirective when(target_device={device_num(device), kind(nohost)}: \
		target device(device) map(from: a)) default(nothing)
	for (int i = 0; i < N; i++)
		a[i] = i + !omp_is_initial_device();
	printf("device %d %d\n", a[0], a[N - 1]);
}

static int number_is_valid(int device)
{
	int valid = 0;

	#pragma omp metadirective when(target_device={device_num(device)}: parallel num_threads(1)) \
		otherwise(single)
	valid = omp_get_level();
	return valid;
}

static int host_is(int device)
{
	int n = 0;

	#pragma omp metadirective when(target_device={kind(host), device_num(device)}, \
		user={condition(device > -9)}: parallel num_threads(1)) otherwise(nothing)
	n = omp_get_level();
	return n;
}

int main(void)
{
	int n = 0, teams = 0, none = omp_get_num_devices();

	fill(0);
	fill(none);
	printf("valid %d %d %d\n", number_is_valid(0), number_is_valid(none), number_is_valid(none + 1));
	printf("host %d %d\n", host_is(0), host_is(none));
	#pragma omp target map(tofrom: n, teams)
	#pragma omp metadirective when(target_device={arch(nvptx)}: teams num_teams(3)) \
		otherwise(parallel num_threads(2))
	{
		#pragma omp atomic
		n++;
		#pragma omp atomic write
		teams = omp_get_num_teams();
	}
	printf("%d of %d\n", n, teams);
	return 0;
}
