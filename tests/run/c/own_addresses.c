// may-refuse: inspector
// A kernel may put addresses of its own memory where it puts others, and get them back from there.
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };

struct list {
	double *item;
	struct list *next;
};

union bits {
	double *p;
	double d;
	uint32_t half[2];
};

static double in[N], out[N];
static double *kept[N];
static struct list lists[N];
static uintptr_t word[N], high[N];

/* Through an array of pointers. */
static void
through_memory(void)
{
	#pragma omp target teams distribute parallel for map(to: in) map(tofrom: out) map(alloc: kept)
	for (int i = 0; i < N; i++) {
		double own[2] = { in[i], 1 };

		kept[i] = i % 2 ? &own[i % 3 == 0] : &in[i];
		out[i] += *kept[i];
	}
}

/* Through a structure, whose other pointer is the host's. */
static void
through_list(void)
{
	#pragma omp target teams distribute parallel for map(to: in) map(tofrom: out) map(alloc: lists)
	for (int i = 0; i < N; i++) {
		double own = 2 * in[i];
		struct list last = { &own, NULL }, copy;

		lists[i] = (struct list){ &in[i], &last };
		memcpy(&copy, &lists[i], sizeof copy);
		for (struct list *l = &copy; l; l = l->next)
			out[i] += *l->item;
	}
}

/* As a number that something is computed from, as two halves, and as a double's bits. */
static void
through_numbers(void)
{
	#pragma omp target teams distribute parallel for map(to: in) map(tofrom: out) map(alloc: word, high)
	for (int i = 0; i < N; i++) {
		double own[4] = { in[i], in[i] + 1, in[i] + 2, in[i] + 3 };
		union bits b = { &own[i % 4] };

		word[i] = (uintptr_t)&own[i % 4] >> 3 ^ (uintptr_t)i << 50;
		out[i] += *(double *)((word[i] ^ (uintptr_t)i << 50) << 3);
		word[i] = b.half[0];
		high[i] = b.half[1];
		out[i] += *(double *)(high[i] << 32 | word[i]);
		out[i] += *(union bits){ .d = b.d }.p;
	}
}

/* Through an exchange. */
static void
through_atomics(void)
{
	#pragma omp target teams distribute parallel for map(to: in) map(tofrom: out) map(alloc: word)
	for (int i = 0; i < N; i++) {
		double own = in[i] - 1;
		uintptr_t back;

		#pragma omp atomic write
		word[i] = (uintptr_t)&own;
		#pragma omp atomic read
		back = word[i];
		out[i] += *(double *)back;
	}
}

/* Addresses of the team's memory, which all of its threads use. */
static void
through_team(void)
{
	#pragma omp target teams num_teams(2) map(to: in) map(tofrom: out) map(alloc: kept)
	{
		double shared[N / 2];
		int first = omp_get_team_num() * (N / 2);

		#pragma omp parallel for
		for (int i = 0; i < N / 2; i++) {
			shared[i] = in[first + i];
			kept[first + i] = &shared[i];
		}
		#pragma omp parallel for
		for (int i = 0; i < N / 2; i++)
			out[first + i] += *kept[first + N / 2 - 1 - i];
	}
}

int
main(void)
{
	for (int i = 0; i < N; i++)
		in[i] = i + 0.5;
	through_memory();
	through_list();
	through_numbers();
	through_atomics();
	through_team();
	for (int i = 0; i < N; i++)
		printf("%g ", out[i]);
	printf("\n");
	return 0;
}
