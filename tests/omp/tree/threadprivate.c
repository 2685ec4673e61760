/* Declarative directives that are cc's. */
int t;
#pragma omp threadprivate(t)
#pragma omp declare simd notinbranch
int square(int x) { return x * x + t; }
