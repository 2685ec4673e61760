int a[-1]; int b[1.5]; void c; void d[3]; int e(void)[2]; int f[2](void); int n; int g[n];
// error: 1:6: size of array 'a' is negative
// error: 1:18: size of array 'b' has type 'double', which is not an integer type
// error: 1:29: variable 'c' has type 'void'
// error: 1:38: array of the incomplete type 'void'
// error: 1:48: a function cannot return an array
// error: 1:64: array of functions
// error: 1:87: array of variable length 'g' at file scope
