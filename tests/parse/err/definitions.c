_Static_assert(1 == 2, "one is not two");
_Static_assert(sizeof(int) == 4, "fine");
int (*fp)(void) = 1;
int kr(a, b) int a; float c; { return a; }
inline int not_a_function;
// error: 1:1: static assertion failed: one is not two
// warning: 3:19: initialisation makes pointer 'int (*)(void)' from integer 'int' without a cast [-Wint-conversion]
// error: 4:27: 'c' is not a parameter of 'kr'
// error: 5:12: 'not_a_function' declared inline is not a function
