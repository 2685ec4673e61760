// <string.h>, <ctype.h> and byte swaps in device code, with sizes that the compiler does not know.
#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { N = 6, SIZE = 32 };

static char text[N][SIZE] = { "", "a", "PTX", "team of threads", "barrier", "warp, lane, warp" };
static char out[N][4 * SIZE];
static long r[N][16];

static int sign(int v)
{
	return (v > 0) - (v < 0);
}

static long at(const char *base, const char *p)
{
	return p ? p - base : -1;
}

int main(void)
{
	#pragma omp target teams distribute parallel for map(to: text) map(from: out, r)
	for (int i = 0; i < N; i++) {
		const char *s = text[i], *t = text[(i + 1) % N];
		char *o = out[i];
		size_t n = strlen(s);

		memset(o, '.', 2 * SIZE + n - n);
		memset(o + 2 * SIZE, 0, sizeof out[i] - 2 * SIZE + n - n);
		memcpy(o, s, n);
		memmove(o + 3, o, n + 4);
		strcpy(o + 40, s);
		strcat(o + 40, "/");
		strncat(o + 40, t, 4);
		strncpy(o + 80, t, n);
		memcpy(o + 96, s, n / 8 * 8);
		for (size_t k = 0; s[k] && k < 8; k++)
			o[112 + k] = (char)toupper((unsigned char)s[k]);
		r[i][0] = n;
		r[i][1] = sign(strcmp(s, t));
		r[i][2] = sign(strncmp(s, t, 1));
		r[i][3] = sign(memcmp(s, t, SIZE));
		r[i][4] = at(s, strchr(s, 'a'));
		r[i][5] = at(s, strrchr(s, 'a'));
		r[i][6] = at(s, strstr(s, "ar"));
		r[i][7] = strspn(s, "abret");
		r[i][8] = strcspn(s, " ,");
		r[i][9] = at(s, memchr(s, 'T', n));
		r[i][10] = !!isalpha((unsigned char)s[0]) + 2 * !!isdigit((unsigned char)s[0]);
		r[i][11] = __builtin_bswap64(n + 0x0102030405060708) + __builtin_bswap32(n);
		r[i][12] = __builtin_parity(n) + 2 * __builtin_ctz(n + 8);
	}
	for (int i = 0; i < N; i++) {
		for (int k = 0; k < 4 * SIZE; k++)
			putchar(out[i][k] ? out[i][k] : '0');
		for (int k = 0; k < 13; k++)
			printf(" %ld", r[i][k]);
		putchar('\n');
	}
	return 0;
}
