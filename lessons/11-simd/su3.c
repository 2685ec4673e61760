/*
 * Products of complex 3 x 3 matrices, four at each site of a lattice.
 *
 * Shows: a simd loop of 36 iterations, collapsed from three; sizes that divide 36 and sizes that do not.
 * Source: Wright et al. 2023, §6.3 and Figure 9, SU3_bench.
 */
#include "verdict.h"

enum { SITES = 512, DIRECTIONS = 4 };
struct complex { float re, im; };
typedef struct complex matrix[3][3];
static matrix a[SITES][DIRECTIONS], b[DIRECTIONS], c[SITES][DIRECTIONS];

static struct complex
element(matrix m, matrix n, int k, int l)
{
	struct complex sum = { 0, 0 };

	for (int i = 0; i < 3; i++) {
		sum.re += m[k][i].re * n[i][l].re - m[k][i].im * n[i][l].im;
		sum.im += m[k][i].re * n[i][l].im + m[k][i].im * n[i][l].re;
	}
	return sum;
}

int
main(void)
{
	long wrong = 0;

	for (int e = 0; e < SITES * DIRECTIONS * 9; e++)
		(&a[0][0][0][0])[e] = (struct complex){ e % 7 - 3, e % 5 - 2 };
	for (int e = 0; e < DIRECTIONS * 9; e++)
		(&b[0][0][0])[e] = (struct complex){ e % 4, 1 - e % 3 };
	#pragma omp target teams distribute parallel for map(to: a, b) map(from: c)
	for (int s = 0; s < SITES; s++) {
		#pragma omp simd collapse(3)
		for (int d = 0; d < DIRECTIONS; d++)
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++)
					c[s][d][k][l] = element(a[s][d], b[d], k, l);
	}
	for (int s = 0; s < SITES; s++)
		for (int e = 0; e < DIRECTIONS * 9; e++) {
			struct complex want = element(a[s][e / 9], b[e / 9], e / 3 % 3, e % 3);
			wrong += c[s][e / 9][e / 3 % 3][e % 3].re != want.re || c[s][e / 9][e / 3 % 3][e % 3].im != want.im;
		}
	return verdict("su3", wrong, SITES * DIRECTIONS * 9);
}
