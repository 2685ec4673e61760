struct s { int n, *p; };
#pragma omp declare mapper(struct s v) map(([n +])v.p)
void f(int n, int *a) {
#pragma omp target update to(([n +])a)
#pragma omp target update to(([n][m])a)
	a[0] = 1;
#pragma omp target update from(a[0:n], ([n)a)
#pragma omp target update to(([n })a)
#pragma omp target update to(([n;])a)
#pragma omp metadirective when(device={kind(host)}: target update to(([n +])a)) otherwise(nothing)
	n = 1
}
// error: 2:46: 'n' undeclared
// error: 2:49: expected an expression before ']'
// error: 4:35: expected an expression before ']'
// error: 5:35: 'm' undeclared
// error: 7:41: expected ')' before identifier 'a'
// error: 8:33: expected ']' before '}'
// error: 9:33: expected ']' before ';'
// error: 10:75: expected an expression before ']'
// error: 11:7: expected ';' before '}'
