int *p; double *q; const int *cp; int i; struct a { int m; } a; struct b { int m; } b; void v(void); const int c = 1;
void arguments(int x, int *y, ...);
int calls(void)
{
	arguments(1); v(1); arguments(p, 1); arguments(1, q); i(); arguments(1, p, v()); v() + 1; return v();
}
int *returns(void) { return 1; return q; return a; }
void nothing(void) { return 1; }
int something(void) { return; }
// error: 5:2: too few arguments in call to 'arguments': 2 expected, 1 given
// error: 5:16: too many arguments in call to 'v': 0 expected, 1 given
// warning: 5:32: passing argument 1 of 'arguments' makes integer 'int' from pointer 'int *' without a cast [-Wint-conversion]
// warning: 5:35: passing argument 2 of 'arguments' makes pointer 'int *' from integer 'int' without a cast [-Wint-conversion]
// warning: 5:52: passing argument 2 of 'arguments': 'int *' from incompatible pointer type 'double *' [-Wincompatible-pointer-types]
// error: 5:57: called object is not a function but 'int'
// error: 5:77: argument 3 has type 'void'
// error: 5:87: invalid operands to '+': 'void' and 'int'
// error: 5:99: incompatible types in return: 'int' from 'void'
// warning: 7:29: return makes pointer 'int *' from integer 'int' without a cast [-Wint-conversion]
// warning: 7:39: return: 'int *' from incompatible pointer type 'double *' [-Wincompatible-pointer-types]
// error: 7:49: incompatible types in return: 'int *' from 'struct a'
// warning: 8:29: 'return' with a value in 'nothing', which returns void [-Wreturn-type]
// warning: 9:23: 'return' without a value in 'something', which returns 'int' [-Wreturn-type]
