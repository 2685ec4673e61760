// '.' where '->' is meant, and the other way round (C11 6.5.2.3)
struct cell { double v; double *row; } cells[4];

double f(struct cell s, struct cell *p, struct cell **all, int n)
{
	#pragma omp target map(to: s, p[0:n])
	{
		s.v = p.v + s->v;
		s.v += cells[0]->v + all[0].v + all->v + n->v;
	}
	#pragma omp target update to(p.row[0:n], s->row[0:n])
	return s.v;
}
// error: 8:10: 'p' is a pointer; did you mean '->'?
// error: 8:16: 's' is no pointer; did you mean '.'?
// error: 9:18: 'struct cell' is no pointer; did you mean '.'?
// error: 9:30: 'struct cell *' is a pointer; did you mean '->'?
// error: 9:38: member 'v' of something that is not a structure or union: 'struct cell *'
// error: 9:45: '->' needs a pointer, not 'int'
// error: 11:32: 'p' is a pointer; did you mean '->'?
// error: 11:44: 's' is no pointer; did you mean '.'?
