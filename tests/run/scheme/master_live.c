// What the sequential thread has of its own stays alive while regions run: scalars of every type,
// structures, small arrays, pointers to them.
// may-refuse: spmd inspector
#include <stdio.h>

struct mixed { char c; double d; short s[3]; long long l; };

static int work[4][70];

static void region(int *v, int n, int by)
{
	#pragma omp parallel for
	for (int i = 0; i < n; i++)
		v[i] += by;
}

int main(void)
{
	double out[4];
	long long sums[4];

	#pragma omp target teams distribute map(tofrom: work) map(from: out, sums)
	for (int t = 0; t < 4; t++) {
		signed char c = (signed char)(-t - 1);
		unsigned char uc = (unsigned char)(250 + t);
		short s = (short)(1000 * t - 2000);
		unsigned u = 4000000000u + (unsigned)t;
		long long l = -5000000000LL * (t + 1);
		unsigned long long ul = 1ull << (60 + t);
		float f = 0.5f * (float)t;
		double d = 1.0 / (t + 3);
		_Bool b = t & 1;
		struct mixed m = { 'a', 0.25, { 1, 2, 3 }, t }, *at = &m;
		int little[5] = { t, 1, 2, 3, 4 }, *p = little + 1;

		for (int k = 0; k < 3; k++) {
			region(work[t], 70, k + 1);
			c--;
			uc += 3;
			s *= 2;
			u += 100000000u;
			l -= k;
			ul >>= 1;
			f *= 1.5f;
			d += f;
			b = !b;
			at->s[k] += (short)work[t][69 - k];
			*p++ += work[t][k];
			region(work[t], 70 - t, c);
			at->l += little[k] + uc + b;
		}
		out[t] = d + f + m.d;
		sums[t] = c + uc + s + u + l + (long long)ul + m.c + m.s[0] + m.s[1] * 10 + m.s[2] * 100 + m.l
			+ *p + little[0] + little[1] * 2 + little[2] * 3 + little[3] * 5;
	}
	for (int t = 0; t < 4; t++)
		printf("%a %lld %d %d\n", out[t], sums[t], work[t][0], work[t][69]);
	return 0;
}
