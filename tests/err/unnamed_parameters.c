// args: -Wpedantic
int f(int, double) { return x; }
// warning: 2:10: parameter 1 of 'f' has no name [-Wpedantic]
// warning: 2:18: parameter 2 of 'f' has no name [-Wpedantic]
// error: 2:29: 'x' undeclared
