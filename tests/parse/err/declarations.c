int n; extern int known;
__auto_type without;
typedef int initialised = 1;
void block(void) { extern int known = 1; }
typedef int function(void) { return 0; }
int parameters(static int a, void b);
int big[1L << 62];
int missing_name(int, int *(5));
int two_types(void) { struct s { int a; } double x; }
_Alignas(3) int aligned;
_Static_assert(n, "not constant");
int vla[n];
void nested(void) { static int f(void); }
register int r(void);
int old_style(a) 5;
int in_cast(void) { return (static int)1; }
int sizes(void) { return sizeof(const *); }
int tentative[];
5;
// error: 2:13: '__auto_type' needs an initialiser
// error: 3:13: typedef 'initialised' has an initialiser
// error: 4:31: 'extern known' in a block has an initialiser
// error: 5:13: function definition declared 'typedef'
// error: 6:16: storage class of a parameter
// error: 6:35: parameter 'b' has type 'void'
// error: 7:8: array 'big' is too large
// error: 8:29: expected a parameter declaration before integer constant '5'
// error: 9:23: two types in one declaration
// error: 10:10: _Alignas needs a constant power of two
// error: 11:16: _Static_assert needs a constant expression
// error: 12:8: array of variable length 'vla' at file scope
// error: 13:32: 'f' declared static in a block
// error: 14:14: function 'r' with a storage class of objects
// error: 15:17: expected ';' before integer constant '5'
// error: 16:29: expected an expression before 'static'
// error: 17:39: expected a type before '*'
// error: 19:1: expected a declaration before integer constant '5'
// warning: 18:5: array 'tentative' assumed to have one element
