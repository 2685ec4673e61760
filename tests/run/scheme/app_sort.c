// A program's shape: bitonic and odd-even sort, prefix sums and compaction, strings of a text counted,
// function pointers in a table on the host that choose a kernel, global tables extern to a function.
// may-refuse: inspector
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { N = 128 };

extern int table[];

static void bitonic(int *a)
{
	#pragma omp target data map(a[:N])
	for (int k = 2; k <= N; k <<= 1)
		for (int j = k >> 1; j > 0; j >>= 1) {
			#pragma omp target teams distribute parallel for
			for (int i = 0; i < N; i++) {
				int l = i ^ j, t;

				if (l > i && ((i & k) == 0) == (a[i] > a[l]))
					t = a[i], a[i] = a[l], a[l] = t;
			}
		}
}

static void odd_even(int *a)
{
	#pragma omp target parallel num_threads(N / 2) map(a[:N])
	for (int round = 0; round < N; round++) {
		#pragma omp for
		for (int i = round & 1; i < N - 1; i += 2)
			if (a[i] > a[i + 1]) {
				int t = a[i];

				a[i] = a[i + 1];
				a[i + 1] = t;
			}
	}
}

static int compact(const int *a, int *out)
{
	int at[N + 1], n = 0;

	#pragma omp target map(to: a[:N]) map(from: out[:N]) map(tofrom: n) map(alloc: at)
	{
		#pragma omp parallel for
		for (int i = 0; i < N; i++)
			at[i + 1] = a[i] % 3 == 0;
		at[0] = 0;
		for (int i = 0; i < N; i++)
			at[i + 1] += at[i];
		#pragma omp parallel for
		for (int i = 0; i < N; i++)
			if (at[i + 1] != at[i])
				out[at[i]] = a[i];
		n = at[N];
	}
	return n;
}

static int words(const char *text)
{
	int n = 0, len = (int)strlen(text) + 1;

	#pragma omp target teams distribute parallel for reduction(+: n) map(to: text[:len])
	for (int i = 0; i < len - 1; i++)
		n += isalpha((unsigned char)text[i]) && !isalpha((unsigned char)text[i + 1]);
	return n;
}

int main(void)
{
	static void (*const sorts[])(int *) = { bitonic, odd_even };
	int a[N], out[N], n;

	for (size_t s = 0; s < sizeof sorts / sizeof *sorts; s++) {
		for (int i = 0; i < N; i++)
			a[i] = (i * 37 + 11) % 101 + table[s];
		sorts[s](a);
		n = 0;
		for (int i = 1; i < N; i++)
			n += a[i - 1] > a[i];
		printf("%d %d %d, %d out of order\n", a[0], a[N / 2], a[N - 1], n);
	}
	n = compact(a, out);
	printf("%d kept, last %d\n", n, out[n - 1]);
	printf("%d words\n", words("The quick brown fox, jumps; over 2 lazy dogs!"));
	return 0;
}

int table[2] = { 1000, -5 };
