// Short circuit, conditional and comma operators, with the side effects that may not happen.
#include <stdio.h>
#include <stdbool.h>

static int count(int *calls, int result)
{
	++*calls;
	return result;
}

int main(void)
{
	int out[16][6];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 16; i++) {
		bool a = i & 1, b = i & 2, c = i & 4;
		int n = 0, m = 0, x = i, y, v[4] = { 1, 2, 3, 4 };

		out[i][0] = (a && count(&n, b)) || count(&m, c);
		out[i][1] = n * 10 + m;
		y = (x++, n += 2, x + 3);
		out[i][2] = a ? b ? 1 : 2 : c ? 3 : count(&n, 4);
		out[i][3] = y + n + !(a || b) + !!i - !c;
		v[i % 4] += (a ? v : v + 1)[i % 3];
		out[i][4] = v[0] + 10 * v[1] + 100 * v[2] + 1000 * v[3];
		out[i][5] = (a & b) + 2 * (a | c) + 4 * (a ^ b) + 8 * (a == b) + 16 * (a < c) + (c ? 0.5 : i) * 32;
	}
	for (int i = 0; i < 16; i++)
		printf("%d %d %d %d %d %d\n", out[i][0], out[i][1], out[i][2], out[i][3], out[i][4], out[i][5]);
	return 0;
}
