// Loops that are written out or do several iterations at a time: left in the middle, counted before the body.
#include <stdio.h>

static const int order[6][2] = { { 0, 1 }, { 2, 3 }, { 0, 2 }, { 1, 3 }, { 1, 2 }, { 3, 0 } };

int main(void)
{
	int a[100], out[40][9];

	for (int i = 0; i < 100; i++)
		a[i] = (i * 37 + 11) % 101;
	#pragma omp target teams distribute parallel for map(to: a) map(from: out)
	for (int i = 0; i < 40; i++) {
		int k = 0, sum = 0, v[4] = { a[i], a[i + 1], a[i + 2], a[i + 3] };

		while (k < 12 && a[i + k] != 50)
			k++;
		out[i][0] = k;
		for (k = 0; k < i; k++)
			if (a[k] == 7 || a[k + i] == 3)
				break;
		out[i][1] = k;
		for (k = 0; k < 48; k++) {
			sum = 3 * sum + a[k + i % 8];
			if (sum % 61 == i % 3)
				break;
			if (sum % 7 == 1)
				continue;
			sum ^= k;
		}
		out[i][2] = sum;
		out[i][3] = k;
		k = sum = 0;
		while (k < 8) {
			k++;
			sum += a[k] * k;
		}
		out[i][4] = sum;
		k = sum = 0;
		while (k < i) {
			k++;
			sum += a[k] * k;
		}
		out[i][5] = sum;
		for (k = i, sum = 0; k > 2; sum += a[k]) {
			k -= 3;
			if (a[k] > 90)
				break;
		}
		out[i][6] = sum;
		for (k = 0; k < 6; k++) {
			int x = v[order[k][0]], y = v[order[k][1]];

			v[order[k][0]] = x < y ? x : y;
			v[order[k][1]] = x < y ? y : x;
		}
		out[i][7] = v[0] * 1000 + v[2];
		out[i][8] = v[1] * 1000 + v[3];
	}
	for (int i = 0; i < 40; i++) {
		for (int k = 0; k < 9; k++)
			printf("%d ", out[i][k]);
		printf("\n");
	}
	return 0;
}
