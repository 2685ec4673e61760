// The other file of tests/run/c/old_style.c.
#pragma omp declare target
long elsewhere(int n, int *p, double d) { return n + *p + (long)(d * 2); }
#pragma omp end declare target
