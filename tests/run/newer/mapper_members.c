/*
 * A structure without a mapper of its own, with members that have one: each member is mapped by itself, those by
 * their mappers (OpenMP 5.2 [5.8.8]).  By clause and by rule, one and several, in an anonymous structure too; a
 * structure with bit-fields is mapped as a whole.
 */
#include <omp.h>
#include <stdio.h>

typedef struct { int n; double *data; int host_only; } vector;
#pragma omp declare mapper(vector v) map(to: v.n) map(v.data[0:v.n])

struct body { char tag; vector at; struct { vector speed; short mass; }; vector spin[2]; char last; };
struct scene { struct body first, others[2]; int ticks; };
struct packed { unsigned few: 3; vector v; };

enum { N = 3 };

static double numbers[12][N];

static void
fill(struct body *b, int k)
{
	vector *v[4] = { &b->at, &b->speed, &b->spin[0], &b->spin[1] };

	for (int i = 0; i < 4; i++) {
		*v[i] = (vector){ N, numbers[k * 4 + i], 77 };
		for (int j = 0; j < N; j++)
			v[i]->data[j] = 100 * k + 10 * i + j;
	}
	b->tag = 'a';
	b->last = 'z';
	b->mass = 5;
}

static double
sum(const struct body *b)
{
	double s = b->tag + b->last + b->mass;

	for (int j = 0; j < N; j++)
		s += b->at.data[j] + b->speed.data[j] + b->spin[0].data[j] + b->spin[1].data[j];
	return s;
}

#pragma omp declare target
static void
step(struct body *b)
{
	for (int j = 0; j < b->at.n; j++) {
		b->at.data[j] += b->mass;
		b->speed.data[j] *= 2;
		b->spin[1].data[j] = b->spin[0].data[j];
	}
	b->tag++;
	b->last--;
	b->spin[0].n = 1000;            /* does not come back */
}
#pragma omp end declare target

int
main(void)
{
	struct scene s;
	struct packed p = { 2, { 1, NULL, 9 } };

	fill(&s.first, 0);
	fill(&s.others[0], 1);
	fill(&s.others[1], 2);
	s.ticks = 1;
	#pragma omp target map(s.first)
	step(&s.first);
	printf("one %g %d %d\n", sum(&s.first), s.first.spin[0].n, s.first.at.host_only);
	#pragma omp target map(tofrom: s.others[0:2])
	step(&s.others[1]);
	printf("several %g %g %d\n", sum(&s.others[0]), sum(&s.others[1]), s.others[1].spin[0].n);
	#pragma omp target
	{
		s.ticks += s.others[1].mass;
		step(&s.first);
	}
	printf("by rule %g %d, there %d\n", sum(&s.first), s.ticks,
		omp_target_is_present(numbers[0], omp_get_default_device()));
	#pragma omp target enter data map(to: s)
	s.others[0].speed.data[1] = -1;
	#pragma omp target update to(s.others[0])
	#pragma omp target map(alloc: s)
	{
		step(&s.first);
		step(&s.others[0]);
	}
	#pragma omp target update from(s.first)
	printf("updated %g %g", sum(&s.first), sum(&s.others[0]));
	#pragma omp target exit data map(from: s)
	printf(", left %g, there %d\n", sum(&s.others[0]), omp_target_is_present(&s, omp_get_default_device()));
	#pragma omp target map(p)
	{
		p.few += p.v.n;
		p.v.host_only++;
	}
	printf("whole %d %d\n", p.few, p.v.host_only);
	return 0;
}
