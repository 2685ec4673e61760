/* further.h: six more kernels, of kinds that no other set has, written when those of later/ had been looked at. */

/* Gauss and Seidel's method, the red half of the points, overrelaxed */
KIND(redblack, double, double, double, n * n, n * n, n * n, HALVES, 128, 512, 8192)
/* the transpose of a sparse matrix times a vector: rows of 0 to 15 elements, sums by atomics */
KIND(spmvt, double, double, int, n, 17 * n, 17 * n + 1, ADDED, 1 << 12, 1 << 16, 1 << 20)
/* edit distances of many words of 64 letters to one text of 64, bit-parallel (Myers) */
KIND(myers, int, uint8_t, uint8_t, n, 64 * n, 64, LINE, 1 << 12, 1 << 16, 1 << 20)
/* free rotations of rigid bodies: 16 steps of Euler's equations, matrices of 3x3 */
KIND(rigid, float, float, float, 9 * n, 3 * n, 3, LINE, 1 << 12, 1 << 16, 1 << 20)
/* cubic interpolation in a table of 1024 values */
KIND(lookup, double, double, double, n, n, 1024, LINE, 1 << 14, 1 << 18, 1 << 24)
/* an image at half its size: 5x5 binomial weights, borders repeated */
KIND(halve, uint8_t, uint8_t, uint8_t, n * n, 4 * n * n, 1, SQUARE, 128, 512, 4096)
