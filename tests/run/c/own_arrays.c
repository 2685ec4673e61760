// Arrays of a thread's own: by computed places, through pointers that may lead to others, whose addresses are compared,
// args: -fwrapv
// stored, passed on or added to atomically; volatile; loops over them that are written out, or none at all.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { N = 64 };
static int in[N], out[N];

#pragma omp declare target
static int
sum_of(const int *p, int n)
{
	int s = 0;

	for (int k = 0; k < n; k++)
		s += p[k] * (k + 1);
	return s;
}

static int *
furthest(int *p, int *q)
{
	return p > q ? p : q;
}
#pragma omp end declare target

static uint32_t
turn(uint32_t v, int n)
{
	return v << n | v >> (32 - n);
}

int
main(void)
{
	int bad = 0;

	for (int i = 0; i < N; i++)
		in[i] = i * 7 % 31 - 9;
	#pragma omp target teams distribute parallel for map(to: in) map(tofrom: out)
	for (int i = 0; i < N; i++) {
		int own[8], other[8], *p, *seen[2], s = 0;
		volatile int steady[3] = { i, 1, 2 };
		uint32_t ring[4] = { (uint32_t)i, 2, 3, 4 };
		short half[9];

		for (int k = 0; k < 8; k++) {
			own[k] = in[(i + k) % N];
			other[7 - k] = own[k] + k;
		}
		own[in[i] & 7] += 100;
		p = in[i] > 3 ? own : in[i] < -3 ? other : &in[i > N - 8 ? N - 8 : i];
		s += p[i & 7] + sum_of(p, i & 7) + sum_of(own + 2, 3);
		s += furthest(own + (i & 3), own + 2) == own + (i & 3);
		seen[i & 1] = other + 1;
		seen[~i & 1] = own;
		seen[0][2] += 5;
		s += other[3] * 3 + own[2];
		#pragma omp atomic
		own[i & 7] += s & 15;
		steady[i % 3] += 2;
		s += own[(i + 1) & 7] + steady[0] * steady[1] - steady[2];
		for (int k = 0; k < 40; k++) {
			if (k >= 4)
				ring[k & 3] += turn(ring[(k + 1) & 3], 7) ^ turn(ring[(k + 2) & 3], 11);
			ring[k & 3] ^= (uint32_t)k;
		}
		for (int k = 0; k < in[i] - 5; k++)
			ring[k & 3]++;
		memset(half, 0, sizeof half);
		for (int k = 0; k < 9; k++)
			half[(k * 2 + i) % 9] = (short)(k * 40000 + i);
		p = &other[in[i] & 3];
		for (int *q = p; q < other + 8; q++)
			s = s * 3 + *q;
		out[i] = s + (int)(ring[0] ^ ring[1] ^ ring[2] ^ ring[3]) + half[i % 9] * half[(i + 4) % 9];
	}
	for (int i = 0; i < N; i++)
		bad = bad * 31 + out[i];
	printf("%d %d %d\n", bad, out[0], out[N - 1]);
	return 0;
}
