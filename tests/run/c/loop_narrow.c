// Loops whose variable is a char or short: the count is known, and what wraps, wraps.
#include <stdio.h>

enum { N = 64 };

#define LOOP(type, start, test, step) \
	do { \
		unsigned long sum = 0; \
		type k; \
		for (k = start; test; step) \
			sum = sum * 31 + k + (x[k & 63] ^ i); \
		r[i] = r[i] * 7 + sum + k; \
	} while (0)

#pragma omp declare target
static void
run(int i, int n, const int *x, unsigned long *r)
{
	LOOP(char, 0, k < 5, k++);
	LOOP(signed char, 0, k < 127, k++);
	LOOP(signed char, 100, k != -100, k++);
	LOOP(unsigned char, 250, k != 5, k++);
	LOOP(unsigned char, 0, k < 255, k += 5);
	LOOP(unsigned char, 3, k != 0, k--);
	LOOP(unsigned char, 2, k <= 200, k--);
	LOOP(short, 0, k < 3000, k += 3);
	LOOP(short, 32760, k > 0, k += 2);
	LOOP(unsigned short, 65000, k >= 65000, k += 100);
	LOOP(unsigned short, 0, k < 640, k++);
	LOOP(short, 0, k < n, k++);
	LOOP(unsigned char, 250, k > n, k++);
	LOOP(int, 300, k != 47, k = (unsigned char)(k + 1));
	LOOP(int, 1000, k > 250 || k < 0, k = (short)(k + 300));
}
#pragma omp end declare target

int
main(void)
{
	int x[N];
	unsigned long r[N], want[N];

	for (int i = 0; i < N; i++)
		x[i] = i * 17 % 23, r[i] = want[i] = i;
	for (int i = 0; i < N; i++)
		run(i, 40, x, want);
#pragma omp target teams distribute parallel for map(to : x) map(tofrom : r)
	for (int i = 0; i < N; i++)
		run(i, 40, x, r);
	int wrong = 0;
	for (int i = 0; i < N; i++)
		wrong += r[i] != want[i];
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
