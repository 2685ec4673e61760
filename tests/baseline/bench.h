/*
 * bench.h: what the kernels of unseen/ and timing/ share.
 *
 * A kernel's file is compiled twice: by minicc (or another OpenMP compiler), and with -DCUDA by any C
 * compiler, when step() launches the kernel of the .cu file beside it through the driver API.  Input,
 * sizes and check are the same on both sides.  bench.c has main(), cuda.c the driver.
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
#define ARRAY(p, count) ((p) = bench_array(#p, (size_t)(count) * sizeof *(p)))
void to_device(void *array);
void from_device(void *array);

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
/* LAUNCH(kernel, blocks, threads, D(array), V(number), ...), GRID for two dimensions. */
unsigned long long device_address(const void *array);
void cuda_launch(const char *kernel, const unsigned grid[2], const unsigned block[2], void **arguments);
#define D(array) &(unsigned long long){ device_address(array) }
#define V(number) &(__typeof__(number)){ number }
#define LAUNCH(kernel, blocks, threads, ...) \
	cuda_launch(#kernel, (unsigned[]){ blocks, 1 }, (unsigned[]){ threads, 1 }, (void *[]){ __VA_ARGS__ })
#define GRID(kernel, bx, by, tx, ty, ...) \
	cuda_launch(#kernel, (unsigned[]){ bx, by }, (unsigned[]){ tx, ty }, (void *[]){ __VA_ARGS__ })
#define BLOCKS(n) (((n) + 255) / 256)
#endif

#endif
