/*
 * omp_clause.h: directives and clauses as written: the words of OpenMP 5.2 as tables
 * (leaves.def, directives.def, clauses.def) and the clauses of one directive (struct omp.written).
 *
 * What a construct means is in omp_tree.h; this is for who parses directives, or writes them.
 */
#ifndef TREE_OMP_CLAUSE_H
#define TREE_OMP_CLAUSE_H

#include "tree/omp_tree.h"

enum {
#define LEAF(name, kind) LEAF_BIT_##name,
#include "tree/leaves.def"
};

enum omp_leaf {
	LEAF_NONE = 0,
#define LEAF(name, kind) LEAF_##name = 1 << LEAF_BIT_##name,
#include "tree/leaves.def"
	LEAF_DATA = LEAF_TARGET_DATA | LEAF_ENTER_DATA | LEAF_EXIT_DATA | LEAF_UPDATE,
	LEAF_ANY_TARGET = LEAF_TARGET | LEAF_DATA,
	LEAF_LOOPS = LEAF_DISTRIBUTE | LEAF_FOR | LEAF_SIMD | LEAF_GENERIC_LOOP | LEAF_TASKLOOP,
};

enum omp_form {
	FORM_BLOCK,    /* a structured block */
	FORM_LOOP,     /* a loop nest */
	FORM_SECTIONS, /* a block of sections */
	FORM_SECTION,
	FORM_ATOMIC, /* an expression statement or two */
	FORM_ALONE,  /* nothing */
	FORM_DECLARE_TARGET,
	FORM_BEGIN_DECLARE_TARGET,
	FORM_END_DECLARE_TARGET,
	FORM_REQUIRES,
	FORM_THREADPRIVATE,
	FORM_NOTHING,
	FORM_ASSUME,
	FORM_ERROR,
	FORM_DECLARE_VARIANT,
	FORM_BEGIN_VARIANT,
	FORM_END_VARIANT,
	FORM_METADIRECTIVE,
	FORM_SCRATCHPAD,
	FORM_ALLOCATE,
	FORM_MAPPER,
	FORM_REDUCTION,
	FORM_TRANSFORM, /* a loop nest that becomes another one */
	FORM_ORDERED,   /* a block, unless it says depend or doacross */
	FORM_HOST_BLOCK,
	FORM_HOST_ALONE,
	FORM_HOST_DECL,
	FORM_INTEROP,
	FORM_UNSUPPORTED,
};

struct omp_directive {
	const char *name;
	enum omp_form form;
	unsigned leaves; /* LEAF_* */
};

enum omp_clause_id {
#define CLAUSE(id, name, syntax, leaves, goes) CL_##id,
#include "tree/clauses.def"
	CL_COUNT
};

enum omp_syntax {
	SYN_NONE,
	SYN_WORD,
	SYN_INTEGER,
	SYN_CONSTANT,
	SYN_LIST,
	SYN_SECTIONS,
	SYN_NAMES,
	SYN_SKIP,
	SYN_MAP,
	SYN_MOTION,
	SYN_DEVICE,
	SYN_DEFAULTMAP,
	SYN_IF,
	SYN_NUM_TEAMS,
	SYN_LASTPRIVATE,
	SYN_REDUCTION,
	SYN_LINEAR,
	SYN_SCHEDULE,
	SYN_ORDER,
	SYN_ALIGNED,
	SYN_CONDITION,
	SYN_TASKLOOP_SIZE,
};

enum omp_goes { GO_ALL, GO_OUTER, GO_INNER, GO_SPECIAL, GO_NOWHERE, GO_CC };

enum omp_sets { SETS_NOTHING, SETS_EXPR, SETS_FLAG };

struct omp_clause_info {
	const char *name;
	enum omp_syntax syntax;
	unsigned leaves;
	enum omp_goes goes;
	const char *words; /* SYN_WORD */
	enum omp_sets sets;
	size_t member; /* of struct omp_clauses that it sets: where it is */
};

extern const struct omp_clause_info omp_clause_info[CL_COUNT];
extern const struct omp_directive omp_directives[]; /* ends in a NULL name */

/* The directive whose name begins at TOK, the longest one; NULL for none.  *N: tokens of the
 * name. */
const struct omp_directive *omp_match_directive(const struct token *tok, size_t *n);
/* Return the name of the directive with just these leaves. */
const char *omp_leaves_name(unsigned leaves);

struct omp_items {
	struct omp_item *v;
	size_t n, cap;
};

struct omp_clause {
	struct omp_clause *next;
	enum omp_clause_id id;
	struct place place;
	const struct token *first, *last;
	struct omp_items items; /* variables and sections of a list */
	struct expr *expr;      /* if, num_threads …; chunk of schedule; step of linear */
	unsigned word;     /* the keyword argument: its number, or an enum of the clause's own */
	unsigned category; /* defaultmap: enum omp_category, CAT_COUNT for all */
	unsigned leaf;     /* if: the LEAF_* that its modifier names, 0 for all */
	enum omp_reduction_op op; /* reduction: of an operator */
	bool inscan;              /* … its modifier */
	bool conditional;         /* lastprivate: its modifier */
	const char *reduction;    /* … and how it is written, or the name of a declared one */
	int64_t value;            /* collapse, safelen, simdlen */
	bool has_map_type, always, close, present, constant;
	const char *mapper; /* map, to, from: mapper(…); NULL: the default one */
};

#endif
