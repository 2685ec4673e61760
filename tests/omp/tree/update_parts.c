/* target update of parts; nothing is added. */
struct s { int x; double *p; } v;
void f(struct s *q, int n)
{
#pragma omp target update to(v.x, v.p[0:n]) from(q->x, q->p[1:n])
}
