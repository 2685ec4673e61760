// may-refuse: inspector
// Clauses in a region that call functions with the addresses of its variables.
#include <stdio.h>

static int big(int *x) { return *x > 2; }
static int value(int *x) { return *x; }

int main(void)
{
	int r[3], out[8];

	#pragma omp target map(from: r, out)
	{
		int x = 3, s = 2, k = 1, a[4] = { 1, 2, 3, 4 }, one = 1;

		#pragma omp task final(big(&x)) if(value(&x))
		x += 1;
		r[0] = x;
		#pragma omp parallel for simd linear(k: value(&s)) schedule(static, value(&one))
		for (int i = 0; i < 8; i++) {
			out[i] = k;
			k += value(&s);
		}
		r[1] = k;
		#pragma omp parallel for reduction(+: a[value(&one):value(&s)])
		for (int i = 0; i < 8; i++)
			a[1 + i % 2] += i;
		r[2] = a[1] * 100 + a[2];
	}
	printf("%d %d %d\n", r[0], r[1], r[2]);
	for (int i = 0; i < 8; i++)
		printf("%d\n", out[i]);
	return 0;
}
