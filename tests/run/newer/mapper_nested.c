// What a mapper names is mapped by the mapper of its own type; a type that leads to itself goes one step.
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; double *data; } vector;
#pragma omp declare mapper(vector v) map(v, v.data[0:v.n])

struct mesh { int cells; vector *density, speed; double only_here[1000]; };
#pragma omp declare mapper(struct mesh m) map(m.cells, m.density, m.density[0:1], m.speed)
#pragma omp declare mapper(ask: struct mesh m) map(to: m.cells) map(m.speed)

struct node { int value; struct node *next; };
#pragma omp declare mapper(struct node n) map(n, n.next[0:1])

static vector
vector_new(int n)
{
	vector v = { n, malloc((size_t)n * sizeof *v.data) };

	for (int i = 0; i < n; i++)
		v.data[i] = i;
	return v;
}

static double
sum(vector v)
{
	double total = 0;

	for (int i = 0; i < v.n; i++)
		total += v.data[i];
	return total;
}

static void
advance(struct mesh *m)
{
	for (int i = 0; i < m->cells; i++) {
		m->density->data[i] += m->speed.data[i];
		m->speed.data[i] *= 2;
	}
}

int
main(void)
{
	struct mesh m = { .cells = 20 };
	vector density = vector_new(20);
	struct node last = { 5, NULL }, first = { 3, &last };

	m.density = &density;
	m.speed = vector_new(20);
	#pragma omp target map(m)
	advance(&m);
	printf("once %g %g\n", sum(density), sum(m.speed));
	#pragma omp target enter data map(to: m)
	#pragma omp target map(m)
	advance(&m);
	printf("not back %g %g\n", sum(density), sum(m.speed));
	#pragma omp target update from(m)
	printf("updated %g %g\n", sum(density), sum(m.speed));
	#pragma omp target exit data map(from: m)
	#pragma omp target map(mapper(ask), tofrom: m)
	for (int i = 0; i < m.cells; i++)
		m.speed.data[i] = i + 1;
	printf("asked %g %d\n", sum(m.speed), m.speed.n);
	#pragma omp target map(first)
	{
		first.value *= 10;
		first.next->value *= 10;
	}
	printf("list %d %d\n", first.value, last.value);
	free(density.data);
	free(m.speed.data);
	return 0;
}
