// _Bool, enum, sizeof, typedef, const, volatile, static locals that are const, wide constants.
#include <stdio.h>
#include <stdbool.h>
#include <stdint.h>
#include <limits.h>

typedef enum { LOW = -2, MID, HIGH = 1000000 } level;
typedef unsigned short half;
typedef struct { char c; double d; short s; } padded;

int main(void)
{
	long out[20][6];

	#pragma omp target teams distribute parallel for map(from: out)
	for (int i = 0; i < 20; i++) {
		bool b = i & 4, many = i << 8, half_true = i / 4.0;
		level l = i % 3 == 0 ? LOW : i % 3 == 1 ? MID : HIGH;
		volatile half h = 70000 + i;
		const long long wide = 0x7fffffffffffffffLL - i;
		int array[7], *p = &array[3];

		out[i][0] = b + many * 2 + half_true * 4 + (b == true) * 8;
		b += 1;
		out[i][0] += b * 16;
		out[i][1] = l * 2 + (l > MID);
		out[i][2] = h;
		out[i][3] = wide % 1000 + 'a' + '\x7f' + L'\n' + 010 + 1e3;
		out[i][4] = sizeof array + sizeof(padded) * 100 + sizeof *p * 10000 + sizeof(l) + sizeof 'c';
		out[i][5] = (long)(uint8_t)-1 + INT_MIN + (int8_t)(i * 20) + (p - array);
	}
	for (int i = 0; i < 20; i++)
		printf("%ld %ld %ld %ld %ld %ld\n", out[i][0], out[i][1], out[i][2], out[i][3], out[i][4], out[i][5]);
	return 0;
}
