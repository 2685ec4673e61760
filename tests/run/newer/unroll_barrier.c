// Loops with barriers written out: whole, in rounds, around other loops, in teams that no warp fills.
#include <omp.h>
#include <stdio.h>

enum { T = 128, N = 16 };

static unsigned in[N * T];
static int wrong;

#define AT(k, t) in[(k)*T + (t)]

static void
rotate(int threads, int rounds)
{
	unsigned out[T] = { 0 };
	int used = 0;

#pragma omp target map(to : in) map(tofrom : out, used)
	{
		unsigned s[T];
#pragma omp parallel num_threads(threads)
		{
			int t = omp_get_thread_num(), n = omp_get_num_threads();
			unsigned r[N], sum = 0;

			if (t == 0)
				used = n;
			for (int k = 0; k < N; k++)
				r[k] = AT(k, t);
			for (int k = 0; k < N; k++) {
				s[t] = r[k];
#pragma omp barrier
				r[k] += s[(t + 1) % n];
				for (int l = 0; l < N; l++)
					sum = sum * 3 + r[l];
#pragma omp barrier
			}
#pragma omp unroll full
			for (short k = N; k > 0; k -= 5) {
				s[t] = sum;
#pragma omp barrier
				for (int l = 0; l < rounds; l++)
					sum += s[(t + l) % n] ^ l;
#pragma omp barrier
			}
#pragma omp unroll partial(3)
			for (int k = 0; k < rounds; k++) {
				s[t] = sum;
#pragma omp barrier
				sum = sum * 5 + s[(t + k) % n];
#pragma omp barrier
#pragma omp atomic
				s[k % n] += 1;
#pragma omp barrier
				sum += s[t];
#pragma omp barrier
			}
#pragma omp unroll full
			for (int k = 0; k < 3; k++) {
#pragma omp single
				s[0] = k;
#pragma omp critical
				s[0] += t;
#pragma omp barrier
				sum += s[0];
#pragma omp barrier
			}
			out[t] = sum;
		}
	}

	unsigned r[T][N], sum[T] = { 0 }, s[T];
	int n = used;
	for (int t = 0; t < n; t++)
		for (int k = 0; k < N; k++)
			r[t][k] = AT(k, t);
	for (int k = 0; k < N; k++) {
		for (int t = 0; t < n; t++)
			s[t] = r[t][k];
		for (int t = 0; t < n; t++) {
			r[t][k] += s[(t + 1) % n];
			for (int l = 0; l < N; l++)
				sum[t] = sum[t] * 3 + r[t][l];
		}
	}
	for (int k = N; k > 0; k -= 5) {
		for (int t = 0; t < n; t++)
			s[t] = sum[t];
		for (int t = 0; t < n; t++)
			for (int l = 0; l < rounds; l++)
				sum[t] += s[(t + l) % n] ^ l;
	}
	for (int k = 0; k < rounds; k++) {
		for (int t = 0; t < n; t++)
			s[t] = sum[t];
		for (int t = 0; t < n; t++)
			sum[t] = sum[t] * 5 + s[(t + k) % n];
		s[k % n] += n;
		for (int t = 0; t < n; t++)
			sum[t] += s[t];
	}
	for (int t = 0; t < n; t++)
		sum[t] += 3 + 3 * (n * (n - 1) / 2);
	for (int t = 0; t < n; t++)
		wrong += out[t] != sum[t];
}

int
main(void)
{
	for (int i = 0; i < N * T; i++)
		in[i] = i * 37 % 101;
	rotate(T, 7);
	rotate(T, 0);
	rotate(70, 12);
	rotate(33, 2);
	rotate(5, 3);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
