int n;
int o = n; int p = 1 + n; static int *q = &n + 1; int r[2] = { 1, 2, 3 }; char s[2] = "abcd"; int t[] = 5;
int u = { 1, 2 }; struct point { int x, y; } v = { .z = 1 }; int w[3] = { [3] = 1 }; int x[2] = { [1 ... 0] = 1 };
// error: 2:9: initialiser of 'o' is not constant
// error: 2:22: initialiser of 'p' is not constant
// warning: 2:70: excess elements in the initialiser of 'int [2]'
// warning: 2:87: string literal is longer than 'char [2]'
// error: 2:105: array 't' needs an initialiser in braces
// warning: 3:14: excess elements in the initialiser of 'int'
// error: 3:53: 'struct point' has no member 'z'
// error: 3:76: array designator is outside 'int [3]'
// error: 3:99: empty range in an array designator
