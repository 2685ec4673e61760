// may-refuse: inspector
// Pointers to library functions in device code, also to those that a call makes into instructions: in
// variables, parameters, tables in static storage; and memory from a pointer to malloc.
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <omp.h>

typedef double unary(double);
typedef double binary(double, double);

#pragma omp declare target
static unary *const shapes[] = { sqrt, fabs, floor, ceil, trunc, rint, exp2 };
struct method { const char *name; binary *f; } methods[] = {
	{ "min", fmin }, { "max", fmax }, { "copysign", copysign }, { "mod", fmod },
};
float (*single)(float) = sqrtf;

static double twice(double (*f)(double), double x)
{
	return f(f(x));
}

static int total(int (*f)(int), const int *a, int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += f(a[i]);
	return sum;
}
#pragma omp end declare target

enum { N = 48, SHAPES = sizeof shapes / sizeof *shapes, METHODS = sizeof methods / sizeof *methods };

int main(void)
{
	double out[N], both[N], copy[4] = { 1, 2, 3, 4 };
	float small[N];
	int a[N], sums[N], odd = 0;

	for (int i = 0; i < N; i++)
		a[i] = (i % 3 - 1) * i;
	#pragma omp target teams distribute parallel for map(from: out, both, small)
	for (int i = 0; i < N; i++) {
		double x = i * 0.75 + 1;
		double (*f)(double) = i % 2 ? sqrt : fabs;
		double (*three)(double, double, double) = fma;

		out[i] = shapes[i % SHAPES](x - (i % SHAPES ? 20 : 0)) + twice(f, x);
		both[i] = three(x, methods[i % METHODS].f(x, 7.5), 1);
		small[i] = single(i) + (float)(methods[i % METHODS].name[0] == 'm');
	}
	#pragma omp target teams distribute parallel for map(to: a) map(from: sums)
	for (int i = 0; i < N; i++)
		sums[i] = total(abs, a, i + 1);
	#pragma omp target map(tofrom: copy, odd)
	{
		void *(*get)(size_t) = malloc, *(*move)(void *, const void *, size_t) = memcpy;
		void (*give)(void *) = free;
		double *p = get(sizeof copy);

		move(p, copy, sizeof copy);
		#pragma omp parallel for
		for (int i = 0; i < 4; i++)
			copy[i] += p[3 - i];
		give(p);
		odd = get == malloc && give != NULL && shapes[0] == sqrt && shapes[1] != sqrt;
	}
	for (int i = 0; i < N; i++)
		printf("%.9a %a %a %d\n", out[i], both[i], small[i], sums[i]);
	printf("%g %g %g %g %d\n", copy[0], copy[1], copy[2], copy[3], odd);
	return 0;
}
