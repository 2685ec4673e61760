// SIMD groups: reductions of several kinds on simd loops, zero-trip loops, trips that lanes do not divide
#include <stdio.h>

enum { N = 33, MAX = 70 };
static int a[MAX], add[N], mul[N], low[N], high[N], bits[N], all[N], some[N];
static unsigned char bytes[N];
static short shorts[N];
static double reals[N];
static float floats[N];
static long longs[N];

int main(void)
{
	for (int i = 0; i < MAX; i++)
		a[i] = i * 37 % 64 - 20;
	#pragma omp target parallel for num_threads(N) map(to: a) \
		map(from: add, mul, low, high, bits, all, some, bytes, shorts, reals, floats, longs)
	for (int i = 0; i < N; i++) {
		int s = i, p = 1, lo = 1000, hi = -1000, x = i, every = 1, any = 0;
		unsigned char b = i;
		short h = 5;
		double r = 0.5;
		float f = 2;
		long l = 1L << 40;

		#pragma omp simd simdlen(4) reduction(+: s, b, r) reduction(min: lo) reduction(max: hi, f) \
			reduction(&&: every) reduction(||: any)
		for (int k = 0; k < 2 * i; k++) {
			s += a[k];
			b += 31;
			r += a[k];
			lo = a[k] < lo ? a[k] : lo;
			hi = a[k] > hi ? a[k] : hi;
			f = a[k] > f ? a[k] : f;
			every = every && a[k] > -20;
			any = any || a[k] == 17;
		}
		#pragma omp simd reduction(*: p) reduction(^: x) reduction(-: h) reduction(+: l)
		for (int k = i; k > 0; k -= 3) {
			p *= k % 3 + 1;
			x ^= a[k];
			h -= k;
			l += a[k];
		}
		add[i] = s;
		mul[i] = p;
		low[i] = lo;
		high[i] = hi;
		bits[i] = x;
		all[i] = every;
		some[i] = any;
		bytes[i] = b;
		shorts[i] = h;
		reals[i] = r;
		floats[i] = f;
		longs[i] = l;
	}
	for (int i = 0; i < N; i++)
		printf("%d %d %d %d %d %d %d %d %d %g %g %ld\n", add[i], mul[i], low[i], high[i], bits[i], all[i],
			some[i], bytes[i], shorts[i], reals[i], floats[i], longs[i]);
	return 0;
}
