/* Variants of another type than their base function's [7.5]. */
int one(int x);
double other(int x);
#pragma omp declare variant(one) match(device={kind(nohost)})
int two(int x, int y);
#pragma omp declare variant(other) match(user={condition(x > 2)})
int three(int x);
#pragma omp begin declare variant match(construct={parallel})
int three(long x) { return (int)x; }
#pragma omp end declare variant
// error: 4:29: variant 'one' has type 'int (int)', and its base function 'two' has 'int (int, int)'
// error: 6:29: variant 'other' has type 'double (int)', and its base function 'three' has 'int (int)'
// error: 9:5: variant 'three' has type 'int (long)', and its base function 'three' has 'int (int)'
