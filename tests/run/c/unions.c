// Unions: the bits of floating numbers, bytes of integers, unions in structures, anonymous members.
#include <stdio.h>
#include <stdint.h>

union bits { float f; uint32_t u; unsigned char byte[4]; };
union wide { double d; uint64_t u; struct { uint32_t low, high; } half; };

struct tagged {
	enum { INT, REAL, PAIR } kind;
	union {
		int i;
		double r;
		struct { short x, y; };
	};
};

static double value(struct tagged t)
{
	switch (t.kind) {
	case INT: return t.i;
	case REAL: return t.r;
	case PAIR: return t.x * 1000.0 + t.y;
	}
	return -1;
}

int main(void)
{
	struct tagged tagged[30];
	uint64_t out[30][4];
	double values[30];

	for (int i = 0; i < 30; i++) {
		tagged[i].kind = i % 3;
		if (i % 3 == INT)
			tagged[i].i = -i;
		else if (i % 3 == REAL)
			tagged[i].r = i + 0.5;
		else
			tagged[i].x = i, tagged[i].y = -i;
	}
	#pragma omp target teams distribute parallel for map(tofrom: tagged) map(from: out, values)
	for (int i = 0; i < 30; i++) {
		union bits b = { .f = i - 15 };
		union wide w;

		out[i][0] = b.u;
		b.byte[3] ^= 0x80;		/* the sign */
		out[i][1] = (uint64_t)(int64_t)b.f;
		w.d = 1.0 / (i + 1);
		out[i][2] = w.half.high ^ w.half.low;
		w.u &= ~0ull << 52;		/* the power of two below */
		out[i][3] = (uint64_t)(w.d * 64);
		values[i] = value(tagged[i]);
		if (tagged[i].kind == PAIR)
			tagged[i].y++;
	}
	for (int i = 0; i < 30; i++)
		printf("%llx %lld %llx %llu %g %g\n", (unsigned long long)out[i][0], (long long)out[i][1],
			(unsigned long long)out[i][2], (unsigned long long)out[i][3], values[i], value(tagged[i]));
	return 0;
}
