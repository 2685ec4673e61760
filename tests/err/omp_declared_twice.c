/* Declarative directives that say too much, or nothing. */
int a, b, c, d;
#pragma omp declare target enter(a, b) link(c, a)
#pragma omp declare target(d, d)

struct s { int n, *v; };
#pragma omp declare mapper(struct s x) map(x.n)
#pragma omp declare mapper(all: struct s x) map(x.n, x.v[0:x.n])
#pragma omp declare mapper(struct s y) map(y)
#pragma omp declare mapper(none: struct s x)
#pragma omp declare mapper(other: struct s x) map(a)

void f(int *p)
{
	#pragma omp declare mapper(struct s x) map(x)
	#pragma omp target map(p[0:1])
	p[0] = 1;
}
#pragma omp requires unified_address
#pragma omp begin declare variant
void g(void) { }
#pragma omp end declare variant
// error: 3:48: 'a' is named twice
// error: 4:31: 'd' is named twice
// error: 9:13: mapper 'default' of type 'struct s' is declared twice
// error: 10:13: expected a 'map' of 'x', or of a part of it, in 'declare mapper'
// error: 11:13: expected a 'map' of 'x', or of a part of it, in 'declare mapper'
// error: 19:22: 'requires unified_address' after a target construct: expected it above
// error: 20:13: expected 'match' in 'begin declare variant'
