/* Bounds in a mapper are expressions without calls. */
// error: 11:25: the mapper of this object has an expression that is not supported there
struct s { int n; int *p; };
static int twice(int n) { return 2 * n; }
#pragma omp declare mapper(struct s v) map(v, v.p[0:twice(v.n)])

void f(void)
{
	struct s one = { 0, 0 };

	#pragma omp target map(one)
	one.n++;
}
