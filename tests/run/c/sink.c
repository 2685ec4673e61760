// What all ways to a place do last is done there once: stores, loads and divisions of two sides and of more, in order, in loops
// that are left, of variables that go on changing, and nothing that only looks alike.
// may-refuse: inspector
#include <stdio.h>

enum { N = 300 };

static double a[N], b[N], c[2 * N];
static int count[N], from[N];
static short small[N];
static struct pair { float x; int y; } pairs[N];

static void
show(const char *what)
{
	double s = 0;
	unsigned long n = 0;

	for (int i = 0; i < N; i++) {
		s = s * 0.5 + a[i] + 3 * c[i] + 5 * c[N + i] + 7 * pairs[i].x;
		n = n * 3 + count[i] + 5 * small[i] + 7 * pairs[i].y;
	}
	printf("%s %.10g %lu\n", what, s, n);
}

#define EACH \
	_Pragma("omp target teams distribute parallel for map(tofrom: a, c, count, small, pairs) map(to: b, from)") \
	for (int i = 0; i < N; i++)

int
main(void)
{
	for (int i = 0; i < N; i++) {
		a[i] = i % 17 - 8;
		b[i] = i % 5 + 1;
		from[i] = i * 7 % N;
		count[i] = i % 11;
		small[i] = i * 3;
	}
	EACH
		if (a[i] > 0)
			c[i] = a[i] / 3;
		else
			c[i] = -a[i];
	show("two sides");

	EACH
		if (i % 3 == 0)
			c[i] = b[from[i]];
		else if (i % 3 == 1)
			c[i] = b[N - 1 - i] / 7;
		else
			c[i] = b[i] / (i + 1);
	show("three sides");

	EACH
		switch (count[i] % 5) {
		case 0: c[i] = 1; c[N + i] = a[i]; break;
		case 1: c[i] = a[i]; c[N + i] = 2; break;
		case 2: c[N + i] = b[i]; c[i] = b[i] * 2; break; /* another order */
		case 3: count[i] += 100;
		default: c[i] = 5; c[N + i] = a[i] * 3;
		}
	show("switch");

	EACH {
		double v;

		if (i & 4)
			v = b[from[i]];
		else
			v = b[i];
		if (v > 2)
			v = v / b[0] + 1, count[i] = 3;
		else
			v = v / b[1], count[i] = 4;
		a[i] += v;
	}
	show("loads and quotients");

	EACH { /* written between: not what it was */
		double v;

		if (i & 1) {
			v = a[i];
			a[i] = 1;
		} else {
			v = a[i];
			a[i] = 2;
		}
		c[i] = v;
	}
	show("written behind");

	EACH {
		if (a[i] > 2)
			count[i] = 1;
		else
			count[i] = 0;
		if (count[i])
			small[i] = -1;
		else
			small[i] = 40000 - 1;
		switch (i % 4) {
		case 0: c[i] = 1.5; break;
		case 1: c[i] = -0.0; break;
		default: c[i] = b[i];
		}
		if (i & 1)
			pairs[i].x = 0.1f;
		else
			pairs[i].x = 2;
	}
	show("constants");

	EACH {
		int k = 0, v = i;

		while (1) {
			if (v & 1) {
				v = v * 3 + 1;
				count[i] = v;
				if (v > 2000)
					break;
			} else {
				v = v / 2;
				count[i] = v;
			}
			if (++k > 40) {
				count[i] = -k;
				break;
			}
			if (v < 2)
				break;
		}
		small[i] = v;
	}
	show("loop");

	EACH {
		int *p = &count[i], q = count[i];

		if (q > 5) {
			*p = q - 1;
			small[i] = *p;
		} else if (q > 2) {
			*p = q + 1;
			small[i] = q;
		} else {
			small[i] = -q;
		}
		if (b[i] > 3) {
			pairs[i].x = q;
			pairs[i].y = 1;
		} else {
			pairs[i].y = q;
			pairs[i].x = 2;
		}
	}
	show("structures");

	EACH { /* other places of one array, of the thread's own, too */
		double own[4] = { 1, 2, 3, 4 };

		if (i % 3)
			own[i % 4] = a[i];
		else
			own[1] = b[i];
		if (i & 2)
			c[i] = own[0] + own[2];
		else
			c[N + i] = own[1] + own[3];
		volatile int seen = 0;
		if (i & 8)
			seen = i;
		else
			seen = 2 * i;
		count[i] = seen % 13 / (i & 16 ? 3 : 2);
	}
	show("places");

	#pragma omp target map(tofrom: a) map(to: b)
	{
		#pragma omp parallel for num_threads(64)
		for (int i = 0; i < N; i++)
			if (i % 2) {
				#pragma omp atomic
				a[i % 8] += b[i];
			} else {
				#pragma omp atomic
				a[i % 4] += 2 * b[i];
			}
		if (a[0] > 100)
			a[N - 1] = a[1] / 2;
		else
			a[N - 1] = a[2] / 4;
	}
	show("threads");
	return 0;
}
