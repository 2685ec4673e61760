int *p; double *q; const int *cp; int i; struct a { int m; } a; struct b { int m; } b; void v(void); const int c = 1;
void operators(void)
{
	1.0 % 2; ~1.0; 1.0 << 2; -p; *v; p[1.0]; sizeof(void (*)[]); i ? p : i; i ? a : i; i / 0; i << 40; +a;
}
float *cast(void) { return (float *)1.0; }
void complete(struct later *l) { l->m; *l; l + 1; sizeof *l; }
// error: 4:6: invalid operands to '%': 'double' and 'int'
// error: 4:11: invalid operand to '~': 'double'
// error: 4:21: invalid operands to '<<': 'double' and 'int'
// error: 4:27: invalid operand to '-': 'int *'
// error: 4:36: array subscript is not an integer: 'double'
// error: 4:58: array of the incomplete type 'void'
// warning: 4:65: pointer and integer in conditional expression: 'int *' and 'int'
// error: 4:76: operands of '?:' do not match: 'struct a' and 'int'
// warning: 4:87: division by zero [-Wdiv-by-zero]
// warning: 4:94: shift count is not below the width of 'int' [-Wshift-count-overflow]
// error: 4:101: invalid operand to '+': 'struct a'
// error: 6:28: conversion between a pointer and a floating type: from 'double' to 'float *'
// error: 7:35: the value whose member is used has the incomplete type 'struct later'
// error: 7:46: the object of this pointer arithmetic has the incomplete type 'struct later'
// error: 7:51: the operand of 'sizeof' has the incomplete type 'struct later'
