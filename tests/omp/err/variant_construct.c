void g(void);
#pragma omp declare variant(g) match(construct={5})
void f(void);
// error: 2:49: expected the name of a construct before integer constant '5'
// error: 2:51: expected a declaration before ')'
