// _Complex in device code (C11 6.2.5p11, 6.3.1.6-8, 6.5, G.5): every operator on both types, bit for bit as on the host
// args: -ffp-contract=off
#include <complex.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>

enum { N = 14 };

struct point { char tag; double complex z[2]; float complex f; };
struct packed { char c; double complex z; float complex f; } __attribute__((packed));
union both { double complex z; double part[2]; };

static double complex results[N][N][14];
static float complex single[N][N][9];
static double reals[N][N][8];
static int whole[N][N][8];

static const double values[N] = {
	0, -0.0, 1, -1, 2.5, -3.75, 1e300, -1e-300, 0x1p-1074, 0.1, INFINITY, -INFINITY, NAN, 7
};

#pragma omp declare target
static double complex rotated(double complex z, int quarters)
{
	while (quarters-- > 0)
		z *= I;
	return z;
}

static float complex narrow(const float complex *z, float by)
{
	return *z * by + 1;
}

static double complex total(int n, ...)
{
	double complex sum = 0;
	va_list ap;

	va_start(ap, n);
	while (n-- > 0)
		sum += n % 2 ? va_arg(ap, float complex) : va_arg(ap, double complex);
	va_end(ap);
	return sum;
}

static struct point moved(struct point p, double complex by)
{
	p.z[0] += by;
	p.z[1] = ~p.z[0];
	p.f = p.z[1];
	return p;
}
#pragma omp end declare target

static void of_double(double complex *r, double complex a, double complex b, double x)
{
	r[0] = a + b;
	r[1] = a - b;
	r[2] = a * b;
	r[3] = a / b;
	r[4] = x + a;
	r[5] = a - x;
	r[6] = x - a;
	r[7] = x * a;
	r[8] = a / x;
	r[9] = x / a;
	r[10] = -a;
	r[11] = ~b;
	r[12] = +a;
	r[13] = a == b ? a : x;
}

static void of_float(float complex *r, float complex a, float complex b, float x)
{
	r[0] = a + b;
	r[1] = a - b;
	r[2] = a * b;
	r[3] = a / b;
	r[4] = x * a;
	r[5] = x / a;
	r[6] = a / x;
	r[7] = x - a;
	r[8] = (float complex)(a * 1.0) + 3;
}

static void to_real(double *r, int *w, double complex a, float complex f)
{
	double complex b = a;
	int i = 5;

	r[0] = a;
	r[1] = __imag__ (a + f);
	r[2] = (float)a;
	r[3] = f;
	__imag__ b = 3;
	__real__ b += 2;
	r[4] = __real__ b++;
	r[5] = __imag__ --b;
	r[6] = 1.5;
	r[6] *= f;
	r[7] = b == a;
	w[0] = a == f;
	w[1] = a != 0;
	w[2] = !a + 2 * (a && f) + 4 * (a || f);
	w[3] = (_Bool)f;
	w[4] = a ? 3 : 4;
	i += f ? 2.5 + I : 1;
	w[5] = i;
	w[6] = (_Bool)(a - a);
	w[7] = 0;
	while (b != 0 && w[7] < 3) {
		b = w[7] == 1 ? 0 : b;
		w[7]++;
	}
}

/* Which NaN it is differs between machines. */
static double seen(double x)
{
	return isnan(x) ? NAN : x;
}

static void show(const char *what, int i, int j, int k, double re, double im)
{
	printf("%s %d %d %d: %a %a\n", what, i, j, k, seen(re), seen(im));
}

static void elementwise(void)
{
	#pragma omp target teams distribute parallel for collapse(2) map(from: results, single, reals, whole) \
		map(to: values)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double complex a = CMPLX(values[i], values[j]), b = CMPLX(values[j], values[(i + j) % N]);
			float complex f = a, g = b;

			of_double(results[i][j], a, b, values[(i + 2 * j) % N]);
			of_float(single[i][j], f, g, values[(2 * i + j) % N]);
			to_real(reals[i][j], whole[i][j], CMPLX(values[i] > 1e9 ? 4 : values[i], values[j]),
				CMPLXF(values[j], 2));
		}
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			for (int k = 0; k < 14; k++)
				show("d", i, j, k, creal(results[i][j][k]), cimag(results[i][j][k]));
			for (int k = 0; k < 9; k++)
				show("f", i, j, k, crealf(single[i][j][k]), cimagf(single[i][j][k]));
			for (int k = 0; k < 8; k++)
				show("r", i, j, k, reals[i][j][k], whole[i][j][k]);
		}
}

/* Members, unaligned ones too, arguments, results, literals, volatile objects, statement expressions. */
static void objects(void)
{
	struct point p = { 'p', { 1 + 2 * I, 3 }, 4.0f * I }, q = { 'q' };
	struct packed k = { 'k', 5 + 6 * I, 7 };
	union both u = { 0 };
	double complex list[5] = { 1, I, [4] = 2 - I };
	float complex s[2] = { 1.5f, 0 };

	#pragma omp target map(tofrom: p, q, k, u, list, s)
	{
		double complex local[3] = { [1] = 1 + I }, *at = &local[2];
		volatile double complex v = 2;
		double x = 3;

		q = moved(p, local[1]);
		*at = rotated(local[1] + list[4], 3);
		k.z *= *at;
		k.f = k.z;
		__imag__ k.z += 1;
		u.z = *at;
		u.part[1]++;
		v += I;
		list[2] = (local[0] = v, local[0] - 1);
		list[3] = ({ double complex t = local[1]; t * t; }) + (double complex){ 10 };
		list[0] = list[0] - 1 ?: x;
		list[1] = x ?: list[1];
		x += list[4];
		list[4] = total(4, p.f, *at, 1.0fi, 2.0i) + x;
		s[1] = narrow(s, 2);
		s[0]++;
		*&__imag__ s[0] = 8;
	}
	printf("%g %g %g %g %g %g\n", creal(q.z[0]), cimag(q.z[0]), creal(q.z[1]), cimag(q.z[1]), crealf(q.f),
		cimagf(q.f));
	printf("%c %g %g %g %g %g %g\n", k.c, creal(k.z), cimag(k.z), crealf(k.f), cimagf(k.f), u.part[0], u.part[1]);
	for (int i = 0; i < 5; i++)
		printf("%g %g\n", creal(list[i]), cimag(list[i]));
	printf("%g %g %g %g\n", crealf(s[0]), cimagf(s[0]), crealf(s[1]), cimagf(s[1]));
}

int main(void)
{
	objects();
	elementwise();
	return 0;
}
