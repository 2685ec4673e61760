/* Functions of the device whose parameters PTX does not have. */
// error: 4:13: device code has no type for a parameter or the result of 'twice'
#pragma omp declare target
long double twice(long double x) { return x + x; }
#pragma omp end declare target
