/* all.c: the twelve kernels of kinds.h: measured once before anybody tuned for them. */
#include "bench.h"

#define KIND(name, ...) extern const struct bench name##_bench;
#include "kinds.h"
#undef KIND
#define KIND(name, ...) &name##_bench,
const struct bench *const benches[] = {
#include "kinds.h"
	NULL,
};
