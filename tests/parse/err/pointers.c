int *p; double *q; const int *cp; int i; struct a { int m; } a; struct b { int m; } b; void v(void); const int c = 1;
void pointers(void)
{
	p = q; p = i; i = p; p = cp; p = 0; p = (void *)0; p == q; p == 3; p - q; p + p; p * 2; p = v;
}
// warning: 4:4: assignment: 'int *' from incompatible pointer type 'double *' [-Wincompatible-pointer-types]
// warning: 4:11: assignment makes pointer 'int *' from integer 'int' without a cast [-Wint-conversion]
// warning: 4:18: assignment makes integer 'int' from pointer 'int *' without a cast [-Wint-conversion]
// warning: 4:25: assignment discards the qualifiers of 'const int *' (needed: 'int *') [-Wdiscarded-qualifiers]
// warning: 4:55: comparison of distinct pointer types 'int *' and 'double *'
// warning: 4:63: comparison between pointer and integer
// error: 4:71: invalid operands to '-': 'int *' and 'double *'
// error: 4:78: invalid operands to '+': 'int *' and 'int *'
// error: 4:85: invalid operands to '*': 'int *' and 'int'
// warning: 4:92: assignment: 'int *' from incompatible pointer type 'void (*)(void)' [-Wincompatible-pointer-types]
