// Assignments and the values they have: structs through calls and conditionals, small integer
// types, _Bool, compound assignment across integer and floating types.
#include <stdio.h>

struct big { long a[20]; };

static struct big
mk(long k)
{
	struct big b;

	for (int i = 0; i < 20; i++) b.a[i] = k + i;
	return b;
}

static long
tot(struct big b)
{
	long s = 0;

	for (int i = 0; i < 20; i++) s += b.a[i];
	b.a[0] = 0;
	return s;
}

static struct big
rot(struct big b)
{
	struct big c = b;

	for (int i = 0; i < 20; i++) c.a[i] = b.a[(i + 1) % 20];
	return c;
}

static struct big *
id(struct big *p)
{
	return p;
}

typedef struct big (*mkfn)(long);
union u { struct big b; long l[20]; };

static long
va(int n, int m, double a[restrict n][m])
{
	double s = 0;

	for (int i = 0; i < n; i++) for (int j = 0; j < m; j++) s += a[i][j];
	return s;
}

static int
side(int *p)
{
	return (*p)++;
}

int main(void)
{
	long r[24] = { 0 };
	#pragma omp target map(tofrom: r)
	{
		struct big x = mk(3), y;
		mkfn f = mk;
		union u un;
		int k = 3, n = 4;
		double m[n][n + 1];
		x = rot(x);
		r[0] = tot(rot(rot(x)));
		y = *id(&x) = rot(mk(r[0] % 7));
		r[1] = tot(y) * 3 + x.a[2] + f(9).a[3] + (k > 2 ? x : y).a[4];
		un.b = x; un.b = *(struct big *)un.l; r[2] = un.l[7];
		x = x; r[3] = tot(x);
		r[4] = (y = mk(4), y).a[5] + ({ struct big z = rot(y); z; }).a[0];
		for (int i = 0; i < n; i++) for (int j = 0; j <= n; j++) m[i][j] = i * 10 + j;
		r[5] = va(n, n + 1, m) + sizeof m + sizeof m[0];
		int arr[5] = { 5, 4, 3, 2, 1 }, *p = arr;
		r[6] = *p++ + *p; r[7] = p[side(&k)]; r[8] = k; r[9] = arr[arr[arr[4]]];
		arr[side(&k) % 5] += 10; r[10] = arr[4] + k;
		arr[side(&k) % 5]++; r[11] = arr[0] * 10 + k;
		
		unsigned char c = 250; c += 10; r[13] = c; c = c << 7; r[14] = c; c >>= 1;
		r[15] = c--; r[16] = c;
		signed char s = -128; s--; r[17] = s; s = s / 3; r[18] = s; r[19] = -s % 5;
		short sh = 32767; sh++; r[20] = sh; sh *= 2; r[20] += sh;
		_Bool b = 5; b += 3; r[21] = b; b--; r[21] += b * 10; b = 0.5;
		r[21] += b * 100; b ^= 1; r[21] += b * 1000; b = &k; r[21] += b * 10000; b++;
		r[21] += b * 100000; b = !b; --b; r[21] += b;
		float fl = 16777216; fl++; r[22] = fl; double dd = 0.5; dd--;
		r[22] += dd * 100; k = 7; k *= 1.5; r[22] += k; k /= 0.3f; r[22] += k; c = 200;
		c *= 1.2; r[22] += c;
		long long q = 1LL << 40; q %= -7; r[23] = q; unsigned uu = 5; uu -= 6;
		r[23] += uu; r[23] += uu / 2 + (int)uu / 2 + (-7 >> 1) + (-7u >> 1);
	}
	for (int i = 0; i < 24; i++) printf("%d %ld\n", i, r[i]);
	return 0;
}
