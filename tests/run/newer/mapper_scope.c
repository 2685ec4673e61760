// A mapper holds in its block, a pointer on the device is set to the parts of what it points at that
// are mapped: by member, by element, through a mapper or by hand [OpenMP 5.2, 5.8.3, 5.8.8].
#include <stdio.h>
#include <stdlib.h>

struct part { int n, *value; };
#pragma omp declare mapper(struct part p) map(p.n, p.value, p.value[0:p.n])

struct body { int id; struct part *head; struct part tail; };

static int *
numbers(int n)
{
	int *v = malloc((size_t)n * sizeof *v);

	for (int i = 0; i < n; i++)
		v[i] = i;
	return v;
}

static int
sum(const struct part *p)
{
	int total = 0;

	for (int i = 0; i < p->n; i++)
		total += p->value[i];
	return total;
}

/* Only what the visible mapper maps can be used. */
static void
by_block(struct body *at)
{
	struct body b = *at;

	{
		#pragma omp declare mapper(struct body x) map(x.id, x.head, x.head[0:1])
		#pragma omp target
		b.head->value[b.id] += 100;
	}
	{
		#pragma omp declare mapper(struct body x) map(x.id, x.head, *x.head)
		#pragma omp target
		{
			#pragma omp parallel for
			for (int i = 0; i < b.head->n; i++)
				b.head->value[i] *= 2;
		}
		{
			#pragma omp declare mapper(struct body x) map(to: x.id) map(x.tail)
			#pragma omp target
			b.tail.value[b.id] -= 50;
		}
		#pragma omp target
		b.head->value[b.id + 1] += 1000;
	}
	#pragma omp target
	b.id = 3;
	printf("%d: %d %d\n", b.id, sum(b.head), sum(&b.tail));
}

static void
by_element(struct part *p, int k)
{
	#pragma omp target map(p[k])
	p[k].value[0] += 1;
	#pragma omp target map(p, p[k])
	p[k].value[0] += 2;
	#pragma omp target map(p, *p)
	p->value[0] += 4;
	printf("%d %d\n", p[k].value[0], p->value[0]);
}

struct row { struct { double x; int column[3][8]; } cell[4]; };
struct table { struct row *rows; };
struct file { struct table *table; };

static void
by_member(struct file *f, int i, int j)
{
	f->table->rows[1].cell[i].column[j][0] = 5;
	#pragma omp target map(f->table->rows[1].cell[i].column[j][0:3]) map(to: f->table) \
		map(to: f->table->rows)
	{
		f->table->rows[1].cell[i].column[j][0] += 1;
		f->table->rows[1].cell[i].column[j][2] = 7;
	}
	#pragma omp target map(to: f, f->table) map(to: f->table->rows) map(f->table->rows[0].cell[i].x)
	f->table->rows->cell[i].x = 0.5;
	printf("%d %d %g\n", f->table->rows[1].cell[i].column[j][0],
		f->table->rows[1].cell[i].column[j][2], f->table->rows->cell[i].x);
}

int
main(void)
{
	struct part parts[6];
	struct row *rows = calloc(2, sizeof *rows);
	struct table table = { rows };
	struct file file = { &table };
	struct body b = { 2, &parts[0], { 9, numbers(9) } };

	for (int i = 0; i < 6; i++)
		parts[i] = (struct part){ 5 + i, numbers(5 + i) };
	by_block(&b);
	by_element(parts, 4);
	by_member(&file, 2, 1);
	free(rows);
	for (int i = 0; i < 6; i++)
		free(parts[i].value);
	free(b.tail.value);
	return 0;
}
