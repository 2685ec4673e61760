// Functions that are built into their callers, whatever their size, and others that stay functions: results
// are those of the host.
#include <stdio.h>

struct pair { unsigned lo, hi; };

#define MIX(k) s.lo = s.lo * (2 * k + 1) ^ s.hi >> k; s.hi += s.lo << (k & 7) | k;
#define MIX8(k) MIX(k) MIX(k + 1) MIX(k + 2) MIX(k + 3) MIX(k + 4) MIX(k + 5) MIX(k + 6) MIX(k + 7)

/* large, one call in each kernel */
static void once(const unsigned *from, struct pair *to)
{
	struct pair s = *to;
	s.lo ^= from[0];
	MIX8(1) MIX8(2) MIX8(3)
	to->hi = s.lo;
	to->lo = s.hi;
}

/* large, several calls, some in loops; changes its parameter */
static struct pair several(struct pair s, int n)
{
	while (n-- > 0) {
		if (s.lo % 11 == 0)
			return s;
		MIX8(4) MIX8(7)
	}
	return s;
}

static inline __attribute__((always_inline)) struct pair always(struct pair s)
{
	MIX8(3) MIX8(5) MIX8(9) MIX8(2)
	return several(s, 2);
}

static __attribute__((noinline)) unsigned never(unsigned x)
{
	return x * 5 + 1;
}

static unsigned depth(unsigned n)
{
	return n < 2 ? n + 1 : depth(n - 1) + depth(n - 2) * 3;
}

/* each calls the next once: only one is called from outside */
static unsigned c0(unsigned x) { struct pair s = { x, 3 }; MIX8(1) return s.lo + s.hi; }
static unsigned c1(unsigned x) { struct pair s = { x, c0(x) }; MIX8(2) return s.lo + s.hi; }
static unsigned c2(unsigned x) { struct pair s = { x, c1(x + 1) }; MIX8(3) return s.lo ^ s.hi; }
static unsigned c3(unsigned x) { struct pair s = { x, x & 1 ? c2(x) : x }; MIX8(4) return s.lo ^ s.hi; }

static unsigned all(const unsigned *a, unsigned i)
{
	struct pair s = { a[i], i }, t;

	t = always(s);
	for (int k = 0; k < 3; k++) {
		s = several(t, k);
		t.lo ^= several(s, 2).hi + never(k);
	}
	t = always(t);
	return s.lo + s.hi * 3 + t.lo * 5 + t.hi * 7 + depth(i % 7) + c3(i);
}

int main(void)
{
	unsigned a[64], r[64], q[64];
	int bad = 0;

	for (unsigned i = 0; i < 64; i++)
		a[i] = i * 2654435761u;
	#pragma omp target teams distribute parallel for map(to: a) map(from: r)
	for (unsigned i = 0; i < 64; i++)
		r[i] = all(a, i);
	#pragma omp target map(to: a) map(from: q)
	{
		struct pair s = { 1, 2 };
		once(a, &s);
		#pragma omp parallel for firstprivate(s)
		for (int i = 0; i < 64; i++) {
			once(a + i, &s);
			q[i] = s.lo ^ s.hi;
			s.lo = 1, s.hi = 2;
			once(a, &s);
		}
	}
	struct pair s = { 1, 2 };
	once(a, &s);
	for (unsigned i = 0; i < 64; i++) {
		struct pair t = s;
		once(a + i, &t);
		bad += r[i] != all(a, i) || q[i] != (t.lo ^ t.hi);
	}
	printf("%d\n", bad);
	return bad != 0;
}
