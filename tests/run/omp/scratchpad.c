// may-refuse: inspector
/* Variables of the team in shared memory: scratchpad, allocate, and the allocate clause. */
#include <omp.h>
#include <stdio.h>

#define T 64
#define TEAMS 5

static int a[TEAMS * T], b[TEAMS * T];

static int
sum(const int *p)
{
	int n = 0;

	for (int i = 0; i < TEAMS * T; i++)
		n = n * 31 % 1000003 + p[i];
	return n;
}

/* Listing 7 of Martineau et al. 2016: each team turns its block of a round. */
static void
turn_round(void)
{
	#pragma omp target teams distribute thread_limit(T)
	for (int ii = 0; ii < TEAMS; ii++) {
		#pragma omp parallel
		{
			#pragma omp scratchpad
			int block[T], count;
			int jj = omp_get_thread_num(), n = omp_get_num_threads();

			if (jj == 0)
				count = 0;
			for (int i = jj; i < T; i += n)
				block[i] = a[ii * T + i];
			#pragma omp barrier
			#pragma omp atomic
			count++;
			for (int i = jj; i < T; i += n)
				b[ii * T + i] = block[T - 1 - i];
			#pragma omp barrier
			if (jj == n - 1 && count != n)
				b[ii * T] = -1;
		}
	}
	printf("turned %d\n", sum(b));
}

/* Declared where the master runs: one for the team anyway; here by the standard's name. */
static void
in_teams(void)
{
	#pragma omp target teams num_teams(TEAMS) thread_limit(T) uses_allocators(omp_pteam_mem_alloc)
	{
		int block[T], first = omp_get_team_num() * T;
		#pragma omp allocate(block) allocator(omp_pteam_mem_alloc)

		for (int part = 0; part < 1 && first / T < TEAMS; part++) {
			#pragma omp parallel for
			for (int i = 0; i < T; i++)
				block[i] = 2 * a[first + i];
			for (int i = 1; i < T; i++)     /* the master alone */
				block[i] += block[i - 1];
			#pragma omp parallel for
			for (int i = 0; i < T; i++)
				b[first + i] = block[i];
		}
		/* fewer teams than asked for leave blocks over */
		for (int t = omp_get_team_num() + omp_get_num_teams(); t < TEAMS; t += omp_get_num_teams())
			for (int i = 0, s = 0; i < T; i++)
				b[t * T + i] = s += 2 * a[t * T + i];
	}
	printf("running sums %d\n", sum(b));
}

static void
in_parallel(void)
{
	#pragma omp target teams distribute thread_limit(T)
	for (int ii = 0; ii < TEAMS; ii++) {
		#pragma omp parallel
		{
			double block[T];
			#pragma omp allocate(block) allocator(omp_cgroup_mem_alloc)
			int own[4];
			#pragma omp allocate(own) allocator(omp_thread_mem_alloc)
			int n = omp_get_num_threads();

			for (int i = omp_get_thread_num(); i < T; i += n)
				block[i] = a[ii * T + i] * 0.5;
			own[n % 4] = omp_get_thread_num();
			#pragma omp barrier
			for (int i = own[n % 4]; i < T; i += n)
				b[ii * T + i] = block[(i + 7) % T] * 4;
		}
	}
	printf("shifted %d\n", sum(b));
}

/* More than the shared memory of any GPU here. */
static void
too_large(void)
{
	#pragma omp target teams distribute thread_limit(T)
	for (int ii = 0; ii < TEAMS; ii++) {
		#pragma omp parallel
		{
			#pragma omp scratchpad
			int big[40000];
			#pragma omp for
			for (int i = 0; i < T; i++)
				big[i * 600] = a[ii * T + i];
			#pragma omp for
			for (int i = 0; i < T; i++)
				b[ii * T + i] = big[(T - 1 - i) * 600] + 1;
		}
	}
	printf("large %d\n", sum(b));
}

static void
clause(void)
{
	int part[T];

	#pragma omp target teams distribute private(part) allocate(omp_pteam_mem_alloc: part)
	for (int ii = 0; ii < TEAMS; ii++) {
		#pragma omp parallel for
		for (int i = 0; i < T; i++)
			part[i] = a[ii * T + i] + ii;
		#pragma omp parallel for
		for (int i = 0; i < T; i++)
			b[ii * T + i] = part[i ^ 1];
	}
	printf("clause %d\n", sum(b));
}

/* On the host a predefined allocator is plain memory, whatever cc knows of the directive. */
static int kept;
#pragma omp allocate(kept) allocator(omp_high_bw_mem_alloc)

static void
on_host(void)
{
	int part[T], *p;
	#pragma omp allocate(part, p)

	p = part;
	#pragma omp parallel for
	for (int i = 0; i < T; i++)
		p[i] = a[i];
	for (int i = 0; i < T; i++)
		kept += part[i];
	printf("host %d\n", kept);
}

int
main(void)
{
	for (int i = 0; i < TEAMS * T; i++)
		a[i] = i * 7 % 101;
	turn_round();
	in_teams();
	in_parallel();
	too_large();
	clause();
	on_host();
	return 0;
}
