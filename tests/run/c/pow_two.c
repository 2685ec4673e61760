// Squares written as powers evaluate what they square once.
#include <math.h>
#include <stdio.h>

enum { N = 200 };

int
main(void)
{
	double x[N], r[N];
	float y[N], s[N];
	int calls = 0, wrong = 0;

	for (int i = 0; i < N; i++) {
		x[i] = (i - 100) * 1.1e-3 + 1e-17 * i;
		y[i] = (i - 100) * 1.1e-3f;
	}
#pragma omp target map(to : x, y) map(from : r, s) map(tofrom : calls)
	for (int i = 0; i < N; i++) {
		r[i] = pow(x[i + 0 * ++calls], 2);
		s[i] = powf(y[i], 1 + 1.0f);
	}
	for (int i = 0; i < N; i++)
		wrong += fabs(r[i] - x[i] * x[i]) > 2e-16 * r[i] || fabsf(s[i] - y[i] * y[i]) > 1e-7f * s[i];
	printf("%d wrong, %d calls\n", wrong, calls);
	return wrong || calls != N;
}
