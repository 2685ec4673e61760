// nowait: what a target task takes along by value, of every kind, while the program goes on.  All that
// map the same data are ordered: a mapping that another task still holds is not copied back.
#include <stdio.h>
#include <stdbool.h>
struct cfg { int a; double b[3]; };
static const int K = 4;
static double gs = 2;

static double work(const int n, const struct cfg c, double *restrict out, register int r, bool flag,
	int rows, int m[rows][3])
{
	const double f = 1.5;
	static int calls = 1;
	double sum = 0;

	for (int it = 0; it < 3; it++) {
		#pragma omp target teams distribute parallel for nowait depend(inout: out[0:n]) \
			map(tofrom: out[0:n]) map(to: m[0:rows])
		for (int i = 0; i < n; i++)
			out[i] += f * c.a + c.b[1] + r + flag + K + it + m[i % rows][1] + calls + gs;
	}
	#pragma omp target nowait depend(in: out[0:n]) depend(out: sum) map(tofrom: sum) \
		map(to: out[0:n]) firstprivate(c)
	for (int i = 0; i < n; i++)
		sum += out[i];
	if (n > 3)
		#pragma omp target nowait depend(inout: out[0:n]) map(alloc: out[0:1])
		{ (void)out; }
	for (int k = 0; k < 2; k++)
		#pragma omp target nowait depend(in: sum) map(to: sum)
		{ (void)sum; }
	#pragma omp taskwait
	return sum;
}

int main(void)
{
	double out[20] = { 0 };
	int m[4][3] = { { 1, 2, 3 }, { 4, 5, 6 } };
	struct cfg c = { 3, { 1, 2, 3 } };

	printf("%g\n", work(20, c, out, 7, true, 4, m));
	#pragma omp parallel num_threads(2)
	{
		double mine[20] = { 0 }, v = 0;

		v = work(10, c, mine, 1, false, 4, m);
		#pragma omp critical
		printf("%g\n", v);
	}
	return 0;
}
