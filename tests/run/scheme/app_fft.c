// A program's shape: a radix-2 FFT, a number-theoretic one beside it that must come back exactly;
// nested data regions, is_device_ptr on memory of omp_target_alloc, use_device_ptr.
#include <math.h>
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

#define P 998244353u
typedef unsigned long long u64;

static unsigned power(unsigned b, unsigned e)
{
	u64 r = 1, x = b;

	for (; e; e >>= 1, x = x * x % P)
		if (e & 1)
			r = r * x % P;
	return (unsigned)r;
}

static void ntt(unsigned *d, int n, int inverse)
{
	for (int len = 2; len <= n; len <<= 1) {
		unsigned root = power(3, (P - 1) / len);

		if (inverse)
			root = power(root, P - 2);
		#pragma omp target teams distribute parallel for is_device_ptr(d)
		for (int t = 0; t < n / 2; t++) {
			int half = len / 2, group = t / half, k = t % half, i = group * len + k;
			unsigned w = power(root, k), u = d[i], v = (unsigned)((u64)d[i + half] * w % P);

			d[i] = u + v >= P ? u + v - P : u + v;
			d[i + half] = u >= v ? u - v : u + P - v;
		}
	}
}

static void reverse(unsigned *a, int n)
{
	for (int i = 1, j = 0; i < n; i++) {
		int bit = n >> 1;

		for (; j & bit; bit >>= 1)
			j ^= bit;
		j ^= bit;
		if (i < j) {
			unsigned t = a[i];

			a[i] = a[j], a[j] = t;
		}
	}
}

static void fft(int n, float *re, float *im)
{
	#pragma omp target data map(tofrom: re[0:n], im[0:n])
	for (int len = 2; len <= n; len *= 2) {
		#pragma omp target data use_device_ptr(re, im)
		{
			#pragma omp target parallel for is_device_ptr(re, im) num_threads(32)
			for (int t = 0; t < n / 2; t++) {
				int i = t / (len / 2) * len + t % (len / 2), j = i + len / 2;
				float a = -2 * 3.14159265f * (t % (len / 2)) / len;
				float c = cosf(a), s = sinf(a);
				float x = re[j] * c - im[j] * s, y = re[j] * s + im[j] * c;

				re[j] = re[i] - x, im[j] = im[i] - y;
				re[i] += x, im[i] += y;
			}
		}
	}
}

int main(void)
{
	enum { N = 64 };
	int dev = omp_get_default_device(), host = omp_get_initial_device(), wrong = 0;
	unsigned a[N], *d = omp_target_alloc(sizeof a, dev), sum = 0;
	float re[N], im[N] = { 0 };

	for (int i = 0; i < N; i++)
		a[i] = i * i + 1, re[i] = (i & 7) - 3;
	reverse(a, N);
	omp_target_memcpy(d, a, sizeof a, 0, 0, dev, host);
	ntt(d, N, 0);
	omp_target_memcpy(a, d, sizeof a, 0, 0, host, dev);
	for (int i = 0; i < N; i++)
		sum = sum * 31 + a[i];
	reverse(a, N);
	omp_target_memcpy(d, a, sizeof a, 0, 0, dev, host);
	ntt(d, N, 1);
	omp_target_memcpy(a, d, sizeof a, 0, 0, host, dev);
	for (int i = 0; i < N; i++)
		wrong += (u64)a[i] * power(N, P - 2) % P != (unsigned)(i * i + 1);
	omp_target_free(d, dev);
	printf("%u, %d wrong\n", sum, wrong);

	fft(N, re, im);
	for (int k = 0; k < N; k += 16)
		printf("%d %d\n", (int)lrintf(re[k]), (int)lrintf(im[k]));
	return 0;
}
