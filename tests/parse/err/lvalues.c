int *p; double *q; const int *cp; int i; struct a { int m; } a; struct b { int m; } b; void v(void); const int c = 1;
const struct { int m; } cs; struct { const int m; } sc;
void lvalues(void)
{
	1 = i; i + 1 = 2; &1; c = 2; cs.m = 1; sc = sc; (int)i = 1; c++; v = 0; i++ = 1; *i; &i = p; i[1]; "ab"[0] = 'c';
}
// error: 5:4: assignment needs an lvalue
// error: 5:15: assignment needs an lvalue
// error: 5:20: '&' needs an lvalue
// error: 5:26: assignment of read-only 'c'
// error: 5:36: assignment of read-only 'm'
// error: 5:44: assignment of read-only 'sc'
// error: 5:57: assignment needs an lvalue
// error: 5:63: increment of read-only 'c'
// error: 5:69: assignment needs an lvalue
// error: 5:78: assignment needs an lvalue
// error: 5:83: '*' needs a pointer, not 'int'
// error: 5:90: assignment needs an lvalue
// error: 5:96: subscripted value is neither array nor pointer: 'int'
