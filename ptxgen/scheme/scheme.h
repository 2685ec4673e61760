/*
 * scheme.h: the record through which a thread-coordination scheme plugs in.
 *
 * A scheme decides which threads of a team execute what, when the program goes from team-sequential
 * to team-parallel code and back.  It is one file in scheme/ and one row of schemes.def.
 * It rewrites the kernel's graph so that no CON_PARALLEL is left; worksharing loops, criticals and
 * the abstract OMP_* operations stay, and the shared pass (work/work.h) lowers them with `mapping`.
 *
 * Two schemes that share a step call a function of scheme/common.h; nobody overrides anybody.
 * Nobody outside asks which scheme it is: what others need to know is in this record.
 */
#ifndef SCHEME_H
#define SCHEME_H

#include <stdbool.h>

#include "ir/ir.h"
#include "ir/target.h"

/* Why a scheme cannot take a kernel: a place in the user's source and a reason in a sentence. */
struct refusal {
	struct place place;
	const char *reason;  /* "the sequential statement here writes memory, which every thread
	                        would repeat" */
	const char *instead; /* name of a scheme that can, or NULL */
	const char *id;      /* "MC201": its page in minicc/explain, for --explain; NULL: none */
};

/*
 * How OpenMP threads lie on CUDA threads inside a region.  thread: OMP thread number of the
 * executing CUDA thread; a region's threads are those with 0 <= thread < count.  Emitted where
 * asked.  Where a region's threads are SIMD groups several CUDA threads have the same number:
 * simd/simd.h says how many.
 */
struct mapping {
	struct ir_value (*thread)(struct ir_cursor *c, const struct ir_construct *region);
	struct ir_value (*count)(struct ir_cursor *c, const struct ir_construct *region);
};

struct scheme {
	const char *name;
	const char *summary;  /* one line for -scheme=list */
	const char *source;   /* paper and figure */
	bool hidden;          /* serial, trace: for tests */
	bool cuts_sequential; /* sequential code may go on in another grid */
	bool one_thread;      /* regions have one CUDA thread, and so no SIMD groups */
	int extra_threads;    /* CUDA threads beside the OpenMP ones: 32 or 0 */
	/* NULL: everything.  Fills *why when false; why's strings live in f->arena. */
	bool (*accepts)(const struct ir_func *f, struct refusal *why);
	/*
	 * NULL: yes.  Whether the scheme is a good choice for a kernel that it accepts; asked only
	 * when nobody named a scheme, and *why is the remark.
	 */
	bool (*pays)(const struct ir_func *f, struct refusal *why);
	/*
	 * NULL: nothing.  What in a kernel that it takes costs it something, for
	 * -Rpass-analysis=NAME: n statements and what becomes of them.
	 */
	struct refusal *(*costs)(const struct ir_func *f, int *n);
	/* Rewrites f for t.  Called once per architecture, on a fresh graph. */
	void (*lower)(struct ir_func *f, const struct target *t);
	/*
	 * NULL: parallel regions of functions that are called (ir/reach.h) have one thread.
	 * Rewrites such a function, which may be called from kernels of other schemes, too; regions
	 * become functions in m.  self: this record.
	 */
	void (*lower_called)(struct ir_func *f, struct ir_module *m, const struct target *t,
		const struct scheme *self);
	const struct mapping *mapping; /* NULL: thread is %tid.x, count as common.h says */
};

extern const struct scheme
	*const schemes[]; /* NULL-terminated, in the order of preference of -scheme=list */

#define SCHEME(name) extern const struct scheme scheme_##name;
#include "scheme/schemes.def"

/* The scheme that divides regions of called functions. */
const struct scheme *scheme_for_called(void);

/* Accepts f and pays, and divides what it calls; fills *why when not. */
bool scheme_suits(const struct scheme *s, const struct ir_func *f, struct refusal *why);

/* The first scheme in order of merit that suits f. */
const struct scheme *scheme_best(const struct ir_func *f);

#endif
