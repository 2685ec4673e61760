/* further.h: six more kernels, of kinds that no other set has, written when those of later/ had been looked at;
   and again six, written when the first had been. */

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

/* checksums of many messages of 64 bytes, a table of 256 values */
KIND(crc, uint32_t, uint8_t, uint32_t, n, 64 * n, 256, LINE, 1 << 12, 1 << 16, 1 << 20)
/* places on Morton's curve: the bits of three coordinates by turns */
KIND(morton, uint64_t, uint32_t, uint8_t, n, 3 * n, 1, LINE, 1 << 14, 1 << 18, 1 << 24)
/* the highest of the points that lie in each cell, 16 on average */
KIND(highest, int, int, int, n, n, n, ADDED, 1 << 14, 1 << 18, 1 << 22)
/* red, green and blue of a pixel side by side to brightness and two differences, each a plane */
KIND(colour, uint8_t, uint8_t, uint8_t, 3 * n, 3 * n, 1, LINE, 1 << 14, 1 << 18, 1 << 24)
/* Kepler's equation by Newton's method, until it holds */
KIND(kepler, double, double, double, n, n, n, LINE, 1 << 12, 1 << 16, 1 << 20)
/* advection of a field in two dimensions, fluxes limited by van Leer */
KIND(upwind, double, double, double, n * n, n * n, 2 * n * n, SQUARE, 128, 512, 4096)
