void f(int n)
{
	struct { int a; int a; } twice;
	struct { int a[n]; } vla_member;
	struct { struct later x; } incomplete_member;
	struct { * no_type; } untyped;
	enum { E = n };
	struct two { char a[1L << 62], b[1L << 62]; };
}
struct 5;
__attribute__((mode(QQ))) int odd_mode;
__attribute__((mode(SI))) void *pointer_mode;
__attribute__((5)) int number;
// error: 3:22: duplicate member 'a'
// error: 4:15: member 'a' has an array of variable length
// error: 5:24: member 'x' has incomplete type 'struct later'
// error: 6:11: expected a type before '*'
// error: 6:24: 'untyped' undeclared
// error: 7:13: the value of an enumerator must be an integer constant
// error: 8:2: type 'struct two' is too large
// error: 10:8: expected a tag or '{' before integer constant '5'
// warning: 11:21: unknown machine mode 'QQ' [-Wattributes]
// error: 12:1: attribute 'mode' on the type 'void'
// error: 13:16: expected an attribute before integer constant '5'
