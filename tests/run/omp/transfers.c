// minicc-args: -fno-device-by-value -fno-device-unused-maps
/* Nothing is spared: firstprivate scalars go through memory, unused variables are mapped. */
#include <stdbool.h>
#include <stdio.h>

int
main(void)
{
	char c = 'x';
	bool yes = true;
	short s = -7;
	unsigned long long big = 1ull << 40;
	float f = 1.5f;
	double d = 0.25, unused[100] = { 1, 2 };
	double a[64] = { 0 };
	int n = 64, sum = 0;
	struct { int x, y; } pair = { 3, 4 };

	#pragma omp target map(tofrom: a, unused, sum) firstprivate(pair)
	{
		n -= pair.x - 3;
		s += pair.y;
		sum = n + s + c + yes + (big == 1ull << 40);
		#pragma omp parallel for firstprivate(d)
		for (int i = 0; i < n; i++)
			a[i] = f * i + d + s;
	}
	printf("%d %d %d %g %g %g\n", sum, n, s, a[0], a[63], unused[1]);
	for (int r = 0; r < 3; r++) {
		f = r;
		#pragma omp target teams distribute parallel for
		for (int i = 0; i < n; i++)
			a[i] += f;
		printf("%g\n", a[5]);
	}
	int from = 3;
	#pragma omp target map(tofrom: a)
	for (int i = from; i < from + 4; i++)
		a[i] = -i;
	for (int i = 0; i < 9; i++)
		printf("%g%c", a[i], i < 8 ? ' ' : '\n');
	return 0;
}
