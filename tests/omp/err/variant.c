int g(int x);
#pragma omp declare variant(h) match(device={kind(nohost)})
int f(int x);
#pragma omp begin declare variant match(device={kind(any)})
int g(int x) { return x; }
#pragma omp end declare variant
#pragma omp end declare variant

void k(int n, int *a)
{
#pragma omp metadirective when(user={condition(n > 5)}: parallel for)
	for (int i = 0; i < n; i++) {
		static int again;
		a[i] = again++;
	}
#pragma omp metadirective when(user={condition(n)}: single) otherwise(nothing
	a[0] = 0;
#pragma omp metadirective sometimes(parallel for)
	a[0] = 1;
#pragma omp metadirective when(device={kind(host)}: parallel for colapse(2)) default(nothing)
	a[0] = 1 +;
}
// error: 13:3: a static variable where a metadirective chooses at run time: each choice would have one of its own
// error: 2:29: expected the name of a declared function before identifier 'h'
// error: 7:13: 'end declare variant' without 'begin declare variant'
// error: 16:71: expected ')' before end of the directive
// error: 16:71: expected ')' before end of the directive
// error: 18:27: expected 'when', 'default' or 'otherwise' before identifier 'sometimes'
// error: 20:66: expected a clause of 'parallel for' before identifier 'colapse'; did you mean 'collapse'?
// error: 21:12: expected an expression before ';'
