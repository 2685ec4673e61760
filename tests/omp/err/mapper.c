struct s { int n, *p; };
#pragma omp declare mapper(struct s v) map(v, v.p[0:v.n])
#pragma omp declare mapper(int i) map(i)
struct grid { int n; double cells[8][8]; };
#pragma omp declare mapper(struct grid g) map(g.n, g.cells[0:4][2:3])
void f(int n, struct s *a, struct s (*b)[3])
{
	struct s one, two[2][2];
#pragma omp target map(b[0:n][0:3])
	b[0][0].n = 1;
#pragma omp target map(mapper(other), to: one)
	one.n = 1;
#pragma omp target map(two)
	two[0][1].n = 1;
	struct grid all[9];
#pragma omp target update to(all[0:n])
}
// error: 3:28: expected a structure or union in 'declare mapper', found type 'int'
// error: 9:24: 'b[0:n][0:3]' has a mapper: expected one object, or a section of one dimension
// error: 11:43: no mapper 'other' for type 'struct s' is declared
// error: 13:24: 'two' has a mapper: expected one object, or a section of one dimension
// error: 16:30: expected parts of one dimension in an update of several objects, their mapper has 'all[0:n].cells[0:4][2:3]'
// error: 14:2: 'two' has a mapper: expected one object, or a section of one dimension
