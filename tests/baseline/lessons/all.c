/* all.c: the benches of this folder. */
#include "bench.h"

extern const struct bench viscous_bench, accelerate_bench, cell_flux_bench, momentum_flux_bench, sweep_bench, reduce_flux_bench,
	reduce_moments_bench, conduct_bench, advance_bench;

const struct bench *const benches[] = { &viscous_bench, &accelerate_bench, &cell_flux_bench, &momentum_flux_bench, &sweep_bench,
	&reduce_flux_bench, &reduce_moments_bench, &conduct_bench, &advance_bench, NULL };
