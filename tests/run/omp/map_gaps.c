/*
 * Parts of a variable are present one by one: what lies between them is not, may be mapped by others, and
 * is then where the region looks for it.  A host that shares its storage with the device shows less:
 * hence map_gaps.out.
 */
#include <stdio.h>
#include <stdlib.h>
#include <omp.h>

enum { N = 100 };

struct state { int before[50]; int n, steps; double *p, *q; int after[50]; };

static int a[N];
static struct state s;

#pragma omp begin declare target
static void
add(struct state *t, double by)
{
	for (int i = 0; i < t->n; i++)
		t->p[i] += by;
	t->steps++;
}
#pragma omp end declare target

static int
is_there(const void *p)
{
	return omp_target_is_present(p, omp_get_default_device());
}

static void
fill(void)
{
	for (int i = 0; i < N; i++)
		a[i] = i;
	for (int i = 0; i < 10; i++)
		s.p[i] = s.q[i] = i;
	s.n = 10;
	s.steps = 0;
}

static void
sections(void)
{
	#pragma omp target data map(to: a[0:10], a[40:10])
	{
		printf("there %d %d %d, ", is_there(&a[9]), is_there(&a[20]), is_there(&a[40]));
		#pragma omp target map(tofrom: a[20:10])
		for (int i = 20; i < 30; i++)
			a[i] += 1000;
		printf("between %d %d, ", a[20], a[29]);
		#pragma omp target map(tofrom: a[10:5]) map(always, from: a[0:10])
		a[12] += a[0] = a[9];
	}
	printf("beside %d %d\n", a[12], a[0]);
	/* they leave one by one, and come again */
	#pragma omp target enter data map(to: a[50:10], a[70:10], a[90:10])
	#pragma omp target map(tofrom: a[50:10], a[70:10], a[90:10])
	a[51] = a[71] + a[91];
	#pragma omp target exit data map(from: a[50:10]) map(release: a[70:10])
	a[71] = -1;
	#pragma omp target enter data map(to: a[70:10])
	#pragma omp target map(a[70:10], a[90:10])
	a[91] += a[71];
	#pragma omp target exit data map(from: a[90:10], a[70:10])
	printf("one by one %d %d, there %d\n", a[51], a[91], is_there(&a[70]));
}

/* No other part was there before the region, whose own sections overlap in any order. */
static void
aliases(void)
{
	int *p = &a[1];

	#pragma omp target map(tofrom: p[20:10])
	{
		a[20] = 7;
		p[21] = a[22] + 1;
	}
	printf("aliases %d %d, ", a[20], a[22]);
	#pragma omp target data map(a[0:4])
	#pragma omp target map(p[7:20])
	{
		a[2] = -2;
		p[8] = a[3];
	}
	printf("%d %d\n", a[2], a[9]);
}

/* Of a structure, too, only what is mapped is there. */
static void
members(void)
{
	#pragma omp target enter data map(to: s.n, s.p[0:10], s.steps)
	printf("members there %d %d %d %d, ", is_there(&s.n), is_there(&s.steps), is_there(&s.p), is_there(&s.q));
	s.q[0] = s.steps = 5;
	#pragma omp target enter data map(to: s.q[0:10])
	#pragma omp target map(always, from: s.steps)
	{
		add(&s, s.q[0]);
		s.q[1] = s.p[9];
	}
	#pragma omp target exit data map(from: s.p[0:10], s.q[0:10])
	#pragma omp target exit data map(release: s.n, s.steps)
	printf("%d %g %g, there %d %d\n", s.steps, s.p[0], s.q[1], is_there(&s.n), is_there(&s.q));
}

/* Storage that is there just for a pointer is nobody's map: a region that uses the structure gets all of it. */
static void
pointers(void)
{
	#pragma omp target enter data map(to: s.p[0:10])
	#pragma omp target enter data map(to: s.q[0:10])
	#pragma omp target
	{
		s.p[0] = s.q[9] + s.n;
		s.steps = s.after[3] = 3;
	}
	#pragma omp target map(s.q[:0], s.n)
	s.q[s.n - 1] = 77;
	#pragma omp target exit data map(from: s.p[0:10], s.q[0:10])
	printf("pointers %g %g %d %d, there %d\n", s.p[0], s.q[9], s.steps, s.after[3], is_there(&s));
}

int
main(void)
{
	s.p = malloc(10 * sizeof *s.p);
	s.q = malloc(10 * sizeof *s.q);
	fill();
	sections();
	fill();
	aliases();
	members();
	fill();
	pointers();
	free(s.p);
	free(s.q);
	return 0;
}
