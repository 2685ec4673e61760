// ordered doacross, of 5.2, on host and device.
#include <stdio.h>

enum { N = 50 };

static int a[N], b[N], c[N][N];

int main(void)
{
	#pragma omp parallel for ordered(1) num_threads(4)
	for (int i = 1; i < N; i++) {
		#pragma omp ordered doacross(sink: i - 1)
		a[i] = a[i - 1] + i;
		#pragma omp ordered doacross(source: omp_cur_iteration)
	}
	#pragma omp target parallel for ordered(1) map(tofrom: b)
	for (int i = 1; i < N; i++) {
		#pragma omp ordered doacross(sink: i - 1)
		b[i] = b[i - 1] + 2 * i;
		#pragma omp ordered doacross(source:)
	}
	#pragma omp parallel for ordered(2) num_threads(4)
	for (int i = 1; i < N; i++)
		for (int j = 1; j < N; j++) {
			#pragma omp ordered doacross(sink: i - 1, j) doacross(sink: i, j - 1)
			c[i][j] = (c[i - 1][j] + c[i][j - 1] + 1) % 1000;
			#pragma omp ordered doacross(source:)
		}
	printf("%d %d %d\n", a[N - 1], b[N - 1], c[N - 1][N - 1]);
	return 0;
}
