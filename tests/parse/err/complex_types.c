struct e _Complex z;
_Complex struct { int i; } y;
enum { A } _Complex v;
_Float32 _Complex fine;
double x;
void f(void)
{
	x = x * z;
}
// error: 1:1: two types in one declaration
// error: 2:10: two types in one declaration
// error: 3:1: two types in one declaration
// error: 8:8: invalid operands to '*': 'double' and 'struct e'
// error: 1:19: size of 'z' is not known: its type 'struct e' is incomplete
