int *p; double *q; const int *cp; int i; struct a { int m; } a; struct b { int m; } b; void v(void); const int c = 1;
void records(void)
{
	a = b; a = 1; i = a; a + 1; if (a) ; a.x; i.m; p->m; (&a)->m; !a; (int)a; (struct a)1; a = a;
}
// error: 4:4: incompatible types in assignment: 'struct a' from 'struct b'
// error: 4:11: incompatible types in assignment: 'struct a' from 'int'
// error: 4:18: incompatible types in assignment: 'int' from 'struct a'
// error: 4:25: invalid operands to '+': 'struct a' and 'int'
// error: 4:34: a value of type 'struct a' where a scalar is required
// error: 4:40: 'struct a' has no member 'x'
// error: 4:45: member 'm' of something that is not a structure or union: 'int'
// error: 4:50: member 'm' of something that is not a structure or union: 'int'
// error: 4:64: invalid operand to '!': 'struct a'
// error: 4:68: conversion from non-scalar type: from 'struct a' to 'int'
// error: 4:76: conversion to non-scalar type: from 'int' to 'struct a'
