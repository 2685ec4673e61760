// Pointers to functions on the host, which call functions that hold target regions.
#include <stdio.h>
#include <stdlib.h>

typedef void (*kernel)(int n, int *v);

static void fill(int n, int *v)
{
	#pragma omp target teams distribute parallel for map(from: v[0:n])
	for (int i = 0; i < n; i++)
		v[i] = i;
}

static void square(int n, int *v)
{
	#pragma omp target teams distribute parallel for map(tofrom: v[:n])
	for (int i = 0; i < n; i++)
		v[i] *= v[i];
}

static void reverse(int n, int *v)
{
	#pragma omp target teams distribute parallel for map(tofrom: v[0:n])
	for (int i = 0; i < n / 2; i++) {
		int t = v[i];

		v[i] = v[n - 1 - i];
		v[n - 1 - i] = t;
	}
}

static const struct step { const char *name; kernel run; } steps[] = {
	{ "fill", fill }, { "square", square }, { "reverse", reverse }, { "square", &square },
};

static int by_value(const void *p, const void *q)
{
	return *(const int *)p - *(const int *)q;
}

static kernel pick(int (*choose)(int), int x)
{
	return steps[choose(x)].run;
}

static int two(int x)
{
	return x * 2;
}

int main(void)
{
	int v[10];

	for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
		steps[s].run(10, v);
		printf("%s:", steps[s].name);
		for (int i = 0; i < 10; i++)
			printf(" %d", v[i]);
		printf("\n");
	}
	(*pick(two, 1))(5, v);
	qsort(v, 10, sizeof *v, by_value);
	for (int i = 0; i < 10; i++)
		printf(" %d", v[i]);
	printf("\n");
	return 0;
}
