// Structures as values: parameters, results, assignment, members that are arrays and structures.
#include <stdio.h>

struct point { double x, y; };
struct box { struct point corner[2]; int id; };
struct tiny { char c; };
struct big { int v[20]; };

static struct point add(struct point p, struct point q)
{
	p.x += q.x;
	p.y += q.y;
	return p;
}

static struct box grow(struct box b, int by)
{
	b.corner[1] = add(b.corner[1], (struct point){ by, 2 * by });
	b.id++;
	return b;
}

static struct tiny next(struct tiny t)
{
	t.c++;
	return t;
}

static int total(struct big b)
{
	int sum = 0;
	for (int i = 0; i < 20; i++)
		sum += b.v[i];
	b.v[0] = 1000;	/* the caller's copy stays */
	return sum;
}

int main(void)
{
	struct box boxes[40];
	int sums[40];

	for (int i = 0; i < 40; i++)
		boxes[i] = (struct box){ { { i, -i }, { i + 1, i + 2 } }, i };
	#pragma omp target teams distribute parallel for map(tofrom: boxes) map(from: sums)
	for (int i = 0; i < 40; i++) {
		struct box b = grow(boxes[i], i % 3), copy;
		struct tiny t = { 'a' };
		struct big big;

		copy = b;
		b.id = -1;
		t = next(next(t));
		copy.id += t.c;
		for (int k = 0; k < 20; k++)
			big.v[k] = i + k;
		sums[i] = total(big) + total(big);
		boxes[i] = copy;
	}
	for (int i = 0; i < 40; i++)
		printf("%g %g %g %g %d %d\n", boxes[i].corner[0].x, boxes[i].corner[0].y,
			boxes[i].corner[1].x, boxes[i].corner[1].y, boxes[i].id, sums[i]);
	return 0;
}
