// SIMD groups: reductions of arrays, of sections and of variables in memory
// (sections begin at 0: in others gcc 12 adds to the wrong elements)
#include <stdio.h>

enum { N = 30, BINS = 6 };
static int data[N][40], out[N][BINS], most[N], sum[N];
static short part[N][5];
static double means[N][3];

static void add(int *p, int v) { *p += v; }

int main(void)
{
	long check = 0;

	for (int i = 0; i < N; i++)
		for (int j = 0; j < 40; j++)
			data[i][j] = (i * 7 + j * 13) % 50;
	#pragma omp target teams distribute parallel for map(to: data) map(from: out, most, sum, part, means)
	for (int i = 0; i < N; i++) {
		int bins[BINS], s = i, high = -1, *p = &high;
		short sections[5] = { 1, 2, 3, 4, 5 };
		double m[3] = { 0, 0.5, i };

		for (int k = 0; k < BINS; k++)
			bins[k] = k;
		#pragma omp simd simdlen(8) reduction(+: bins, s) reduction(max: high)
		for (int j = 0; j < i + 5; j++) {
			bins[data[i][j] % BINS]++;
			add(&s, data[i][j]);
			high = data[i][j] > high ? data[i][j] : high;
		}
		#pragma omp simd reduction(+: sections[0:3], m)
		for (int j = 0; j < i; j++) {
			sections[j % 3] += data[i][j];
			m[j % 3] += data[i][j] * 0.5;
		}
		for (int k = 0; k < BINS; k++)
			out[i][k] = bins[k];
		for (int k = 0; k < 5; k++)
			part[i][k] = sections[k];
		for (int k = 0; k < 3; k++)
			means[i][k] = m[k];
		sum[i] = s;
		most[i] = *p;
	}
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < BINS; k++)
			check += (long)out[i][k] * (k + i);
		for (int k = 0; k < 5; k++)
			check += part[i][k] * (3 * k + i);
		check += sum[i] + 11 * most[i] + (long)(4 * means[i][0] + 8 * means[i][1] + 16 * means[i][2]);
	}
	printf("%ld\n", check);
	return 0;
}
