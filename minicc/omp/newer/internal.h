/*
 * internal.h: what came after OpenMP 4.5, file by file, and what these files say to each other.
 *
 *	transform.c     tile, unroll [9]
 *	tile_host.c     tile for the host
 *	shape.c         loop nests that are not rectangular [4.4.1]
 *	between.c       code between the loops of a nest
 *	scan.c          scan and the reductions it belongs to [5.6]
 *	compare.c       … of atomic compare
 *	error.c         error [8.5]
 *	mapper.c        declare mapper [5.8.8]
 *	context.c       context selectors and their scores [7.2, 7.3]
 *	variant.c       declare variant, metadirective [7.4, 7.5]
 *	call.c          calls of functions whose variants have conditions
 *	ask.c           what a selector asks of the running program, as tokens [7.2]
 *	when.c          … of declare variant, as functions
 *	choice.c        metadirectives that choose at run time, as tokens
 *	choice_device.c … by the device that there is
 *	dispatch.c      dispatch in host code [7.6]
 *	interop.c       interop in host code [14.1]
 *	older.c         words of 5.1 and 5.2 in those of 5.0, as tokens
 *
 * What the core of OpenMP asks of them is in omp/internal.h.
 */
#ifndef OMP_NEWER_INTERNAL_H
#define OMP_NEWER_INTERNAL_H

#include "omp/internal.h"

/* A variant for calls behind dispatch; its base is the function declared first after
 * file_decls[from]. */
struct omp_dispatched {
	struct decl *fn;
	const struct token *adjust; /* the first adjust_args, or NULL */
	size_t from;
};

/* A variant whose base function may be declared later: the first one, or that of a name. */
struct omp_pending_variant {
	struct omp_variant *variant;
	const char *base; /* NULL: the function declared first after file_decls[from] */
	size_t from;
	bool for_host;
	struct place place;
	bool said; /* of its type another one says it */
};

/* What a context selector asks for. */
struct omp_selector {
	bool device, host; /* may match there */
	unsigned leaves;   /* LEAF_* that must be around */
	struct omp_traits traits;
	struct decl *asked;         /* the function for its condition (omp/newer/when.c), */
	struct decl *when;          /* where that is not constant after all, or NULL */
	bool dispatch;              /* in a dispatch construct */
	const struct token *adjust; /* declare variant: its first adjust_args, or NULL */
};

struct omp_variant_block {
	const struct token *first, *last; /* of its directive */
	struct omp_selector selector;
};

/* ---- transform.c ---- */

/* For cc: LOOP's nest in tiles; DIVIDED: by a loop directive.  Before the tree becomes tiles. */
void omp_tile_on_host(struct parser *, const struct omp_node *loop, const int64_t *sizes,
	bool divided);
bool omp_check_breaks(struct parser *, const char *directive, struct stmt *body);

/* ---- context.c ---- */

/* Where a trait may match. */
struct omp_sides {
	bool device, host;
};
/* Of SELECTOR, such as kind, the name or string at T; with a warning for what cannot be known. */
struct omp_sides omp_trait_sides(struct arena *, struct diag *, const struct token_list *unit,
	const char *selector, const struct token *t);
struct omp_selector omp_parse_selector(struct parser *); /* set={trait, …}, set={…} */
unsigned omp_around(unsigned leaves);                    /* as OMP_AROUND_* */
unsigned omp_leaves_around(const struct omp *);          /* LEAF_* of it and what is around it */
/* A asks for less than B [7.3]. */
bool omp_traits_within(const struct omp_traits *a, const struct omp_traits *b);
int64_t omp_weight(const struct omp_traits *, unsigned around);

/* ---- variant.c ---- */

void omp_settle_variants(
	struct parser *); /* those whose base is declared by now get on its lists */
/* The function of this name that is declared first after file_decls[from]; NULL: of any name. */
struct decl *omp_function_from(struct parser *, size_t from, const char *name);

/* ---- dispatch.c ---- */

void omp_add_dispatched(struct parser *, struct decl *fn, const struct token *adjust);

/* ---- ask.c ---- */

struct omp_run {
	const struct token *t, *end; /* from T up to END */
};
/* The condition of a selector that is not constant; empty: there is none. */
struct omp_run omp_find_condition(struct omp_run selector);
/* target_device={…}; empty: there is none, or its brackets do not match. */
struct omp_run omp_find_target_device(struct omp_run selector);

/* ---- when.c ---- */

void omp_use_in_condition(struct parser *, const struct decl *when, const struct decl *variant);

/* ---- choice_device.c ---- */

/* The condition for `target_device={…}`. */
struct omp_run omp_target_device(struct arena *, struct diag *, struct token_list unit,
	struct omp_run selector);

#endif
