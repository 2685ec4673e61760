/* Blocks of variants that do not end (OpenMP 5.2 [7.5.5]). */
// error: 5:13: 'begin declare variant' inside another one is not supported
// error: 5:1: 'begin declare variant' without 'end declare variant'
#pragma omp begin declare variant match(device={kind(nohost)})
#pragma omp begin declare variant match(device={kind(nohost)})
int f(void) { return 1; }
