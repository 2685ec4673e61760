/*
 * arrays.c: the arrays of a kernel, on the host and on the device.
 */
#include <stdio.h>
#include "bench.h"

enum { ARRAYS = 16 };
static struct {
	void *host;
	size_t bytes;
	const char *name;
	bool ours; /* from calloc */
} arrays[ARRAYS];
static int narrays;

#ifdef CUDA
static unsigned long long on_device[ARRAYS];
#endif

static int
number(const void *array)
{
	int i = 0;

	while (i < narrays && arrays[i].host != array)
		i++;
	if (i == ARRAYS) {
		fprintf(stderr, "bench: too many arrays\n");
		exit(2);
	}
	return i;
}

void
bench_field(const char *name, void *host, size_t bytes)
{
	int i = number(NULL);
	char *p = host;

	arrays[i].host = p;
	arrays[i].bytes = bytes;
	arrays[i].name = name;
	arrays[i].ours = false;
	narrays = i + 1;
#ifdef CUDA
	on_device[i] = cuda_alloc(bytes);
#else
#pragma omp target enter data map(alloc : p [0:bytes])
#endif
	to_device(p);
}

void *
bench_array(const char *name, size_t bytes)
{
	void *p = calloc(1, bytes);

	bench_field(name, p, bytes);
	arrays[number(p)].ours = true;
	return p;
}

void
to_device(void *array)
{
	char *p = array;
	size_t bytes = arrays[number(array)].bytes;

#ifdef CUDA
	cuda_to(on_device[number(array)], p, bytes);
#else
#pragma omp target update to(p [0:bytes])
#endif
}

void
from_device(void *array)
{
	char *p = array;
	size_t bytes = arrays[number(array)].bytes;

#ifdef CUDA
	cuda_from(p, on_device[number(array)], bytes);
#else
#pragma omp target update from(p [0:bytes])
#endif
}

void
bench_release(void)
{
	for (int i = 0; i < narrays; i++) {
#ifdef CUDA
		cuda_free(on_device[i]);
#else
		char *p = arrays[i].host;
		size_t bytes = arrays[i].bytes;

#pragma omp target exit data map(delete : p [0:bytes])
#endif
		if (arrays[i].ours)
			free(arrays[i].host);
	}
	narrays = 0;
}

#ifdef CUDA
unsigned long long
device_address(const void *array)
{
	return on_device[number(array)];
}
#endif

bool
bench_nth_array(int i, struct bench_image *image)
{
	if (i >= narrays)
		return false;
	image->name = arrays[i].name;
	image->bytes = arrays[i].bytes;
#ifdef CUDA
	image->address = on_device[i];
#else
	/* omp_get_mapped_ptr would say it, too; gcc 12 has none. */
	char *p = arrays[i].host;

#pragma omp target data use_device_ptr(p)
	image->address = (unsigned long long)(uintptr_t)p;
#endif
	return true;
}
