// Trip counts that are elements of arrays and of arrays in structures: known at the launch where the array comes to
// the device with the region, not where it was there before, with other values.
#include <stdio.h>

enum { N = 1000 };
static int sizes[3] = { 3, N, 7 };
static struct {
	int dims[2][2];
} s = { { { 1, 2 }, { 500, 4 } } };

int
main(void)
{
	int b[N] = { 0 }, g[2] = { 100, N };

#pragma omp target teams distribute parallel for map(tofrom : b)
	for (int i = 0; i < sizes[1]; i++)
		b[i]++;
#pragma omp target teams distribute parallel for map(tofrom : b)
	for (int i = g[0]; i < *g * 10; i++)
		b[i] += 10;
#pragma omp target teams distribute parallel for map(tofrom : b) map(to : s)
	for (int i = 0; i < s.dims[1][0]; i++)
		b[i] += 100;
#pragma omp target teams distribute parallel for map(tofrom : b) firstprivate(g)
	for (int i = 0; i < g[g[1] - N]; i++)
		b[i] += 1000;
#pragma omp target data map(to : g, sizes)
	{
#pragma omp target map(to : g)
		{
			g[0] = 800;
			sizes[1] = 900;
		}
		/* the host has 100 and N */
#pragma omp target teams distribute parallel for map(tofrom : b)
		for (int i = g[0]; i < sizes[1]; i++)
			b[i] += 10000;
	}
	int threads = 100, c[300] = { 0 };
#pragma omp target teams distribute parallel for num_teams(3) thread_limit(threads) map(tofrom : c)
	for (int i = 0; i < 3 * threads;
		i++) /* each thread has one, of teams that are no whole warps */
		c[i] += 1 + i;
	for (int i = 0; i < 300; i++)
		b[0] += c[i] != 1 + i;
	printf("%d %d %d %d %d\n", b[0], b[100], b[700], b[850], b[950]);
	return b[0] != 1101 || b[99] != 1101 || b[100] != 111 || b[700] != 11 || b[799] != 11 ||
		b[850] != 10011 || b[950] != 11;
}
