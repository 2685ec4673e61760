/*
 * bench.h: what the kernels of unseen/ and timing/ share.
 *
 * A kernel's file is compiled twice: by minicc (or another OpenMP compiler), and with -DCUDA by any C
 * compiler, when step() launches the kernel of the .cu file beside it through the driver API.  Input,
 * sizes and check are the same on both sides.  bench.c has main(), arrays.c the arrays, cuda.c the driver;
 * tests/tools/replay runs launches that were recorded.
 */
#ifndef BENCH_H
#define BENCH_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

enum { SIZES = 3 }; /* for timing models, small, large */

struct bench {
	const char *name;
	int size[SIZES];
	void (*setup)(int size); /* makes input and output, on the device too */
	void (*step)(void);      /* once from input to output; may be repeated */
	bool (*check)(void);     /* whether the output, copied from the device, is right */
};
extern const struct bench *const benches[]; /* ends with NULL */

/* A host array and its image on the device; released after each kernel.  name is for recordings. */
void *bench_array(const char *name, size_t bytes);
/* The same for an array that a program has. */
void bench_field(const char *name, void *host, size_t bytes);
#define ARRAY(p, count) ((p) = bench_array(#p, (size_t)(count) * sizeof *(p)))
void to_device(void *array);
void from_device(void *array);
void bench_release(void);

/* Array i of the kernel that was set up; false: there are fewer. */
struct bench_image {
	const char *name;
	unsigned long long address; /* on the device */
	size_t bytes;
};
bool bench_nth_array(int i, struct bench_image *image);

static inline uint32_t
next_random(uint32_t *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}

/* 0 to 1. */
static inline double
next_real(uint32_t *state)
{
	return next_random(state) * 0x1p-24;
}

static inline bool
close_to(double x, double y, double error)
{
	return fabs(x - y) <= error * (1 + fabs(y));
}

#ifdef CUDA
/* cuda.c: DEVICE is cuda:0, sim:h200 and so on; FILE has PTX or a cubin; shape: grid, block, dynamic shared bytes. */
void cuda_open(const char *device), cuda_load(const char *file);
void cuda_launch(const char *kernel, const unsigned shape[7], void **arguments);
void cuda_wait(void), cuda_free(unsigned long long);
unsigned long long cuda_alloc(size_t bytes);
void cuda_to(unsigned long long to, const void *from, size_t bytes);
void cuda_from(void *to, unsigned long long from, size_t bytes);

/* LAUNCH(kernel, blocks, threads, D(array), V(number), ...), GRID for two dimensions. */
unsigned long long device_address(const void *array);
#define D(array) ((unsigned long long[]){ device_address(array) })
#define V(number) ((__typeof__(number)[]){ number })
#define LAUNCH(kernel, blocks, threads, ...) GRID(kernel, blocks, 1, threads, 1, __VA_ARGS__)
#define GRID(kernel, bx, by, tx, ty, ...) \
	cuda_launch(#kernel, (unsigned[]){ bx, by, 1, tx, ty, 1, 0 }, (void *[]){ __VA_ARGS__ })
#define BLOCKS(n) (((n) + 255) / 256)
#endif

#endif
