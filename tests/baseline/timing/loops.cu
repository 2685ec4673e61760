/* loops.cu: the kernels of loops.h as CUDA has them. */
#define ADD(p, v) atomicAdd(p, v)
#define FETCH(old, p, v) old = atomicAdd(p, v)
#define M(i) ((i) & (n - 1))
#define __builtin_popcount __popc
#define __builtin_clz __clz
#define PARAMETERS \
	double *R out, const double *R x, const double *R y, const int *R perm, int *R counter, int n, int W
#define KERNEL(name, size, ...) \
	K name(PARAMETERS) \
	{ \
		int i = blockIdx.x * blockDim.x + threadIdx.x; \
		if (i < n) { __VA_ARGS__ } \
	}
#define KERNEL2(name, size, ...) \
	K name(PARAMETERS) \
	{ \
		int j = 1 + blockIdx.x * blockDim.x + threadIdx.x, i = 1 + blockIdx.y * blockDim.y + threadIdx.y; \
		if (i < W - 1 && j < W - 1) { __VA_ARGS__ } \
	}
#define KERNEL3(name, size, ...) \
	K name(PARAMETERS) \
	{ \
		int k = 1 + blockIdx.x * blockDim.x + threadIdx.x, j = 1 + blockIdx.y % (W - 2), i = 1 + blockIdx.y / (W - 2); \
		if (k < W - 1) { __VA_ARGS__ } \
	}
#include "loops.h"
