extern int big;
int fitting(int x);
struct s { int a; };
#pragma omp declare variant(fitting) match(user={condition(x > bigger)})
int any(int x);
#pragma omp declare variant(fitting) match(user={condition(t)})
int some(struct s t);
void k(int n)
{
#pragma omp declare variant(fitting) match(user={condition(n)})
	int many(int x);
	many(any(3));
}
// error: 4:64: 'bigger' undeclared
// error: 6:60: a value of type 'struct s' where a scalar is required
// error: 10:60: expected a constant in 'condition': only a metadirective, or 'declare variant' of a function at file scope, can choose at run time
