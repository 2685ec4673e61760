struct s { int length; } s;
int later_called(void) { never_declared(1); defined_later(2); return 0; }
void defined_later(int n) { }
int twice(void) { return 0; }
int redeclared; float redeclared;
int redefined = 1; int redefined = 2;
int twice(void) { return 1; }
static int hidden; int hidden;
void inner(int a) { int a; { int a; } int b, b; }
typedef int t; typedef long t; typedef int t;
enum e { A, B, A };
struct s { int other; };
union s u;
struct unknown v;
int params(int a, int a);
int extent[sizeof(struct nowhere)];
int __attribute__((vector_size(3))) bad_vector;
// warning: 2:26: implicit declaration of function 'never_declared' [-Wimplicit-function-declaration]
// warning: 2:45: implicit declaration of function 'defined_later' [-Wimplicit-function-declaration]
// warning: 3:6: conflicting types for 'defined_later', now 'void (int)'
// error: 5:23: conflicting types for 'redeclared'
// error: 6:24: redefinition of 'redefined'
// error: 7:5: redefinition of 'twice'
// error: 8:24: non-static declaration after a static one of 'hidden'
// error: 9:25: redeclaration of 'a'
// error: 9:46: redeclaration of 'b'
// error: 10:29: conflicting types for typedef 't'
// error: 11:16: redeclaration of 'A'
// error: 12:8: redefinition of 'struct s'
// error: 13:7: 'union s' was declared as 'struct s'
// error: 15:23: two parameters are called 'a'
// error: 16:12: the operand of 'sizeof' has the incomplete type 'struct nowhere'
// error: 17:32: attribute 'vector_size' needs a constant power of two
// error: 13:9: size of 'u' is not known: its type 'union s' is incomplete
// error: 14:16: size of 'v' is not known: its type 'struct unknown' is incomplete
