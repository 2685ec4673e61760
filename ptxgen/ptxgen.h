/*
 * ptxgen.h: from the tree of a translation unit to PTX text and kernel facts.
 *
 * The driver calls ptxgen_unit once per source file.  ptxgen knows the tree, not the C grammar, and
 * nothing of the host program; the host writer turns the facts into the descriptors of devrt.h.
 */
#ifndef PTXGEN_H
#define PTXGEN_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/diag.h"
#include "tree/omp_tree.h"

struct scheme;
struct refusal;
struct ptx_listing;

enum { PTXGEN_MAX_ARCHS = 3 };

/* Optimisations that -fno-device-NAME leaves out: bits of ptxgen_options.without. */
enum {
#define SWITCH(id, name, help) PTXGEN_SWITCH_##id,
#include "switches.def"
	PTXGEN_SWITCHES
};
int ptxgen_switch(const char *name);        /* its number, -1: unknown */
const char *ptxgen_switch_name(int number); /* NULL past the end */
const char *ptxgen_switch_help(int number);
int ptxgen_simd_form(const char *name); /* for ptxgen_options.simd; -1: unknown */

/* What device code may do to numbers of float, all false by default. */
struct float_modes {
	bool flush;          /* -ftz=true: subnormal operands and results are 0 */
	bool rough_division; /* -prec-div=false: within 2 ulp */
	bool rough_root;     /* -prec-sqrt=false */
	bool fast_functions; /* -use_fast_math: sinf is __sinf of the device library, and so on */
};

struct ptxgen_options {
	const struct scheme
		*scheme; /* from scheme_find; NULL: the best one that accepts (per region) */
	int archs[PTXGEN_MAX_ARCHS]; /* 35, 70, 90 */
	int narchs;
	int optimize;      /* 0: -O0, no passes; 1 and more: all passes */
	bool devirtualize; /* regions that are functions are called directly (-fdevirtualize) */
	bool strict_grids; /* where regions are grids, a grid starts the teams, too
	                    * (-dynpar=strict) */
	enum { CONTRACT_OFF, CONTRACT_ON, CONTRACT_FAST } contract; /* -ffp-contract */
	struct float_modes modes;
	int simd;           /* enum simd_form of ir/ir.h: how SIMD groups follow; SIMD_AUTO */
	int simdlen;        /* -simdlen=N: lanes of their groups; 0: the clauses say */
	unsigned without;   /* bit PTXGEN_SWITCH_*: leave that out */
	bool wraps;         /* -fwrapv: signed overflow is defined */
	bool maps_disjoint; /* -fopenmp-nonaliased-maps: what is mapped overlaps nothing else */
	bool ordered_reductions; /* -fdeterministic-reduction: results do not depend on timing */
	int max_registers;       /* -maxrregcount: .maxnreg when > 0 */
	bool line_comments;      /* source lines as comments before their code (default for -S) */
	const char *dump; /* -d letters: IR after each pass on stderr, B, S or a pass's (pass.h); or
	                     NULL */
	FILE *dump_file;
	bool listing;      /* fill ptxgen_image.listing */
	bool keep_refused; /* a refusal is a result (ptxgen_kernel.refused), not an error */
	/*
	 * Parses the device library source of that name (devrt/device/NAME.c embedded in minicc)
	 * and returns its unit; called at most once per name, only when a kernel needs a function
	 * of it.
	 */
	struct unit *(*device_library)(void *ctx, const char *name);
	void *device_library_ctx;
};

/* One entry point of a kernel; see devrt.h for the meaning of needs. */
struct ptxgen_entry {
	const char *name;
	unsigned needs; /* DEVRT_IF_* */
	uint64_t aligned, written, pointers;
	int lanes, rows, row_bytes; /* devrt_entry's; stores too */
	bool stores;
};

/* A variable of the team that lies in its frame in global memory, in one image's version of an
 * entry. */
struct ptxgen_frame_var {
	struct ptxgen_frame_var *next;
	int arch;
	const char *entry, *name;
	uint64_t offset, bytes;
};

/* The facts of one target region, in the order of unit.targets. */
struct ptxgen_kernel {
	const struct refusal
		*refused; /* with keep_refused: why there is no code; see scheme/scheme.h */
	const struct omp
		*target; /* parameters: target->u.target.captures in order, then struct devrt_env */
	const struct scheme *scheme;
	struct ptxgen_entry entries[13]; /* MOST_FAST_ENTRIES and the one without needs */
	int nentries;
	/* devrt_kernel's fields of these names */
	int extra_threads, max_threads, fixed_threads, block_threads;
	uint64_t frame_bytes, dyn_shared, stack_bytes;
	struct ptxgen_frame_var *frame_vars;
	bool teams, distributes, starts_teams; /* devrt_kernel's too */
};

/* A device variable that the runtime must know: declare target. */
struct ptxgen_global {
	struct decl *decl;
	const char *name; /* PTX symbol */
	bool defined;
};

struct ptxgen_image {
	int arch;
	const char *text; /* NUL-terminated PTX */
	/* -code=: cubins that an assembler made of it, by the driver; or NULL.  object: to be linked. */
	const char *code, *object;
	size_t code_bytes, object_bytes;
	struct ptx_listing
		*listing; /* its lines with their places (emit/listing.h), when asked for */
};

struct ptxgen_result {
	struct ptxgen_image images[PTXGEN_MAX_ARCHS];
	int nimages; /* 0 when the unit has no device code */
	struct ptxgen_kernel *kernels;
	int nkernels;
	struct ptxgen_global *globals;
	int nglobals;
	bool launches_grids; /* device code launches kernels: it wants CUDA's device runtime */
	bool alone, prints;  /* devrt_module's */
	bool needs_link;     /* undefined device symbols that another object may define */
};

/*
 * Compiles every target region and every declare target function and variable of the unit, and the
 * functions that they call.  Errors (device code that cannot be compiled; a scheme asked for by
 * name that refuses a region) go to diag; false is returned when there was one.
 */
bool ptxgen_unit(struct arena *arena, struct diag *diag, struct unit *unit,
	const struct ptxgen_options *options, struct ptxgen_result *result);

/* ---- schemes, for the driver's -scheme= ---- */

const struct scheme *scheme_find(const char *name); /* NULL: unknown */
const struct scheme *scheme_at(int i);              /* in table order; NULL past the end */
const char *scheme_name(const struct scheme *s);
const char *scheme_summary(const struct scheme *s); /* one line */
const char *scheme_source(const struct scheme *s);  /* paper and figure */

#endif
