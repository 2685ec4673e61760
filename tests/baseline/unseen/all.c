/* all.c: the sixteen kernels that were written to judge: measured once before anybody tuned for them. */
#include "bench.h"

extern const struct bench fft, lu, bfs, bitonic, spmm, philox, search_bench, heat_bench, align, kmeans, rays, bilateral,
	scan, bits, rotate, monte;
const struct bench *const benches[] = { &fft, &lu, &bfs, &bitonic, &spmm, &philox, &search_bench, &heat_bench, &align,
	&kmeans, &rays, &bilateral, &scan, &bits, &rotate, &monte, NULL };
