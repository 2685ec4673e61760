// declare variant, begin declare variant and metadirective: the device's choice, and the host's.
// may-refuse: inspector
// needs-threads: 32
#include <stdio.h>
#include <omp.h>

int on_gpu(int x) { return x + 1000; }
int in_parallel(int x) { return x + 100 + omp_get_num_threads(); }
int in_teams(int x) { return x + 10; }
int never(int x) { return -x; }
static int for_cpu(int x) { return x + 1; }

#pragma omp declare variant(on_gpu) match(device={kind(nohost)})
#pragma omp declare variant(for_cpu) match(device={kind(cpu)})
int plain(int x) { return x; }

#pragma omp declare variant(in_parallel) match(construct={parallel})
#pragma omp declare variant(in_teams) match(construct={teams})
#pragma omp declare variant(never) match(implementation={vendor(nobody)}, device={kind(gpu)})
int placed(int x) { return x; }

int twice(int x) { return 2 * x; }
#pragma omp begin declare variant match(device={arch("nvptx64")})
static int helper(int x) { return 3 * x; }
int twice(int x) { return helper(x) + 1; }
#pragma omp end declare variant
#pragma omp begin declare variant match(device={kind(fpga)})
int twice(int x) { return this is not even C; }
#pragma omp end declare variant

static int through(int x) { return placed(x) + plain(0); }

static void metadirectives(void)
{
	int a[64], b[64], n = 0;

	#pragma omp target map(from: a) map(tofrom: n)
	{
		#pragma omp metadirective when(device={kind(gpu)}: parallel for num_threads(32)) \
			default(nothing)
		for (int i = 0; i < 64; i++) {
			a[i] = i * omp_get_num_threads();
			if (i == 63)
				n = omp_get_num_threads();
		}
	}
	printf("%d %d\n", a[3], n);
	#pragma omp metadirective when(user={condition(sizeof(int) == 2)}: nothing) \
		when(device={kind(host)}: target teams distribute parallel for map(from: b)) \
		otherwise(parallel for)
	for (int i = 0; i < 64; i++)
		b[i] = plain(i);
	printf("%d\n", b[7]);
	#pragma omp target teams num_teams(2) map(from: n)
	{
		#pragma omp metadirective when(construct={teams}: distribute) default(parallel)
		for (int i = 0; i < 2; i++)
			if (i == 1)
				n = omp_get_num_threads();
	}
	printf("%d\n", n);
}

int main(void)
{
	int r[8] = { 0 };

	#pragma omp target map(tofrom: r)
	{
		r[0] = plain(1);
		r[1] = placed(1);
		#pragma omp parallel num_threads(4)
		{
			#pragma omp single
			{
				r[2] = placed(1);
				r[3] = through(1);
			}
		}
		r[4] = twice(5);
	}
	#pragma omp target teams num_teams(1) map(tofrom: r)
	r[5] = through(1);
	r[6] = plain(1);
	r[7] = twice(5);
	for (int i = 0; i < 8; i++)
		printf("%d ", r[i]);
	printf("\n");
	metadirectives();
	return 0;
}
