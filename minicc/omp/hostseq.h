/*
 * hostseq.h: one target construct of -scheme=hostseq: what hostseq_see.c finds out, and hostseq.c
 * writes; nobody else includes it.
 */
#ifndef OMP_HOSTSEQ_H
#define OMP_HOSTSEQ_H

#include "omp/internal.h"

/* What a piece of code does with a variable. */
struct use {
	struct decl *decl;
	struct place place;
	bool assigned; /* the variable itself, or its address is taken */
	bool changed;  /* the variable, one of its elements, or what it points to */
	bool escapes;  /* an address of it goes elsewhere, from where it may be changed */
	bool followed; /* code reads or writes through a pointer in it */
};

struct uses {
	struct split *split;
	uint32_t first_id; /* declarations in the code have ids from here on */
	struct use *v;
	size_t n, cap;
};

/* A list item of the target's map clauses, or a variable that it maps by rule. */
struct item {
	const struct token *first, *end; /* NULL: the variable's name */
	struct decl *base;
	enum omp_map_type type;
	bool always;
	bool shared; /* sequential code uses it */
};

struct region {
	struct omp *parallel;
	struct uses uses;
};

/* One target construct. */
struct split {
	struct arena *arena;
	struct diag *diag;
	struct token_list tokens; /* of the unit */
	struct omp *target;
	struct omp *teams;     /* all of the target's block, or NULL */
	struct uses host, all; /* of sequential code, and with the regions */
	VEC(struct item) items;
	VEC(struct region) regions;
	VEC(struct decl *) called; /* by sequential code */
	struct omp_tokens *out;
	bool divided; /* a parallel region stands in the block */
	bool refused; /* a reason against the split was reported */
};

/* Return whether the construct has both sorts of code, and can be split.  Requires: all but arena,
 * diag, tokens, target and out are zero. */
bool split_see(struct split *s);

/* Return what U says of d, or NULL. */
struct use *split_use(const struct uses *u, const struct decl *d);
/* Return whether d is one of the list items. */
bool split_is_item(const struct split *s, const struct decl *d);
/* Return whether the variable is the device's own: functions that a region calls may use it,
 * too. */
bool split_is_on_device(const struct decl *d);
/* Return whether the variable is declared in the block, so that the directive cannot name it. */
bool split_is_local(const struct omp *o, const struct decl *d);
/* Return whether d is a pointer that is from outside the block and no list item: it may lead to
 * any item. */
bool split_points_outside(const struct split *s, const struct decl *d);
/* Return whether sequential code needs a copy of a clause's variable, which it must not change. */
bool split_needs_copy(const struct split *s, const struct omp_var *v);
/* Return whether the type, or that of an array's elements, is const. */
bool split_is_const(const struct type *t);

#endif
