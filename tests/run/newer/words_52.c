// What 5.1 and 5.2 say in other words: modifiers of linear, depobj, ordered for doacross.
#include <omp.h>
#include <stdio.h>

#pragma omp declare target
#pragma omp declare simd simdlen(4) uniform(x) linear(i: val, step(1))
static int twice(const int *x, int i) { return 2 * x[i]; }
#pragma omp end declare target

int main(void)
{
	int a[16], b[10] = { 3 }, c[4][4] = { { 0 } }, j = 1, k = 5, step = 3;
	omp_depend_t object;

	#pragma omp depobj(object) depend(inout: a)
	#pragma omp target parallel for simd linear(j: step(2)) linear(k: val) map(from: a)
	for (int i = 0; i < 16; i++) {
		a[i] = j * 100 + k;
		j += 2;
		k++;
	}
	#pragma omp depobj(object) destroy(object)
	#pragma omp target parallel for simd linear(j: val, step(step)) map(tofrom: a) map(to: b)
	for (int i = 0; i < 16; i++) {
		a[i] += j + twice(b, 0);
		j += step;
	}
	#pragma omp parallel for ordered
	for (int i = 1; i < 10; i++) {
		#pragma omp ordered doacross(sink: i - 1)
		b[i] = b[i - 1] + 1;
		#pragma omp ordered doacross(source:)
	}
	#pragma omp parallel for collapse(2) ordered
	for (int i = 1; i < 4; i++)
		for (int n = 1; n < 4; n++) {
			#pragma omp ordered doacross(sink: i - 1, n)
			c[i][n] = c[i - 1][n] + n;
			#pragma omp ordered doacross(source:)
		}
	for (int i = 0; i < 16; i++)
		printf("%d ", a[i]);
	printf("%d %d\n", b[9], c[3][3]);
	return 0;
}
