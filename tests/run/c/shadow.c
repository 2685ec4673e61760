// One name for several variables: shadowing in blocks, loops, regions and parameters; a variable that
// is shared in one region, private in the next and captured by value in a third.
// may-refuse: spmd inspector
#include <stdio.h>

static int x = 1000;
extern int y;

static int add(int x, int *p)
{
	#pragma omp parallel for
	for (int i = 0; i < 10; i++) {
		int x = i;

		p[i] += x;
	}
	return x + p[x];
}

int main(void)
{
	int out[6] = { 0 }, p[10] = { 0 }, i = 50;

	#pragma omp target map(tofrom: out, p, x)
	{
		int x = 1, n = 0;

		for (int i = 0; i < 3; i++) {
			int x = i * 10;

			#pragma omp parallel num_threads(8) reduction(+: n)
			{
				int i = 2;

				#pragma omp for
				for (int x = 0; x < 16; x++)
					n += x + i;
			}
			out[0] += x + n;
		}
		out[1] = x;
		#pragma omp parallel for private(x) num_threads(8)
		for (int i = 0; i < 10; i++) {
			x = i;
			p[i] += x * 2;
		}
		#pragma omp parallel for firstprivate(x)
		for (int i = 0; i < 10; i++)
			p[i] += x;
		#pragma omp parallel for lastprivate(x)
		for (int i = 0; i < 10; i++)
			x = i + p[0];
		out[2] = x;
		out[3] = add(3, p);
		{
			extern int y;
			int x = y;

			out[4] = x;
		}
		out[5] = i;
		i = 7;
	}
	printf("%d %d %d %d %d %d | %d %d %d\n", out[0], out[1], out[2], out[3], out[4], out[5], i, x, p[9]);
	return 0;
}

int y = 5;
