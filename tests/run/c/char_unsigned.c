// char as the host has it: here unsigned, with wchar_t, bit-fields, conversions, constants and library calls.
// args: -funsigned-char
#include <stdio.h>
#include <wchar.h>

enum { N = 256 };

struct bits { char low : 4, high : 4; signed char s : 4; };

static const char text[] = "\xff\x80z";
static char table[4] = { -1, '\xfe', 127, (char)300 };

#pragma omp declare target
static int widen(char c)
{
	return c;
}
static const char letters[] = { '\xe4', 'a' };
#pragma omp end declare target

int main(void)
{
	char c[N];
	int out[N], sums[8];
	struct bits b = { 15, 9, -3 };

	for (int i = 0; i < N; i++)
		c[i] = (char)i;
	#pragma omp target teams distribute parallel for map(to: c) map(from: out)
	for (int i = 0; i < N; i++)
		out[i] = c[i] < 0 ? -1 : c[i] / 3 + (c[i] >> 1);
	#pragma omp target map(to: text, table, b) map(from: sums)
	{
		char x = 200, *p = &x;
		double d = x;

		x += 100;
		sums[0] = widen(-1) + *p + (int)d;
		sums[1] = text[0] + text[1] + "\xff"[0];
		sums[2] = table[0] + table[1] + table[3];
		sums[3] = b.low + 100 * b.high + 10000 * b.s;
		sums[4] = '\xff' + letters[0];
		sums[5] = (char)-1 > 0;
		sums[6] = (char)3e2f + (unsigned char)x + (signed char)x;
		sums[7] = L'\xffffffff' > 0;
	}
	for (int i = 0; i < 8; i++)
		printf("%d ", sums[i]);
	printf("%d %d %d\n", out[100], out[128], out[255]);
	return 0;
}
