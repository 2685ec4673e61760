// <complex.h> of the device library, both types: within twice the epsilon of the host's long double functions
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdio.h>

enum { N = 16, FUNCTIONS = 4 };

static double complex of_double[N][N][FUNCTIONS];
static float complex of_float[N][N][FUNCTIONS];
static double reals[N][N][4];
static float floats[N][N][4];
static double complex parts[N][N];
static float complex float_parts[N][N];

static const double values[N] = {
	0, -0.0, 1, -1, 0.6, -0.8, 2.5, -700.25, 30, 0x1p-1060, -0x1p-600, 0x1p1000, 1 + 0x1p-40,
	INFINITY, -INFINITY, NAN
};

static void fill(void)
{
	#pragma omp target teams distribute parallel for collapse(2) map(to: values) \
		map(from: of_double, of_float, reals, floats, parts, float_parts)
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++) {
			double complex z = CMPLX(values[i], values[j]);
			float complex f = z;

			of_double[i][j][0] = csqrt(z);
			of_double[i][j][1] = cexp(z);
			of_double[i][j][2] = clog(z);
			of_double[i][j][3] = cproj(z);
			of_float[i][j][0] = csqrtf(f);
			of_float[i][j][1] = cexpf(f);
			of_float[i][j][2] = clogf(f);
			of_float[i][j][3] = cprojf(f);
			reals[i][j][0] = cabs(z);
			reals[i][j][1] = carg(z);
			reals[i][j][2] = creal(z);
			reals[i][j][3] = cimag(z);
			floats[i][j][0] = cabsf(f);
			floats[i][j][1] = cargf(f);
			floats[i][j][2] = crealf(f);
			floats[i][j][3] = cimagf(f);
			parts[i][j] = conj(z);
			float_parts[i][j] = conjf(f);
		}
}

static int wrong;

/* Of a type with these limits: as far from REF as twice its epsilon; infinities and zeros have their signs. */
static void check(const char *what, int i, int j, double got, long double ref, double epsilon, double min, double max)
{
	long double unit = fabsl(ref) < min ? min * epsilon : fabsl(ref) * epsilon;
	int ok = isnan(ref) ? isnan(got) : fabsl(ref) > max ? got == (ref < 0 ? -INFINITY : INFINITY)
		: ref == 0 ? got == 0 && !signbit(got) == !signbit(ref) : fabsl(got - ref) <= 2 * unit;

	if (ok)
		return;
	wrong++;
	printf("%s(%a, %a): %a, not %La\n", what, values[i], values[j], got, ref);
}

static void check_double(const char *what, int i, int j, double complex got, long double complex ref)
{
	check(what, i, j, creal(got), creall(ref), DBL_EPSILON, DBL_MIN, DBL_MAX);
	check(what, i, j, cimag(got), cimagl(ref), DBL_EPSILON, DBL_MIN, DBL_MAX);
}

static void check_float(const char *what, int i, int j, float complex got, long double complex ref)
{
	check(what, i, j, crealf(got), creall(ref), FLT_EPSILON, FLT_MIN, FLT_MAX);
	check(what, i, j, cimagf(got), cimagl(ref), FLT_EPSILON, FLT_MIN, FLT_MAX);
}

static void check_all(int i, int j)
{
	long double complex z = CMPLXL(values[i], values[j]), f = CMPLXL((float)values[i], (float)values[j]);

	check_double("csqrt", i, j, of_double[i][j][0], csqrtl(z));
	check_double("cexp", i, j, of_double[i][j][1], cexpl(z));
	check_double("clog", i, j, of_double[i][j][2], clogl(z));
	check_double("cproj", i, j, of_double[i][j][3], cprojl(z));
	check_double("cabs, carg", i, j, CMPLX(reals[i][j][0], reals[i][j][1]), CMPLXL(cabsl(z), cargl(z)));
	check_double("creal, cimag", i, j, CMPLX(reals[i][j][2], reals[i][j][3]), z);
	check_double("conj", i, j, parts[i][j], conjl(z));
	check_float("csqrtf", i, j, of_float[i][j][0], csqrtl(f));
	check_float("cexpf", i, j, of_float[i][j][1], cexpl(f));
	check_float("clogf", i, j, of_float[i][j][2], clogl(f));
	check_float("cprojf", i, j, of_float[i][j][3], cprojl(f));
	check_float("cabsf, cargf", i, j, CMPLXF(floats[i][j][0], floats[i][j][1]), CMPLXL(cabsl(f), cargl(f)));
	check_float("crealf, cimagf", i, j, CMPLXF(floats[i][j][2], floats[i][j][3]), f);
	check_float("conjf", i, j, float_parts[i][j], conjl(f));
}

int main(void)
{
	fill();
	for (int i = 0; i < N; i++)
		for (int j = 0; j < N; j++)
			check_all(i, j);
	printf("%d wrong\n", wrong);
	return wrong != 0;
}
