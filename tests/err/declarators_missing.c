/* Declarations that lack a part or have one too many (C11 6.7). */
// error: 8:6: expected a name before ';'
// error: 9:10: a storage class is not allowed here
// error: 11:5: redeclaration as another kind of name of 'T'
// error: 13:12: static declaration after a non-static one of 'hidden'
// error: 14:12: expected an expression before ';'
// error: 16:17: expected '{' before integer constant '5'
int *;
struct { static int kept; } s;
typedef int T;
int T(void);
int hidden;
static int hidden;
int v = (T);
int q = __builtin_constant_p();
int f(a) int a; 5;
