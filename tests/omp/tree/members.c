/* Parts of structures; pointers inside them get storage to be attached in. */
struct inner { int k, *q; };
struct s { int x, y; double *p; struct inner in; int v[6]; } gs;
void f(struct s t, struct s *ps, int n)
{
#pragma omp target map(tofrom: t.x)
	t.x = 1;
#pragma omp target map(to: t.x) map(from: t.y)
	t.y = t.x;
#pragma omp target map(tofrom: t.p[0:n])
	t.p[0] = 1;
#pragma omp target map(t) map(t.p[0:n])
	t.p[0] = t.x;
#pragma omp target map(ps->x, ps->v[2:3]) map(gs.in.q[0:n])
	ps->x = gs.in.q[0] + ps->v[2];
#pragma omp target map(ps[0:1], ps->p[0:n])
	ps->p[0] = 1;
#pragma omp target enter data map(to: t.x, t.p[0:n])
#pragma omp target exit data map(from: t.x, t.p[0:n])
}
