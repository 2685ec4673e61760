// Numbers that are computed one from another, with overflow: several steps are one.
#include <stdint.h>
#include <stdio.h>

enum { N = 32 };

static uint32_t
random32(uint32_t x, int steps)
{
	for (int k = 0; k < steps; k++)
		x = x * 1664525u + 1013904223u;
	return x;
}

static uint64_t
random64(uint64_t x, long steps, uint64_t *sum)
{
	for (long k = 0; k < steps; k++) {
		x = x * 6364136223846793005u + 1442695040888963407u;
		*sum += x >> 40; /* each is used */
	}
	return x;
}

static uint64_t
mixed(uint32_t x)
{
	uint32_t a = ((x * 5 + 3) * 7 + 2) * 4294967295u + 9, b = (a * 3 - 1) * 11 - x;
	uint64_t c = (((uint64_t)b * 5 + x) * 3 + 1) * 9 + 4;
	int d = ((int)(x % 100) * 7 + 3) * 5 - 20;
	uint16_t e = (uint16_t)((uint16_t)(x * 3 + 1) * 5 + 2) * 7 + 1;

	return c + (uint64_t)(d + e);
}

int
main(void)
{
	uint32_t a[N], serial = 7;
	uint64_t b[N], c[N], sum[N];

	#pragma omp target teams distribute parallel for map(from: a, b, c, sum)
	for (int i = 0; i < N; i++) {
		sum[i] = 0;
		a[i] = random32(i * 2654435761u, i * 3);
		b[i] = random64(i, 2 * i + 1, &sum[i]);
		c[i] = mixed(i * 40503u);
	}
	#pragma omp target map(tofrom: serial)
	for (long k = 0; k < 1000; k++)
		serial = serial * 1103515245u + 12345u;
	for (int i = 0; i < N; i++)
		printf("%u %llu %llu %llu\n", a[i], (unsigned long long)b[i], (unsigned long long)c[i],
			(unsigned long long)sum[i]);
	printf("%u\n", serial);
	return 0;
}
