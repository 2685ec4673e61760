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

/* A variant for calls in dispatch constructs; its base is the first function declared after
 * file_decls[from]. */
struct omp_dispatched {
	struct decl *fn;
	const struct token *adjust; /* the first adjust_args, or NULL */
	size_t from;
};

/* A variant whose base function may be declared later. */
struct omp_pending_variant {
	struct omp_variant *variant;
	const char *base; /* NULL: the first function declared after file_decls[from] */
	size_t from;
	bool for_host;
	struct place place;
	bool said; /* a wrong type is reported for the other side's entry */
};

/* A context selector, parsed. */
struct omp_selector {
	bool device, host; /* may match on this side */
	unsigned leaves;   /* LEAF_* that must enclose it */
	struct omp_traits traits;
	struct decl *asked;         /* function that returns its condition (omp/newer/when.c) */
	struct decl *when;          /* the same if the condition is not constant, else NULL */
	bool dispatch;              /* in a dispatch construct */
	const struct token *adjust; /* declare variant: its first adjust_args, or NULL */
};

struct omp_variant_block {
	const struct token *first, *last; /* tokens of its directive */
	struct omp_selector selector;
};

/* ---- transform.c ---- */

/* Replace LOOP's nest by tiles in the text for cc.  DIVIDED: a loop directive divides it.  Call it
 * before the tree is tiled. */
void omp_tile_on_host(struct parser *, const struct omp_node *loop, const int64_t *sizes,
	bool divided);
bool omp_check_breaks(struct parser *, const char *directive, struct stmt *body);

/* ---- context.c ---- */

/* Sides on which a trait may match. */
struct omp_sides {
	bool device, host;
};
/* Return the sides where trait selector SELECTOR ("kind") with the name or string T matches; warn
 * if that cannot be known. */
struct omp_sides omp_trait_sides(struct arena *, struct diag *, const struct token_list *unit,
	const char *selector, const struct token *t);
struct omp_selector omp_parse_selector(struct parser *); /* set={trait, …}, set={…} */
unsigned omp_around(unsigned leaves);                    /* LEAF_* to OMP_AROUND_* */
unsigned omp_leaves_around(const struct omp *); /* LEAF_* of it and of those that enclose it */
/* Return whether A is a strict subset of B [7.3]. */
bool omp_traits_within(const struct omp_traits *a, const struct omp_traits *b);
int64_t omp_weight(const struct omp_traits *, unsigned around);

/* ---- variant.c ---- */

void omp_settle_variants(
	struct parser *); /* enter those whose base is declared by now in its lists */
/* Return the first function of this name (NULL: any) declared after file_decls[from], or NULL. */
struct decl *omp_function_from(struct parser *, size_t from, const char *name);

/* ---- dispatch.c ---- */

void omp_add_dispatched(struct parser *, struct decl *fn, const struct token *adjust);

/* ---- ask.c ---- */

struct omp_run {
	const struct token *t, *end; /* from T up to END */
};
/* Return the selector's condition, or an empty run if it has none or names nothing. */
struct omp_run omp_find_condition(struct omp_run selector);
/* Return target_device={…}, or an empty run: there is none, or its brackets do not match. */
struct omp_run omp_find_target_device(struct omp_run selector);

/* ---- when.c ---- */

void omp_use_in_condition(struct parser *, const struct decl *when, const struct decl *variant);

/* ---- choice_device.c ---- */

/* Return tokens of the condition that `target_device={…}` means. */
struct omp_run omp_target_device(struct arena *, struct diag *, struct token_list unit,
	struct omp_run selector);

#endif
