// Neighbours in memory, which one instruction may reach, from addresses that are multiples of 16 and from others.
#include <stdio.h>

struct four { float a, b, c, d; };
struct two { double re, im; };

static void turn(struct four *f, const struct four *g, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		struct four x = g[i];

		f[i] = (struct four){ x.d, x.c + 1, x.b, x.a + f[i].a };
	}
}

static void square(struct two *z, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		struct two x = z[i];

		z[i] = (struct two){ x.re * x.re - x.im * x.im, 2 * x.re * x.im };
	}
}

/* A store between the loads, to where one of them may read; stores that overwrite each other. */
static void between(int *v, int *w, int n)
{
	#pragma omp target teams distribute parallel for
	for (int i = 0; i < n; i++) {
		int a = v[4 * i], b, c, d;

		w[4 * i + 1] = a + 1;
		b = v[4 * i + 1];
		c = v[4 * i + 2];
		v[4 * i + 3] = b;
		v[4 * i + 2] = a;
		v[4 * i + 3] = c;
		d = v[4 * i + 3];
		v[4 * i] = d;
		v[4 * i + 1] = c;
	}
}

int main(void)
{
	enum { N = 64 };
	float f[4 * N + 4], g[4 * N + 4];
	double z[2 * N + 2];
	int v[4 * N + 4];

	for (int i = 0; i < 4 * N + 4; i++) {
		f[i] = i % 7;
		g[i] = i % 11;
		v[i] = i % 13;
		z[i / 2] = i % 5;
	}
	#pragma omp target data map(tofrom: f, g, z, v)
	for (int off = 0; off < 4; off++) {
		turn((struct four *)(f + off), (struct four *)(g + 3 * off % 4), N);
		square((struct two *)(z + off % 2), N);
		between(v + off, v + off, N);
	}
	for (int i = 0; i < 4 * N + 4; i++)
		printf("%g %g %g %d\n", f[i], g[i], z[i / 2], v[i]);
	return 0;
}
