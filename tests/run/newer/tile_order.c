// tile: the order in which tiles and their iterations are gone through, on the host and on the device.
#include <stdio.h>

enum { N = 9, M = 7 };

#define ORDER(SEEN) do { \
		time = 0; \
		_Pragma("omp tile sizes(4, 3)") \
		for (int i = 0; i < N; i++) { \
			for (unsigned j = 1; j <= M - 1u; j += 2) \
				SEEN[i] = SEEN[i] * 3 + (int)j + time++; \
		} \
		_Pragma("omp tile sizes(2)") \
		for (k = N - 1; k >= lo; k -= 3) \
			SEEN[k] += 7 * time++; \
		_Pragma("omp tile sizes(3, 2, 2)") \
		for (long i = 8; i > -1; --i) \
			for (m = 0; m < 5; m++) \
				for (unsigned char l = 3; l != 0; l--) \
					SEEN[i] = (SEEN[i] * 5 + time++ - m * l) % 10007; \
	} while (0)

static int on_host[N], on_device[N], divided[N][M], whose[N];

static unsigned sum(const int *v, int n)
{
	unsigned h = 1;

	for (int i = 0; i < n; i++)
		h = h * 31 + (unsigned)v[i];
	return h;
}

int main(void)
{
	int time, k, lo = 1, same = 1;
	short m;

	ORDER(on_host);
	#pragma omp target map(tofrom: on_device) private(time, k, m)
	ORDER(on_device);
	for (int i = 0; i < N; i++)
		same &= on_host[i] == on_device[i];
	printf("%u %d\n", sum(on_host, N), same);
	#pragma omp parallel for collapse(2) num_threads(3)
	#pragma omp tile sizes(2, 5)
	for (int i = 0; i < N; i++)
		for (int j = M - 1; j >= 0; j--)
			divided[i][j] += i * 10 + j;
	#pragma omp parallel for schedule(static, 1) num_threads(2)
	#pragma omp tile sizes(3)
	for (int i = 0; i <= N - lo; i++)
		whose[i] = i + 1;
	printf("%u %u\n", sum(&divided[0][0], N * M), sum(whose, N));
	return 0;
}
