/* all.c: kernels for timing models: those of this folder, of unseen/, later/ and further/. */
#include "bench.h"

extern const struct bench fft, lu, bfs, bitonic, spmm, philox, search_bench, heat_bench, align, kmeans, rays, bilateral,
	scan, bits, rotate, monte;
extern const struct bench reverse_bench, tiles_bench, barriers_1_bench, barriers_8_bench, barriers_30_bench, rows_bench,
	turns_bench, regions_bench, alone_bench, bins_bench, sum_bench, maximum_bench;
#define KERNEL(name, ...) extern const struct bench name##_bench;
#define KERNEL2 KERNEL
#define KERNEL3 KERNEL
#define KIND KERNEL
#include "loops.h"
#include "later/kinds.h"
#include "further/further.h"
#undef KERNEL
#define KERNEL(name, ...) &name##_bench,
const struct bench *const benches[] = { &fft, &lu, &bfs, &bitonic, &spmm, &philox, &search_bench, &heat_bench, &align,
	&kmeans, &rays, &bilateral, &scan, &bits, &rotate, &monte, &reverse_bench, &tiles_bench, &barriers_1_bench,
	&barriers_8_bench, &barriers_30_bench, &rows_bench, &turns_bench, &regions_bench, &alone_bench, &bins_bench,
	&sum_bench, &maximum_bench,
#include "loops.h"
#include "later/kinds.h"
#include "further/further.h"
	NULL };
