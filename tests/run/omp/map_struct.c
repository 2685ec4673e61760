// Structures in map clauses: whole, members, nested members, array elements of structures, pointer
// members with sections, pointers to structures, arrays of structures, members behind two pointers.
// gcc 12 fails in this program when it runs it on the host: hence map_struct.out.
// may-refuse: spmd inspector
#include <stdio.h>
#include <stdlib.h>

struct inner { int a, b[4]; };
struct outer { char tag; struct inner in[3]; double *data; int n; struct inner *far; };

static struct outer global;

static void through(struct outer *s, int n)
{
	#pragma omp target map(tofrom: s->data[0:n]) map(to: s->in[1].b) map(tofrom: s->n)
	{
		#pragma omp parallel for
		for (int i = 0; i < n; i++)
			s->data[i] += s->in[1].b[i % 4];
		s->n += n;
	}
}

int main(void)
{
	struct outer s = { 'x', { { 1, { 1, 2, 3, 4 } }, { 5, { 6, 7, 8, 9 } }, { 0 } }, NULL, 0, NULL };
	struct inner list[6] = { { 0 } }, *row = calloc(4, sizeof *row);
	struct outer copy;

	s.data = malloc(50 * sizeof *s.data);
	for (int i = 0; i < 50; i++)
		s.data[i] = i;
	through(&s, 50);
	printf("%g %g %g %d\n", s.data[0], s.data[1], s.data[49], s.n);
	#pragma omp target map(tofrom: s.in[0:2])
	for (int i = 0; i < 2; i++) {
		s.in[i].a *= 10;
		s.in[i].b[i] = -1;
	}
	printf("%d %d %d %d %c\n", s.in[0].a, s.in[0].b[0], s.in[1].a, s.in[1].b[1], s.tag);
	#pragma omp target teams distribute parallel for map(tofrom: list[1:4])
	for (int i = 1; i < 5; i++) {
		list[i].a = i;
		list[i].b[i - 1] = i * i;
	}
	for (int i = 0; i < 6; i++)
		printf("%d %d %d, ", list[i].a, list[i].b[0], list[i].b[3]);
	s.far = row;
	#pragma omp target map(tofrom: s.far[0:4])
	{
		#pragma omp parallel for
		for (int i = 0; i < 4; i++)
			s.far[i].b[i] = i + 1;
	}
	printf("%d %d\n", row[2].b[2], row[3].b[3]);
	global.n = 3;
	#pragma omp target map(tofrom: global)
	{
		global.n++;
		global.in[2].b[3] = global.n;
		global.tag = 'g';
	}
	#pragma omp target firstprivate(global) map(from: copy)
	{
		global.n *= 100;
		copy = global;
	}
	printf("%d %d %c %d %d\n", global.n, global.in[2].b[3], global.tag, copy.n, copy.in[2].b[3]);
	#pragma omp target data map(tofrom: s.data[10:5])
	{
		#pragma omp target map(alloc: s.data[10:5])
		for (int i = 10; i < 15; i++)
			s.data[i] = 0.5;
	}
	printf("%g %g %g %g\n", s.data[9], s.data[10], s.data[14], s.data[15]);
	free(row);
	free(s.data);
	return 0;
}
