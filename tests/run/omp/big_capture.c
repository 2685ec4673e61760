// Arrays of the sequential part that regions use by reference and that outgrow shared memory, alone
// and together; in a called function too.
// may-refuse: spmd inspector
#include <stdio.h>

#define BIG 16000

static long total[3];

static long checksum(const int *v, int n)
{
	long sum = 0;

	#pragma omp parallel for reduction(+: sum)
	for (int i = 0; i < n; i++)
		sum += (long)v[i] * (i % 7);
	return sum;
}

static long in_function(int seed)
{
	short own[BIG * 2];
	long s = 0;

	#pragma omp parallel for
	for (int i = 0; i < BIG * 2; i++)
		own[i] = (short)(i + seed);
	#pragma omp parallel for reduction(+: s)
	for (int i = 0; i < BIG * 2; i++)
		s += own[BIG * 2 - 1 - i] ^ i;
	return s;
}

int main(void)
{
	#pragma omp target teams distribute map(from: total)
	for (int t = 0; t < 3; t++) {
		int a[BIG];
		double b[3000], c[3000];
		struct { int n; int tail[5000]; } s;

		s.n = t;
		#pragma omp parallel for
		for (int i = 0; i < BIG; i++)
			a[i] = i * (t + 1);
		#pragma omp parallel
		{
			#pragma omp for
			for (int i = 0; i < 3000; i++)
				b[i] = a[i] * 0.5;
			#pragma omp for nowait
			for (int i = 0; i < 3000; i++)
				c[i] = b[2999 - i] + s.n;
			#pragma omp for
			for (int i = 0; i < 5000; i++)
				s.tail[i] = a[BIG - 1 - i];
		}
		a[5] = (int)c[0];
		s.tail[4999] += (int)b[2999];
		total[t] = checksum(a, BIG) + checksum(s.tail, 5000) + in_function(t);
	}
	printf("%ld %ld %ld\n", total[0], total[1], total[2]);
	return 0;
}
