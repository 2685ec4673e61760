// char and short: promotion to int, wrap on assignment, compound assignment, increments, arrays.
#include <stdio.h>

int main(void)
{
	signed char sc[64];
	unsigned char uc[64];
	short sh[64];
	unsigned short us[64];
	int out[64][4];

	#pragma omp target teams distribute parallel for map(from: sc, uc, sh, us, out)
	for (int i = 0; i < 64; i++) {
		char c = i * 7;
		signed char s = 100;
		unsigned char u = 200;
		short h = 30000;
		unsigned short w = 65000;

		s += i;
		u += i * 3;
		h = h + i * 100;
		w += i * 50;
		out[i][0] = s + u + c;
		out[i][1] = h * 2 + w;
		out[i][2] = (u << 4) + (s >> 2) + -c;
		out[i][3] = (char)(i * 5) < (unsigned char)(i * 5) ? u++ : s--;
		sc[i] = s;
		uc[i] = ~u;
		sh[i] = h * w;
		us[i] = h / (s ? s : 1) % 1000;
		sc[i] ^= 0x55;
		uc[i] /= 3;
		sh[i] >>= 1;
		us[i]--;
	}
	for (int i = 0; i < 64; i++)
		printf("%d %d %d %d  %d %d %d %d\n", sc[i], uc[i], sh[i], us[i],
			out[i][0], out[i][1], out[i][2], out[i][3]);
	return 0;
}
