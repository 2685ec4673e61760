// Objects whose bytes are reached in parts of 1, 2, 4 and 8, which lie in registers where all offsets are known.
#include <stdio.h>
#include <stdint.h>
#include <string.h>

struct pole { double a, b; float c; short l; signed char m; unsigned char n; };
union word { uint64_t u; double d; uint32_t w[2]; int16_t s[4]; uint8_t b[8]; };
struct flags { unsigned a : 3, b : 13; short c; int d; };

enum { N = 40 };

int main(void)
{
	struct pole poles[N], moved[N];
	uint64_t out[N][6];
	double sums[N];

	for (int i = 0; i < N; i++)
		poles[i] = (struct pole){ i * 0.5, 3 - i, 0.25f * i, (short)(-1000 * i), (signed char)(-3 * i), (unsigned char)(7 * i) };
	#pragma omp target teams distribute parallel for map(to: poles) map(from: moved, out, sums)
	for (int i = 0; i < N; i++) {
		struct pole p = poles[i], q;
		union word x = { .d = 1.0 / (i + 1) }, y;
		struct flags f = { i, 100 * i, -i, i << 20 }, g;
		uint8_t bytes[16];

		sums[i] = p.a * p.b - p.c + p.l + p.m + p.n;
		p.l += p.m;			/* what is narrower than its register, then the whole again */
		p.n -= 100;
		q = p;
		q.m = (signed char)(q.n + q.l);
		moved[i] = q;

		y = x;
		y.b[3] ^= 0xa5;
		y.s[3] = (int16_t)(y.s[3] - 0x10);
		out[i][0] = y.u;
		x.w[1] = y.w[0];
		x.b[7]++;
		out[i][1] = x.u + (uint64_t)(int64_t)x.s[2] + x.b[0];
		out[i][2] = x.d == y.d;

		f.b++;
		g = f;
		g.c = (short)(g.c * 1000);
		memcpy(bytes, &g, sizeof g);
		out[i][3] = bytes[0] | bytes[1] << 8 | (uint64_t)bytes[2] << 16 | (uint64_t)bytes[5] << 24;
		memcpy(bytes + 8, &x.w[1], 4);
		bytes[9] = bytes[0];
		memcpy(&y.w[0], bytes + 8, 4);
		out[i][4] = y.u;
		out[i][5] = (uint64_t)(g.a + g.b + g.c + g.d);
	}
	for (int i = 0; i < N; i++) {
		const struct pole *m = &moved[i];

		printf("%g: %g %g %g %d %d %d:", sums[i], m->a, m->b, m->c, m->l, m->m, m->n);
		for (int k = 0; k < 6; k++)
			printf(" %llx", (unsigned long long)out[i][k]);
		printf("\n");
	}
	return 0;
}
