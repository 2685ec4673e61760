/*
 * Mappers of several objects whose parts are several objects with a mapper: a forest, its trees and their
 * leaves, three levels of pointers, on every data directive; and an object at the end of two pointers.
 */
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int weight, spots; } leaf;
typedef struct { int n; leaf *leaves; } tree;
typedef struct { tree *trees; int n; } forest;
struct barn { int hay; tree oak; short *mice; int nmice; };

#pragma omp declare mapper(leaf l) map(l.weight)
#pragma omp declare mapper(tree t) map(t, t.leaves[0:t.n])
#pragma omp declare mapper(forest f) map(f, f.trees[:f.n])
#pragma omp declare mapper(struct barn b) map(from: b.hay) map(b.oak) map(b.mice[0:b.nmice])

enum { FORESTS = 3 };

static void
plant(forest *f)
{
	for (int i = 0; i < FORESTS; i++) {
		f[i].n = i;             /* the first one is empty */
		f[i].trees = malloc((i + 1) * sizeof *f[i].trees);
		for (int j = 0; j < i; j++) {
			tree *t = &f[i].trees[j];

			t->n = i + j;
			t->leaves = malloc(t->n * sizeof *t->leaves);
			for (int k = 0; k < t->n; k++)
				t->leaves[k] = (leaf){ 100 * i + 10 * j + k, -1 };
		}
	}
}

static int
weight(const forest *f)
{
	int sum = 0;

	for (int i = 0; i < FORESTS; i++)
		for (int j = 0; j < f[i].n; j++)
			for (int k = 0; k < f[i].trees[j].n; k++)
				sum += f[i].trees[j].leaves[k].weight;
	return sum;
}

static void
grow(forest *f, int by)
{
	#pragma omp target teams distribute map(alloc: f[0:FORESTS])
	for (int i = 0; i < FORESTS; i++)
		for (int j = 0; j < f[i].n; j++)
			for (int k = 0; k < f[i].trees[j].n; k++)
				f[i].trees[j].leaves[k].weight += by;
}

static int
here(const void *p)
{
	return omp_target_is_present(p, omp_get_default_device());
}

int
main(void)
{
	forest f[FORESTS];
	short mice[3] = { 1, 2, 3 };
	leaf acorn[2] = { { 5, 0 }, { 6, 0 } };
	struct barn b = { 1, { 2, acorn }, mice, 3 }, *p = &b, **pp = &p;

	plant(f);
	printf("%d\n", weight(f));
	#pragma omp target map(f)
	f[2].trees[1].leaves[2].weight = 1000;
	printf("target %d, spots %d\n", weight(f), f[2].trees[1].leaves[2].spots);
	#pragma omp target data map(tofrom: f[0:FORESTS])
	grow(f, 1);
	printf("data %d\n", weight(f));

	#pragma omp target enter data map(to: f)
	grow(f, 1);
	printf("enter %d, %d", weight(f), here(f[2].trees[0].leaves));
	f[1].trees[0].leaves[0].weight = 7;
	#pragma omp target update to(f[1])
	#pragma omp target update from(f)
	printf(", update %d %d", weight(f), f[1].trees[0].leaves[0].weight);
	grow(f, 1);
	#pragma omp target exit data map(from: f)
	printf(", exit %d, %d %d %d\n", weight(f), here(f), here(f[2].trees), here(f[2].trees[0].leaves));

	#pragma omp target map(tofrom: pp[0][0]) map(alloc: pp[0])
	{
		pp[0][0].hay = pp[0][0].mice[2] + pp[0][0].oak.leaves[1].weight;
		pp[0][0].mice[0] = 9;
		pp[0][0].oak.leaves[0].weight++;
	}
	printf("barn %d %d %d, %d %d\n", b.hay, mice[0], acorn[0].weight, b.mice == mice, b.oak.leaves == acorn);
	return 0;
}
