struct s { int b : 3; int m; } s, *p; int a[3], n; char c; double d; int (*fp)(void);
struct t { int m; } *q; int printf(const char *, ...);
int type_in_expression(void) { return 1 + int; }
int outside = ({ 1; });
void f(void)
{
	n = _Generic(d, int: 1, char: 2);
	n = __builtin_choose_expr(n, 1, 2);
	n = s->m;
	(void)(int [n]){ 1 };
	p = &s.b;
	n = 1 << -1;
	n = sizeof s.b;
	a = 0;
	a++;
	s++;
	p = n ? p : q;
	c = (char)p;
	__sync_fetch_and_add(n, 1);
	__builtin_tgmath(n);
	prinff("x");
}
void *label = &&nowhere;
// error: 3:43: expected an expression before 'int'
// error: 4:16: statement expression outside a function
// error: 4:22: expected a declaration before ')'
// error: 7:6: _Generic has no association for 'double'
// error: 8:6: the first argument of '__builtin_choose_expr' is not constant
// error: 9:7: 's' is no pointer; did you mean '.'?
// error: 10:8: compound literal of variable length
// error: 11:6: address of the bit-field 'b'
// warning: 12:8: shift by a negative count [-Wshift-count-negative]
// error: 13:6: 'sizeof' of a bit-field
// error: 14:4: assignment to an expression of array type 'int [3]'
// error: 15:3: increment to an expression of array type 'int [3]'
// error: 16:3: wrong type of operand for '++': 'struct s'
// warning: 17:8: pointer types 'struct s *' and 'struct t *' in conditional expression
// warning: 18:6: cast from pointer to the smaller integer type 'char' [-Wpointer-to-int-cast]
// error: 19:2: '__sync_fetch_and_add' needs a pointer as its first argument
// error: 20:2: '__builtin_tgmath' needs functions and then arguments
// warning: 21:2: implicit declaration of function 'prinff'; did you mean 'printf'? [-Wimplicit-function-declaration]
// error: 23:15: label address outside a function
