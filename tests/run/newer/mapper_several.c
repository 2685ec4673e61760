// declare mapper for arrays of objects: sections and whole arrays, through pointers, implicit maps, on every
// data directive, with if and device; objects whose parts are all that is mapped.
#include <omp.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct { int n; double *data; } vector;
struct image { int w, h; int *pixels; int host_only; };

#pragma omp declare mapper(vector v) map(v, v.data[0:v.n])
#pragma omp declare mapper(pixels: struct image im) map(to: im.w, im.h) map(tofrom: im.pixels[0:im.w * im.h])

static double total(const vector *v, int n)
{
	double sum = 0;

	for (int k = 0; k < n; k++)
		for (int i = 0; i < v[k].n; i++)
			sum += (k + 1) * v[k].data[i];
	return sum;
}

static void fill(vector *v, int n)
{
	for (int k = 0; k < n; k++) {
		v[k].n = k % 3 + 1;
		v[k].data = malloc(v[k].n * sizeof(double));
		for (int i = 0; i < v[k].n; i++)
			v[k].data[i] = k + i;
	}
}

static void add(vector *v, int from, int n, double by, int where)
{
	#pragma omp target teams distribute parallel for map(tofrom: v[from:n]) if(where >= 0) device(where < 0 ? 0 : where)
	for (int k = from; k < from + n; k++)
		for (int i = 0; i < v[k].n; i++)
			v[k].data[i] += by;
}

int main(void)
{
	vector rows[7], *many = malloc(50 * sizeof *many);
	struct image im[3];
	int device = omp_get_default_device(), sum = 0, kept = 0;

	fill(rows, 7);
	fill(many, 50);
	printf("%g %g\n", total(rows, 7), total(many, 50));
	add(rows, 0, 7, 1, device);
	add(many, 10, 40, 2, device);
	add(many, 0, 5, 0.5, -1);
	printf("%g %g\n", total(rows, 7), total(many, 50));
	#pragma omp target                      /* the array by rule */
	#pragma omp parallel for
	for (int k = 0; k < 7; k++)
		rows[k].data[0] *= 2;
	#pragma omp target map(to: rows) map(from: sum)
	{
		sum = 0;
		for (int k = 0; k < 7; k++)
			sum += rows[k].n * (int)rows[k].data[0];
	}
	printf("%g %d\n", total(rows, 7), sum);

	#pragma omp target enter data map(to: many[0:50])
	for (int k = 0; k < 50; k++)
		many[k].data[0] = 1000;         /* the device has its own */
	add(many, 0, 50, 1, device);
	#pragma omp target update from(many[3:4])
	printf("%g %g %g\n", many[2].data[0], many[3].data[0], many[6].data[0]);
	many[20].data[0] = -1;
	#pragma omp target update to(many[20:1])
	#pragma omp target exit data map(from: many[0:50])
	printf("%g\n", total(many, 50));

	for (int k = 0; k < 3; k++) {
		im[k] = (struct image){ k + 2, 2, calloc(2 * (k + 2), sizeof(int)), 100 + k };
		im[k].pixels[0] = k;
	}
	#pragma omp target data map(mapper(pixels), tofrom: im[0:3])
	{
		#pragma omp target map(mapper(pixels), tofrom: im[0:3])
		for (int k = 0; k < 3; k++)
			for (int i = 1; i < im[k].w * im[k].h; i++)
				im[k].pixels[i] = im[k].pixels[i - 1] + im[k].w;
		#pragma omp target update from(mapper(pixels): im[1:1])
		kept = im[1].pixels[5];
	}
	sum = 0;
	for (int k = 0; k < 3; k++)
		sum += im[k].pixels[2 * (k + 2) - 1] * 100 + im[k].host_only;
	printf("%d %d\n", kept, sum);
	return 0;
}
