// What was stored or loaded is not loaded again, as far as it cannot have changed: narrow values, other
// variables at the same address, calls, loops.
#include <stdio.h>

enum { N = 64 };
struct pair {
	signed char small;
	unsigned char byte;
	short half;
	unsigned short word;
};

#pragma omp declare target
static int calls;
static int
touch(int *p)
{
	calls++;
	return ++*p;
}

/* b may be a, or part of it */
static int
aliased(int *a, int *b, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++) {
		a[i] = i;
		b[i / 2] = 100 * i;
		sum += a[i] + a[i / 2];
	}
	return sum;
}

static int
narrow(struct pair *p, int v)
{
	p->small = v;
	p->byte = v;
	p->half = v * 3;
	p->word = v * 5;
	return p->small + 2 * p->byte + 3 * p->half + 5 * p->word;
}

static int
either(const int *a, int i, int x, int y)
{
	int safe = 1;

	for (int k = 0; k < i; k++)
		if (a[k] == x || a[k] == y || (a[k] > 2 * x && a[k] != 3 * y))
			safe = k;
	return safe;
}

struct node {
	struct node *next;
	int value;
};

static int
along(struct node *n, int many)
{
	int sum = 0;

	for (int i = 0; i < many; i++) {
		n[i].value = i * i;
		n[i].next = i < many - 1 ? &n[i + 1] : NULL;
	}
	while (n->next) {
		n = n->next;
		sum += n->next ? n->next->value : 1000;
	}
	return sum + n->value;
}

/* ways that meet have had a place, or not: the byte of a store, another place, a pointer that moved */
static int
met(int *a, int *other, struct pair *p, int n)
{
	int sum = 0, *at = a;

	for (int i = 0; i < n; i++) {
		if (i % 3 == 0)
			p->small = 100 + i;
		else
			p->small = sum;
		sum += p->small;
		switch (i & 3) {
		case 0: *at = i; break;
		case 1: sum += *at; break;
		case 2:
			*at = 2 * i;
			*other = 5;
			break;
		default: at++; *at = 9;
		}
		sum += *at;
		if (*at < 4)
			*at = 4;
		if (*at < i)
			*at = i;
		sum += *at + *other;
		while (*at % 5)
			*at += sum & 3 ? 1 : 2;
		sum += *at;
	}
	return sum;
}
#pragma omp end declare target

static void
all(int *r, int *a, struct pair *p)
{
	union {
		int i;
		float f;
	} u;

	r[0] = aliased(a, a, 8);
	r[1] = aliased(a, a + 1, 8);
	r[2] = aliased(a, a + 20, 8);
	r[3] = narrow(p, 300) + narrow(p, -200);
	a[3] = 7;
	r[4] = a[3] + touch(a + 3) + a[3] + touch(a + 2) + a[3];
	u.f = 1.5f;
	u.i += 1 << 23;
	r[5] = (int)(u.f * 100);
	for (int i = 1; i < 9; i++) {
		a[i] = a[i - 1] + 1;
		if (a[i] > 5)
			a[i - 1] = a[i];
		r[6] = a[i] + a[i - 1];
	}
	struct node n[6];
	r[8] = along(n, 6);
	r[9] = met(a, a + 30, p, 12) + met(a, a, p, 12) + met(a, a + 1, p, 12);
	r[7] = either(a, 9, 3, 8) + 10 * either(a, 9, 1, 2) + 100 * either(a, 9, 100, 100);
}
#pragma omp declare target to(all)

int
main(void)
{
	int r[10], want[10], a[N] = { 0 }, b[N] = { 0 }, bad = 0;
	int shared[N], seen[N], count = 0, more = 0;
	struct pair p;

	all(want, a, &p);
#pragma omp target map(from : r) map(tofrom : b) map(alloc : p)
	all(r, b, &p);
	for (int i = 0; i < 10; i++)
		bad += r[i] != want[i];
	/* others write between */
#pragma omp target parallel num_threads(N) map(from : shared, seen) map(tofrom : count, more)
	{
#pragma omp for
		for (int i = 0; i < N; i++)
			shared[i] = i;
		int before = shared[3];
#pragma omp barrier
#pragma omp single
		shared[3] = 50;
#pragma omp for
		for (int i = 0; i < N; i++)
			seen[i] = before + shared[3];
#pragma omp critical
		count = count + 1;
#pragma omp atomic
		more += 2;
	}
	for (int i = 0; i < N; i++)
		bad += seen[i] != 53;
	bad += count == 0 || more != 2 * count;
	printf("%d wrong\n", bad);
	return bad != 0;
}
