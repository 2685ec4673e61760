// C11 on the device: a flexible array, alignas, anonymous members, _Generic, designators in any order.
#include <math.h>
#include <stdalign.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#define absolute(x) _Generic((x), float: fabsf, double: fabs, int: abs, long: labs)(x)
#define type_number(x) _Generic((x), int: 1, float: 2, double: 3, char *: 4, default: 9)

struct packet {
	short n;
	union {
		struct { unsigned char low, high; };
		unsigned short both;
	};
	alignas(16) float vector[4];
	int data[];
};
_Static_assert(offsetof(struct packet, vector) == 16 && alignof(struct packet) == 16, "layout");

struct shape {
	enum { CIRCLE, BOX } kind;
	union {
		double radius;
		struct { double width, height; };
	};
};

static double area(struct shape s)
{
	switch (s.kind) {
	case CIRCLE: return 3 * s.radius * s.radius;
	case BOX: return s.width * s.height;
	}
	return -1;
}

int main(void)
{
	enum { N = 6 };
	size_t bytes = sizeof(struct packet) + 32;
	struct packet *p = aligned_alloc(16, bytes);
	char *raw = (char *)p;
	double sums[3] = { 0 };
	bool odd = false;
	int types[4];

	p->n = N;
	p->both = 0x1234;
	for (int i = 0; i < N; i++)
		p->data[i] = -i * i;
	#pragma omp target map(tofrom: raw[0:bytes], sums, odd) map(from: types)
	{
		struct packet *q = (struct packet *)raw;
		struct shape list[] = { [1] = { BOX, { .width = 2 } }, [0].kind = CIRCLE, [0].radius = 1 };
		int *literal = (int[]){ 5, 6, 7 };

		for (int i = 0; i < q->n; i++) {
			q->data[i] = absolute(q->data[i]);
			odd ^= q->data[i] & 1;
		}
		q->vector[2] = absolute(-2.5f) + q->low + q->high;
		list[1].height = 7;
		sums[0] = area((struct shape){ CIRCLE, .radius = 2 })
			+ area((struct shape){ .kind = BOX, .width = 3, .height = 4 });
		for (int i = 0; i < 2; i++)
			sums[1] += area(list[i]);
		sums[2] = literal[1] + absolute(-3L) + sizeof list / sizeof *list;
		types[0] = type_number(1.0f);
		types[1] = type_number('c');
		types[2] = type_number((char *)0);
		types[3] = type_number(q->data[0] + 1.0);
	}
	for (int i = 0; i < N; i++)
		printf("%d ", p->data[i]);
	printf("%g %g %g %g %d", p->vector[2], sums[0], sums[1], sums[2], odd);
	for (int i = 0; i < 4; i++)
		printf(" %d", types[i]);
	printf("\n");
	free(p);
	return 0;
}
