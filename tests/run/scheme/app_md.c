// A program's shape: molecular dynamics with neighbour lists; a structure of arrays whose pointers
// are mapped and attached, a switch of force laws, energies in fixed point.
#include <stdio.h>
#include <stdlib.h>

#define MAXN 24

typedef struct {
	int n;
	double *x[3], *f[3];
	struct { int count, list[MAXN]; } *near;
	enum law { SOFT, SPRING, NONE } law;
} particles;

#pragma omp declare target
static double force(enum law law, double r2)
{
	switch (law) {
	case SOFT: return r2 < 2.25 ? 2.25 - r2 : 0;
	case SPRING: return 0.5 * (1 - r2);
	default: break;
	}
	return 0;
}
#pragma omp end declare target

static void make(particles *p, int side)
{
	p->n = side * side * side;
	for (int k = 0; k < 3; k++) {
		p->x[k] = malloc(p->n * sizeof(double));
		p->f[k] = calloc(p->n, sizeof(double));
	}
	p->near = malloc(p->n * sizeof *p->near);
	for (int i = 0; i < p->n; i++) {
		p->x[0][i] = i % side;
		p->x[1][i] = i / side % side + 0.125 * (i % 3);
		p->x[2][i] = i / side / side;
	}
}

static void neighbours(particles *p)
{
	int n = p->n;
	double *x = p->x[0], *y = p->x[1], *z = p->x[2];

	#pragma omp target teams distribute parallel for map(to: x[:n], y[:n], z[:n]) \
		map(from: p->near[:n])
	for (int i = 0; i < n; i++) {
		int count = 0;

		for (int j = 0; j < n; j++) {
			double dx = x[i] - x[j], dy = y[i] - y[j], dz = z[i] - z[j];

			if (j != i && dx * dx + dy * dy + dz * dz < 2.5 && count < MAXN)
				p->near[i].list[count++] = j;
		}
		p->near[i].count = count;
	}
}

static double forces(particles *p)
{
	long energy = 0;
	int n = p->n;

	#pragma omp target map(tofrom: energy) map(to: p[:1], p->x[0][:n], p->x[1][:n], p->x[2][:n], \
		p->near[:n]) map(p->f[0][:n], p->f[1][:n], p->f[2][:n])
	#pragma omp teams distribute parallel for reduction(+: energy)
	for (int i = 0; i < n; i++)
		for (int e = 0; e < p->near[i].count; e++) {
			int j = p->near[i].list[e];
			double d[3], r2 = 0, s;

			for (int k = 0; k < 3; k++) {
				d[k] = p->x[k][i] - p->x[k][j];
				r2 += d[k] * d[k];
			}
			s = force(p->law, r2);
			for (int k = 0; k < 3; k++)
				p->f[k][i] += s * d[k];
			energy += (long)(s * r2 * 65536);
		}
	return energy / 65536.0;
}

int main(void)
{
	particles p = { .law = SOFT };

	make(&p, 4);
	neighbours(&p);
	for (p.law = SOFT; p.law <= NONE; p.law++)
		printf("%a\n", forces(&p));
	for (int i = 0; i < p.n; i += 13)
		printf("%d %a %a %a\n", p.near[i].count, p.f[0][i], p.f[1][i], p.f[2][i]);
	return 0;
}
