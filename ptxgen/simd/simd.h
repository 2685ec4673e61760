/*
 * simd.h: SIMD groups, the third level of parallelism (Wright et al. 2023, §5).
 *
 * An OpenMP thread of a parallel region may be a group of 2, 4, 8, 16 or 32 lanes of a warp, which
 * share the iterations of its simd loops.  The seam has three sides:
 *
 *   the IR       a region says how many CUDA threads each of its OpenMP threads is (parallel.lanes)
 *                and how they follow it (parallel.form); a simd loop, how many lanes share it
 *                (loop.simd). 1 everywhere is the two-level program, with the same code as if this
 *                file were not there.
 *   schemes      see regions of count * lanes CUDA threads.  simd_thread and simd_cuda_threads are
 *                all that they ask; open_region asks for them.  Barriers, num_threads and
 *                worksharing loops count OpenMP threads and go through the scheme's mapping.
 *   this folder  simd_plan decides sizes and forms, before the scheme.  simd_lower rewrites regions
 *                after it, when worksharing loops are plain code and simd loops still constructs.
 *
 * The forms (Wright §5.3, §5.4), which differ in what lanes other than the leader do between loops:
 *
 *   SPMD         they execute the same code; effects are the leader's and their results broadcast
 *   GENERIC      they wait at a warp barrier in a state machine; where lanes of a warp share a program
 *                counter (before sm_70), leaders and lanes go round a loop together instead
 */
#ifndef SIMD_H
#define SIMD_H

#include "scheme/scheme.h"

enum {
	SIMD_WARP = 32,
	SIMD_BLOCK = 1024,         /* CUDA threads of a block on every device */
	SIMD_SHARING_BYTES = 2048, /* the sharing space of a block (Wright §5.3.1) */
};

struct diag;
struct ptxgen_options;
struct work;

/*
 * Choose for every region of f how many lanes its threads get and the form, for a block that holds
 * extra_threads beside them.  Return false, with *why, if the options ask for a form that a region
 * cannot have.  d: where remarks go, or NULL.
 */
bool simd_plan(struct ir_func *f, const struct ptxgen_options *o, int extra_threads, struct diag *d,
	struct refusal *why);

/* Lower the constructs that are left.  Requires: f after its scheme, all constructs lowered but
 * those for which simd_lowers is true. */
void simd_lower(struct work *w);

/* Put code ahead of a loop with simd.turns, of one lane each, by which the threads of a warp take turns
 * at it if it is long (turns.c); the loop stays as it is for the other case. */
void simd_take_turns(struct work *w, struct ir_construct *loop);

/* Return whether lanes share this loop; whether simd_lower is to lower this construct. */
bool simd_spread(const struct ir_construct *c);
bool simd_lowers(const struct ir_construct *c);

/* Emit the OpenMP thread number of CUDA thread tid; the number of the region's CUDA threads. */
struct ir_value simd_thread(struct ir_cursor *c, const struct ir_construct *region,
	struct ir_value tid);
struct ir_value simd_cuda_threads(struct ir_cursor *c, const struct ir_construct *region);
/* Return the CUDA threads of a block of f, which has const_threads: no more than fit into one. */
int simd_block(const struct ir_func *f, int extra_threads);
/* Emit the lane's number in its group; the lanes of a group.  For while numbers are abstract. */
struct ir_value simd_lane(struct ir_cursor *c, const struct ir_construct *region);
struct ir_value simd_region_lanes(struct ir_cursor *c, const struct ir_construct *region);
/* Return whether only leaders come to a reduction; to a barrier. */
bool simd_leaders_reduce(const struct ir_construct *region);
bool simd_leaders_wait(const struct ir_construct *region, const struct target *t);

#endif
