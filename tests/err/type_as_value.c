/* Names used as another kind of thing than they are (C11 6.5, 6.7p3). */
// error: 5:9: expected an expression before the type name 'T'
// error: 6:38: redeclaration with another linkage of 'local'
typedef int T;
int x = T + 1;
void f(void) { int local; extern int local; }
