/* A variant for programs that require something, of which the host compiler is not told. */
// error: 6:56: the selector 'requires' is not supported: a program knows what it requires, and can call the variant by its name
#pragma omp requires unified_address

int two(void) { return 2; }
#pragma omp declare variant(two) match(implementation={requires(unified_address)})
int one(void) { return 1; }
