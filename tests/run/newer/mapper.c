// declare mapper: default ones and named ones, explicit and implicit, on all data directives.
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; double *data; } vector;
struct image { int w, h; unsigned char *pixels, *mask; int unused[8]; };

#pragma omp declare mapper(vector v) map(v, v.data[0:v.n])
#pragma omp declare mapper(pixels: struct image im) map(to: im.w, im.h) \
	map(tofrom: im.pixels[0:im.w * im.h])
#pragma omp declare mapper(all: struct image im) map(im, im.pixels[0:im.w * im.h], \
	im.mask[0:im.w * (im.h - 1)])

static double dot(vector a, vector b)
{
	double sum = 0;

	#pragma omp target teams distribute parallel for reduction(+: sum) map(to: a, b)
	for (int i = 0; i < a.n; i++)
		sum += a.data[i] * b.data[i];
	return sum;
}

static void scale(vector *v, double by)
{
	#pragma omp target parallel for map(tofrom: v[0:1])
	for (int i = 0; i < v->n; i++)
		v->data[i] *= by;
}

int main(void)
{
	vector a = { 10, malloc(10 * sizeof(double)) }, b = { 10, malloc(10 * sizeof(double)) };
	struct image im = { 4, 3, calloc(12, 1), calloc(8, 1), { 0 } };
	int sum = 0;

	for (int i = 0; i < 10; i++) {
		a.data[i] = i;
		b.data[i] = 2;
	}
	#pragma omp target
	for (int i = 0; i < a.n; i++)
		a.data[i]++;
	printf("%g\n", dot(a, b));
	scale(&a, 3);
	printf("%g %g\n", dot(a, b), a.data[9]);
	#pragma omp target map(mapper(pixels), tofrom: im)
	for (int i = 0; i < im.w * im.h; i++)
		im.pixels[i] = i;
	#pragma omp target enter data map(mapper(all), to: im)
	#pragma omp target map(mapper(all), tofrom: im)
	for (int i = 0; i < 8; i++)
		im.mask[i] = im.pixels[i] + im.h;
	#pragma omp target exit data map(mapper(all), from: im)
	for (int i = 0; i < 8; i++)
		sum += im.mask[i] * im.pixels[i + 4];
	printf("%d\n", sum);
	#pragma omp target data map(to: a)
	{
		a.data[0] = 100;
		#pragma omp target update to(a)
		printf("%g\n", dot(a, b));
	}
	return 0;
}
