// minicc-args: -w
// args: -w
// A shift by a negative constant, which is never made, where neighbours in memory are looked for: an index
// that depends on it once kept the compiler from ending.
#include <stdio.h>

int main(void)
{
	int a[64], n = 16;

	#pragma omp target teams distribute parallel for map(from: a)
	for (int i = 0; i < n; i++) {
		int first = i * 4;

		if (n < 0)
			first = (i + 1) << -3;
		a[first] = i;
		a[first + 1] = i * 2;
		a[first + 2] = i * 3;
		a[first + 3] = i * 5;
	}
	for (int i = 0; i < 64; i++)
		printf("%d%c", a[i], i % 16 == 15 ? '\n' : ' ');
	return 0;
}
