// Packed records in device code: misaligned scalars, bit-fields across bytes and units, copies,
// and members beside a bit-field that other threads write.
#include <stdio.h>
#include <string.h>

#pragma pack(push, 1)
struct inner {
	short s;
	double d[2];
	char c;
};
struct record {
	char tag;
	int i;
	float f;
	double d;
	long long l;
	short s;
	unsigned short u;
	struct inner in[2];
	_Bool b;
	void *p;
};
struct bits {
	signed a : 31;
	unsigned b : 27;
	signed char c;
	long long d : 61;
	unsigned long long e : 64;
	unsigned f : 3;
};
#pragma pack(pop)

#pragma omp declare target
static struct bits constant[2] = {
	{ -12345, 271, -3, -987654321012LL, ~1ULL << 40, 5 },
	{ 1, 2, 3, 4, 5, 6 },
};
#pragma omp end declare target

typedef int loose __attribute__((aligned(1)));
struct mixed {
	int a : 17;
	char c[2];
};

static struct record
filled(int i)
{
	struct record r = { i, -i, i / 3.0f, i * 1e100, -7LL * i, -i, -i,
		{ { i, { 1.5, i }, 'x' }, { -i, { i + 0.25, 2 }, 'y' } }, i & 1, 0 };

	return r;
}

static double
sum(struct record r, struct inner n)
{
	return r.i + r.f + r.l + r.s + r.u + n.s + n.d[1] + n.c;
}

int main(void)
{
	struct record r[8];
	struct bits b[8];
	struct mixed m[16];
	double sums[8];
	char raw[64];
	int loosely = 0;

	memset(r, 0, sizeof r);
	memset(b, 0, sizeof b);
	memset(m, 0, sizeof m);
	memset(raw, 0, sizeof raw);
	#pragma omp target teams distribute parallel for map(tofrom: r, b) map(from: sums)
	for (int i = 0; i < 8; i++) {
		struct inner *n;

		r[i] = filled(i);
		n = &r[i].in[1];
		r[i].i *= 3;
		r[i].s++;
		r[i].in[0].d[1] -= 0.5;
		r[i].in[i & 1] = *n;
		sums[i] = sum(r[i], r[i].in[1]);
		b[i].a = -i;
		b[i].b = ~i;
		b[i].c = i;
		b[i].d = -(1LL << 59) + i;
		b[i].e = ~0ULL - i;
		b[i].f = i + 6;
		b[i].a += b[i].b + constant[0].a + constant[1].b;
		b[i].d >>= i;
		b[i].d ^= constant[0].d + constant[1].d + constant[i & 1].f;
		b[i].e -= constant[0].e;
		b[i].f--;
	}
	#pragma omp target parallel num_threads(32) map(tofrom: m)
	#pragma omp for collapse(2) schedule(static, 1)
	for (int i = 0; i < 16; i++)
		for (int half = 0; half < 2; half++)
			if (half)
				m[i].a = i - 2;
			else
				m[i].c[1] = i + 1;
	#pragma omp target map(tofrom: raw, loosely)
	{
		loose *p = (loose *)(raw + 3);

		p[0] = 0x01020304;
		p[2] -= 2;
		loosely = *p + raw[11];
	}
	for (int i = 0; i < 8; i++) {
		printf("%d %g %g %lld %d %u %d %d\n", r[i].i, r[i].f, r[i].d, (long long)r[i].l, r[i].s,
			r[i].u, r[i].in[0].s, r[i].b);
		printf("%g %d %u %d %lld %llx %u\n", sums[i], b[i].a, b[i].b, b[i].c, (long long)b[i].d,
			(unsigned long long)b[i].e, b[i].f);
	}
	for (int i = 0; i < 16; i++)
		printf("%d %d %d\n", m[i].a, m[i].c[0], m[i].c[1]);
	printf("%x %d %d %d %zu\n", loosely, raw[3], raw[11], raw[12], sizeof(struct bits));
	return 0;
}
