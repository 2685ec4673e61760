// What each host's ABI has its own way with: unnamed bit-fields, char, wchar_t, long double and va_list in structures.
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <wchar.h>

struct zero { char a; int : 0; char b; };
struct gap { char a; int : 5; char b; };
struct packed { char a; int : 0; char b; } __attribute__((packed));
struct mixed { char c; long double x; signed char s : 3; wchar_t w; long long wide : 40; short last; };
union either { char c; long : 3; };
struct huge { char a[(1L << 62) - 8], b[1L << 60]; int c; };

int main(void)
{
	struct zero z[3] = { { 1, 2 }, { 3, 4 }, { 5, 6 } };
	struct gap g[2] = { { 1, 2 }, { 3, 4 } };
	struct packed p[2] = { { 1, 2 }, { 3, 4 } };
	struct mixed m = { -1, 0, -2, (wchar_t)-3, -4, -5 };
	long out[7];

	#pragma omp target map(tofrom: z, g, p, m) map(from: out)
	{
		out[0] = sizeof z + 100 * sizeof g + 10000 * sizeof p + 1000000 * sizeof m;
		out[1] = sizeof(union either) + 10 * _Alignof(struct zero) + 100 * _Alignof(struct gap);
		out[2] = offsetof(struct mixed, w) + 1000 * offsetof(struct mixed, last);
		out[3] = z[2].b + 10 * g[1].b + 100 * p[1].b;
		out[4] = m.c + m.s + m.wide + m.last;
		out[5] = (m.w > 0) + 2 * (L'\xffffffff' > 0) + 4 * ((char)-1 > 0);
		out[6] = sizeof(struct huge) - offsetof(struct huge, c) + (offsetof(struct huge, c) >> 40);
		z[1].b = g[0].b = p[1].a = 7;
		m.last = m.wide = -9;
	}
	for (int i = 0; i < 7; i++)
		printf("%ld ", out[i]);
	printf("%d %d %d %d %d\n", z[1].b, g[0].b, p[1].a, m.last, (int)m.wide);
	return 0;
}
