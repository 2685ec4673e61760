/* Functions of the device whose parameters PTX does not have. */
// error: 5:5: device code has no variadic functions: 'sum'
// error: 6:13: device code has no type for a parameter or the result of 'twice'
#pragma omp declare target
int sum(int n, ...) { return n; }
long double twice(long double x) { return x + x; }
#pragma omp end declare target
