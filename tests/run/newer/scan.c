// scan, inclusive and exclusive: over threads of a region, in simd loops, several at once, every operator.
#include <omp.h>
#include <stdio.h>

enum { N = 3000, M = 77 };

static int a[N], in[N], ex[N];
static unsigned char most[N];
static double d[N];

static unsigned hash(const void *p, unsigned n)
{
	const unsigned char *c = p;
	unsigned h = 1;

	while (n--)
		h = h * 31 + *c++;
	return h;
}

static void sums(int n)
{
	int x = 100, y = 7;

	#pragma omp target map(tofrom: in, x) map(to: a)
	#pragma omp parallel for reduction(inscan, +: x)
	for (int i = 0; i < n; i++) {
		x += a[i];
		#pragma omp scan inclusive(x)
		in[i] = x;
	}
	#pragma omp target map(tofrom: ex, y) map(to: a)
	#pragma omp parallel for reduction(inscan, +: y)
	for (int i = 0; i < n; i++) {
		ex[i] = y;
		#pragma omp scan exclusive(y)
		y += a[i];
	}
	printf("%d: %d %d %08x %08x\n", n, x, y, hash(in, sizeof in), hash(ex, sizeof ex));
}

/* Several list items, types of all widths, code on both sides with control flow of its own. */
static void several(void)
{
	long long product = 1;
	unsigned char high = 3;
	double sum = 0.5, low = 1e9;
	unsigned bits = 0;
	int last = -1;
	long long p[M];
	unsigned all[M];
	float lows[M];

	#pragma omp target map(to: a, d) map(from: p, most, all, lows) map(tofrom: product, high, sum, low, bits, last)
	#pragma omp parallel num_threads(96)
	{
		#pragma omp for reduction(inscan, *: product) reduction(inscan, max: high) lastprivate(last)
		for (int i = M - 1; i >= 0; i--) {
			if (i % 9 == 0)
				product *= 2 + i % 2;
			for (int k = 0; k < 2; k++)
				high = high > (unsigned char)a[i + k] ? high : (unsigned char)a[i + k];
			#pragma omp scan inclusive(product, high)
			if (i % 2) {
				p[i] = product;
				most[i] = high;
			} else {
				p[i] = -product;
				most[i] = high / 2;
			}
			last = i * 10;
		}
		#pragma omp for reduction(inscan, min: low) reduction(inscan, |: bits) nowait
		for (long i = 0; i < M; i++) {
			all[i] = bits;
			lows[i] = low;
			#pragma omp scan exclusive(low, bits)
			bits |= 1u << a[i] % 32;
			low = low < d[i] ? low : d[i];
		}
		#pragma omp barrier
		#pragma omp for simd reduction(inscan, +: sum)
		for (int i = 0; i < N; i++) {
			sum += d[i];
			#pragma omp scan inclusive(sum)
			d[i] = sum;
		}
	}
	printf("%lld %d %d %a %a %x, %08x %08x %08x %08x\n", product, high, last, sum, low, bits, hash(p, sizeof p),
		hash(most, M), hash(all, sizeof all), hash(lows, sizeof lows));
}

/* In one thread: simd loops of many threads, and outside of parallel regions. */
static void alone(void)
{
	int out[40][M], x = 0, rows[40];

	#pragma omp target teams distribute parallel for map(from: out, rows) map(to: a)
	for (int r = 0; r < 40; r++) {
		int s = r;

		#pragma omp simd reduction(inscan, +: s)
		for (int i = 0; i < M; i++) {
			s += a[i] % 10;
			#pragma omp scan inclusive(s)
			out[r][i] = s;
		}
		rows[r] = s;
	}
	#pragma omp target map(tofrom: x, out) map(to: a)
	{
		#pragma omp simd reduction(inscan, +: x)
		for (int i = 0; i < M; i++) {
			out[1][i] -= x;
			#pragma omp scan exclusive(x)
			x += a[i];
		}
	}
	printf("%d %08x %08x\n", x, hash(out, sizeof out), hash(rows, sizeof rows));
}

/* A reduction of the program's own: which matrix all before make, in this order. */
struct matrix { unsigned a, b, c, d; };

static struct matrix times(struct matrix x, struct matrix y)
{
	return (struct matrix){ x.a * y.a + x.b * y.c, x.a * y.b + x.b * y.d, x.c * y.a + x.d * y.c,
		x.c * y.b + x.d * y.d };
}

#pragma omp declare reduction(then: struct matrix: omp_out = times(omp_out, omp_in)) \
	initializer(omp_priv = { 1, 0, 0, 1 })

static void own(void)
{
	struct matrix m = { 1, 0, 0, 1 }, all[M];

	#pragma omp target map(tofrom: m) map(to: a) map(from: all)
	#pragma omp parallel for reduction(inscan, then: m)
	for (int i = 0; i < M; i++) {
		m = times(m, (struct matrix){ a[i], 1, i, 1 });
		#pragma omp scan inclusive(m)
		all[i] = m;
	}
	printf("%u %u %u %u %08x\n", m.a, m.b, m.c, m.d, hash(all, sizeof all));
}

int main(void)
{
	static const int sizes[] = { 0, 1, 2, 31, 33, 128, 257, 1024, N };

	for (int i = 0; i < N; i++) {
		a[i] = i * 7919 % 1001;
		d[i] = (i * 31 % 64 - 20) * 0.25;
	}
	for (unsigned k = 0; k < sizeof sizes / sizeof *sizes; k++)
		sums(sizes[k]);
	several();
	alone();
	own();
	return 0;
}
