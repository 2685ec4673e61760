// Bit-fields in device code: signed and unsigned, across units, assignment, increment, promotion.
#include <stdio.h>
#include <string.h>

struct flags {
	unsigned a : 3;
	signed b : 5;
	unsigned c : 1;
	unsigned : 0;
	unsigned d : 31;
	long long e : 40;
	unsigned char f : 4, g : 4;
};

int main(void)
{
	struct flags f[16];
	long long out[16][4];

	memset(f, 0, sizeof f);
	for (int i = 0; i < 16; i++)
		f[i].b = i - 8;
	#pragma omp target teams distribute parallel for map(tofrom: f) map(from: out)
	for (int i = 0; i < 16; i++) {
		struct flags local = { .a = 5, .d = 0x7fffffff };

		f[i].a = i;			/* keeps three bits */
		f[i].a++;
		f[i].b -= 10;			/* wraps in five bits */
		f[i].c = i > 3;
		f[i].d = 0x40000000u + i;
		f[i].e = -(1LL << 38) + i;
		f[i].f = i;
		f[i].g = f[i].f ^ 5;
		local.a += f[i].a;
		out[i][0] = (local.d + 1u) + (f[i].a - 4);	/* a promotes to int */
		out[i][1] = (local.a = i + 7);
		out[i][2] = f[i].e >> 3;
		out[i][3] = f[i].b < -10 ? -f[i].b : f[i].b * 2;
	}
	for (int i = 0; i < 16; i++)
		printf("%u %d %u %u %lld %u %u  %lld %lld %lld %lld\n", f[i].a, f[i].b, f[i].c, f[i].d,
			(long long)f[i].e, f[i].f, f[i].g, out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}
