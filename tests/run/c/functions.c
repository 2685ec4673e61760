// Functions merely called from a region: static inline, several levels, out parameters, constant
// tables, static locals that are const, a prototype before the definition.
#include <stdio.h>

#define SQUARE(x) ((x) * (x))

static const int table[8] = { 3, 1, 4, 1, 5, 9, 2, 6 };

int later(int x);

static inline int clamp(int x, int low, int high)
{
	return x < low ? low : x > high ? high : x;
}

static inline void divide(int x, int y, int *quotient, int *remainder)
{
	*quotient = x / y;
	*remainder = x % y;
}

static int look_up(int i)
{
	static const char digits[] = "0123456789abcdef";

	return digits[i & 15] + table[clamp(i, 0, 7)];
}

static int level3(int x) { return later(x) + look_up(x); }
static int level2(int x) { return level3(x) - level3(x + 1); }
static int level1(int x) { return level2(x) * 2 + SQUARE(level2(x + 1)); }

static void sort(int *v, int n)
{
	for (int i = 1; i < n; i++)
		for (int j = i; j > 0 && v[j - 1] > v[j]; j--) {
			int t = v[j];

			v[j] = v[j - 1];
			v[j - 1] = t;
		}
}

int main(void)
{
	int out[40][4];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 40; i++) {
		int q, r, v[8];

		divide(i * 37, 8, &q, &r);
		for (int k = 0; k < 8; k++)
			v[k] = table[k] * ((i + k) % 3 - 1);
		sort(v, 8);
		out[i][0] = level1(i - 3);
		out[i][1] = q * 100 + r;
		out[i][2] = v[0] * 100 + v[7];
		out[i][3] = look_up(i);
	}
	for (int i = 0; i < 40; i++)
		printf("%d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}

int later(int x)
{
	return x * 3 + 1;
}
