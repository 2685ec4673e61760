int counter;
int use(void) { return countr; }
int twice(void) { undefined = 1; undefined = 2; return 0; }
foo_t x;
int f(void) { bar_t y; return 0; }
struct s { int length; } s;
int g(void) { return s.lenght + s.zzz; }
int h(void) { puts("x"); prinft("x"); return 0; }
// error: 2:24: 'countr' undeclared; did you mean 'counter'?
// error: 3:19: 'undefined' undeclared
// error: 4:1: unknown type name 'foo_t'
// error: 5:15: unknown type name 'bar_t'
// error: 7:23: 'struct s' has no member 'lenght'; did you mean 'length'?
// error: 7:34: 'struct s' has no member 'zzz'
// warning: 8:15: implicit declaration of function 'puts' [-Wimplicit-function-declaration]
// warning: 8:26: implicit declaration of function 'prinft' [-Wimplicit-function-declaration]
