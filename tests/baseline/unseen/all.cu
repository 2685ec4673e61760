/* all.cu: the kernels of this folder as CUDA has them; the .c file of the same name says what each computes. */
#define K extern "C" __global__ void
#define R __restrict__
#include "fft.cu"
#include "lu.cu"
#include "bfs.cu"
#include "bitonic.cu"
#include "spmm.cu"
#include "philox.cu"
#include "search.cu"
#include "heat.cu"
#include "align.cu"
#include "kmeans.cu"
#include "rays.cu"
#include "bilateral.cu"
#include "scan.cu"
#include "bits.cu"
#include "rotate.cu"
#include "monte.cu"
