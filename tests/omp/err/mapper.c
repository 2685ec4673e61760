struct s { int n, *p; };
#pragma omp declare mapper(struct s v) map(v, v.p[0:v.n])
#pragma omp declare mapper(int i) map(i)
void f(int n, struct s *a)
{
	struct s one;
#pragma omp target map(a[0:n])
	a[0].n = 1;
#pragma omp target map(mapper(other), to: one)
	one.n = 1;
}
// error: 3:28: expected a structure or union in 'declare mapper', found type 'int'
// error: 7:24: 'a[0:n]' has a mapper: a section of several such objects is not supported
// error: 9:43: no mapper 'other' for type 'struct s' is declared
