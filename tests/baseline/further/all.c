/* all.c: the kernels of further.h: measured once before anybody tuned for them. */
#include "bench.h"

#define KIND(name, ...) extern const struct bench name##_bench;
#include "further.h"
#undef KIND
#define KIND(name, ...) &name##_bench,
const struct bench *const benches[] = {
#include "further.h"
	NULL,
};
