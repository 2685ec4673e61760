/*
 * kinds.h: twelve kernels of kinds that neither suite.c nor unseen/ has, written to judge what was tuned on those.
 *
 * KIND(name, type of out, of x, of y, elements of each for a size n, grid and block in CUDA, sizes): kinds.c has
 * the OpenMP, kinds.cu the CUDA, all with the parameters (out, x, y, n).
 */

/* Conway's game of life on a torus */
KIND(life, uint8_t, uint8_t, uint8_t, n * n, n * n, 1, SQUARE, 128, 512, 8192)
/* the median of nine pixels, by a network of exchanges */
KIND(median, uint8_t, uint8_t, uint8_t, n * n, n * n, 1, SQUARE, 128, 512, 4096)
/* SHA-256 of blocks that lie interleaved */
KIND(sha, uint32_t, uint32_t, uint32_t, 8 * n, 16 * n, 1, LINE, 1 << 12, 1 << 16, 1 << 20)
/* look-ups in a hash table, linear probing */
KIND(probe, int, uint64_t, uint64_t, n, 2 * n, n, LINE, 1 << 14, 1 << 16, 1 << 22)
/* binary search of many keys */
KIND(lower, int, int, int, n, n, n, LINE, 1 << 14, 1 << 16, 1 << 22)
/* tridiagonal systems of 32 unknowns, interleaved, Thomas' algorithm */
KIND(thomas, double, double, double, 32 * n, 32 * n, 32 * n, LINE, 1 << 11, 1 << 15, 1 << 18)
/* forces between all pairs of bodies */
KIND(bodies, struct body, struct body, float, n, n, 1, LINE, 1 << 10, 1 << 12, 1 << 15)
/* cosine transforms of eight values each */
KIND(dct, float, float, float, 8 * n, 8 * n, 64, LINE, 1 << 12, 1 << 16, 1 << 22)
/* Lorenz' equations from many points, Runge and Kutta's fourth order */
KIND(lorenz, double, double, double, 3 * n, 3 * n, 1, LINE, 1 << 11, 1 << 15, 1 << 20)
/* what Poisson's equation leaves: sum of squares and maximum */
KIND(residual, double, double, double, 2, n * n, n * n, SUMS, 128, 512, 4096)
/* rays through a volume of 32 cubed values, until little light is left */
KIND(march, float, float, float, n * n, 32 * 32 * 32, 1, SQUARE, 64, 256, 2048)
/* covariances of n columns of 64 rows: a triangle */
KIND(covar, double, double, double, n * n, 64 * n, n, SQUARE, 128, 512, 4096)
