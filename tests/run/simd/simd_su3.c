// SIMD groups: products of complex 3 x 3 matrices, a collapsed simd loop of 36 = 4 * 9 iterations
#include <stdio.h>

enum { SITES = 40, DIRS = 4 };
struct su3 { struct { int re, im; } e[3][3]; };
static struct su3 a[SITES][DIRS], b[DIRS], c[SITES][DIRS];

int main(void)
{
	long sum = 0;

	for (int s = 0; s < SITES; s++)
		for (int d = 0; d < DIRS; d++)
			for (int k = 0; k < 9; k++) {
				a[s][d].e[k / 3][k % 3].re = s + d * k;
				a[s][d].e[k / 3][k % 3].im = s - d - k;
				b[d].e[k / 3][k % 3].re = d - k;
				b[d].e[k / 3][k % 3].im = k % 3 + d;
			}
	#pragma omp target teams distribute parallel for map(to: a, b) map(from: c)
	for (int s = 0; s < SITES; s++) {
		#pragma omp simd collapse(3) simdlen(4)
		for (int d = 0; d < DIRS; d++)
			for (int k = 0; k < 3; k++)
				for (int l = 0; l < 3; l++) {
					int re = 0, im = 0;
					for (int m = 0; m < 3; m++) {
						re += a[s][d].e[k][m].re * b[d].e[m][l].re - a[s][d].e[k][m].im * b[d].e[m][l].im;
						im += a[s][d].e[k][m].re * b[d].e[m][l].im + a[s][d].e[k][m].im * b[d].e[m][l].re;
					}
					c[s][d].e[k][l].re = re;
					c[s][d].e[k][l].im = im;
				}
	}
	for (int s = 0; s < SITES; s++)
		for (int d = 0; d < DIRS; d++)
			for (int k = 0; k < 9; k++)
				sum += (s * 3 + d + k) * (c[s][d].e[k / 3][k % 3].re - 2L * c[s][d].e[k / 3][k % 3].im);
	printf("%ld\n", sum);
	return 0;
}
