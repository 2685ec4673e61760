/*
 * internal.h: what the files of the OpenMP front end say to each other.
 *
 *	tables.c        the vocabulary (tree/directives.def, tree/clauses.def)
 *	guess.c         what to say about a word that is not in it
 *	parse.c         one directive: its name, its place, the statement it belongs to
 *	clause.c        the clauses of a directive, as written
 *	split.c         combined constructs into leaves, clauses to the leaves they apply to [17.2]
 *	nest.c          what may stand inside what [17.1], jumps out of structured blocks
 *	loop.c          associated loops in canonical form [4.4.1]
 *	sharing.c       data-sharing attributes: vars of each construct [5.1]
 *	alone.c         worksharing in a target region without parallel, for cc
 *	map.c           list items, array sections, map clauses [3.2.4, 3.2.5, 5.8.3]
 *	capture.c       what a target region gets from the host without being told [5.8.1]
 *	transfer.c      maps that a region does not use, left out
 *	lost.c          warnings: what a region computes and the host never gets
 *	atomic.c        forms of atomic [15.8.4]
 *	allocate.c      variables in shared memory: scratchpad, allocate [6.5]
 *	declare.c       declare target and the other declarative directives [7.8]
 *	reduction.c     declare reduction [5.5.11]
 *	hostseq.c       -scheme=hostseq: target regions divided between host and device
 *
 * What came after OpenMP 4.5 is in omp/newer, which has an internal.h of its own; what these files
 * ask of it is at the end here.
 *
 * Everybody else reads tree/omp_tree.h (the result) and c/parse.h (the hooks).  A construct is
 * parsed, split and checked while its function is parsed; what depends on the variables that its
 * body uses is done when the function is complete (omp_end_function).
 */
#ifndef OMP_INTERNAL_H
#define OMP_INTERNAL_H

#include "tree/omp_clause.h"
#include "c/parse.h"

/* ---- words that are none (guess.c) ---- */

_Noreturn void omp_unknown_directive(struct parser *);
_Noreturn void omp_unknown_clause(struct parser *, const struct omp_directive *);
bool omp_is_directive_word(const char *word);
/* At a '{': report that it belongs on the next line, and end the directive before it. */
void omp_brace_in_directive(struct parser *);

/* ---- a directive as written ---- */

/* Arguments of clauses; those in clauses.def are in its order. */
enum omp_default {
	DEFAULT_UNSET,
	DEFAULT_SHARED,
	DEFAULT_NONE,
	DEFAULT_PRIVATE,
	DEFAULT_FIRSTPRIVATE
};
enum omp_bind { BIND_UNSET, BIND_TEAMS, BIND_PARALLEL, BIND_THREAD };
enum omp_fail { FAIL_SEQ_CST = 1, FAIL_ACQUIRE, FAIL_RELAXED };
enum omp_device_type { DEVICE_TYPE_HOST = 1, DEVICE_TYPE_NOHOST, DEVICE_TYPE_ANY };

/* Implicit behaviour of defaultmap [5.8.7], per category of variable. */
enum omp_behaviour {
	DM_UNSET,
	DM_ALLOC,
	DM_TO,
	DM_FROM,
	DM_TOFROM,
	DM_FIRSTPRIVATE,
	DM_NONE,
	DM_DEFAULT,
	DM_PRESENT
};
enum omp_category { CAT_SCALAR, CAT_AGGREGATE, CAT_POINTER, CAT_COUNT };

/* One directive while it is being parsed. */
struct omp_pragma {
	const struct omp_directive *dir;
	struct place place; /* of the directive's name */
	const struct token *first, *last;
	struct omp_clause *clauses;
	const char *critical_name;
	const char *cc_clause; /* the first clause that only cc implements, or NULL */
	struct place cc_place;
};

/* ---- a construct: the public node and what only the front end needs of it ---- */

struct omp_node {
	struct omp omp;            /* first: p->construct and parents convert by cast */
	struct omp_node *combined; /* the next inner leaf of the same directive */
	struct omp_pragma pragma;
	unsigned leaves;   /* of this node: for OMP_LOOP one or more LEAF_* */
	uint32_t first_id; /* declarations inside it have ids from here on */
	enum omp_default dflt;
	enum omp_bind bind;
	int collapse;
	enum omp_behaviour defaultmap[CAT_COUNT];
	bool has_parallelism;       /* a parallel, or a loop bound to one, stands inside */
	struct omp_mapper *mappers; /* those that are visible where it stands, the last one first */
	struct omp_items device_ptrs; /* OMP_TARGET: is_device_ptr */
	struct omp_items
		device_addrs; /* OMP_TARGET: has_device_addr; TARGET_DATA: use_device_addr */
};

static inline struct omp_node *
omp_node(struct omp *o)
{
	return (struct omp_node *)o;
}

/* Return the first declaration of a file-scope entity, which may have several. */
static inline struct decl *
omp_canonical(struct decl *d)
{
	return d->canonical ? d->canonical : d;
}

/* Return e without implicit conversions, which have no tokens. */
static inline struct expr *
omp_strip(struct expr *e)
{
	while (e->kind == EX_CAST && !e->first)
		e = e->u.sub;
	return e;
}

struct omp_state {
	struct omp_blocks {
		const struct token **v;
		size_t n, cap;
	} blocks;         /* declare target, open */
	bool has_targets; /* a construct for devices was read: too late for requires */
	size_t marked;    /* file_decls before this one are marked already */
	enum omp_clause_id
		default_order; /* requires atomic_default_mem_order; CL_RELAXED by default */
	struct omp_variants {
		struct omp_pending_variant *v;
		size_t n, cap;
	} variants;
	struct omp_dispatched_list {
		struct omp_dispatched *v;
		size_t n, cap;
	} dispatched;
	struct omp_reductions *reductions;       /* the last one declared first */
	struct omp_mapper *mappers;              /* the last one declared first */
	struct omp_variant_block *variant_block; /* begin declare variant, open */
	const struct token *resume; /* what follows the directive that a metadirective became */
};

struct omp_state *omp_state(struct parser *); /* made on first use */

/* ---- tokens.c: see omp_tree.h too ---- */

bool omp_is_word(const struct token *, const char *word);  /* by spelling; a keyword is one, too */
bool omp_has_word(const struct token *, const char *word); /* from here to the directive's end */
int omp_opens(const struct token *); /* opening bracket: 1, closing: -1, else 0 */
const struct token *omp_closing(const struct token *open); /* matching bracket, which must exist */
/* Return the first token of these kinds outside of brackets, else the bracket that closes the one
 * that T is in, or the TK_PRAGMA_END. */
const struct token *omp_find_outside(const struct token *t, enum token_kind, enum token_kind);
/* Return what follows the TK_PRAGMA_END; there is one, whatever the brackets before it. */
const struct token *omp_end_of_directive(const struct token *);
/* Return the token behind the bracket that closes the one at T.  Ignore brackets in directives,
 * which may not match. */
const struct token *omp_skip_brackets(const struct token *t, const struct token *end);
/* Return the token behind the first one of this kind outside of brackets. */
const struct token *omp_skip_to(const struct token *t, const struct token *end, enum token_kind);

struct omp_tokens {
	struct token *v;
	size_t n, cap;
};
/* Append a token for each word of `words`, which are separated by spaces. */
void omp_put_words(struct arena *, struct token_list unit, struct omp_tokens *to,
	const struct token *at, const char *words);
/* Return a token with this spelling: a word, an operator, 0 or 1. */
struct token omp_made_token(struct token_list unit, const struct token *at, const char *spelling);

/* ---- clause.c ---- */

/* Parse an expression of integer type; the error where it is not one calls it WHAT. */
struct expr *omp_integer_expr(struct parser *, const char *what);
void omp_parse_clauses(struct parser *, struct omp_pragma *); /* up to the TK_PRAGMA_END */
const struct omp_clause *omp_find_clause(const struct omp_pragma *, enum omp_clause_id);
const char *omp_token_text(struct parser *, const struct token *first, const struct token *last);
/* Report a COMMA in the brackets FIRST to LAST of an array section, where ':' is expected. */
void omp_comma_for_colon(struct parser *, const struct token *first, const struct token *comma,
	const struct token *last);
void omp_skip_parens(struct parser *);                        /* from '(' to behind its ')' */
void omp_end_directive(struct parser *, struct omp_pragma *); /* expects the TK_PRAGMA_END */
void omp_skip_to_end(struct parser *);                        /* stops at the TK_PRAGMA_END */

/* Parse an expression from generated tokens, which end in ';'; leave the cursor at REST. */
struct expr *omp_parse_made(struct parser *, struct omp_tokens *made, const struct token *rest);

/* Consume a reduction identifier [5.5.1]: an operator, min, max or a declared name. */
void omp_reduction_operator(struct parser *, enum omp_reduction_op *);

/* ---- map.c ---- */

void omp_parse_list(struct parser *, struct omp_items *, bool sections); /* up to the ')' */
void omp_parse_map(struct parser *, struct omp_clause *);
void omp_parse_motion(struct parser *, struct omp_clause *);
void omp_add_maps(struct parser *, struct omp_node *, const struct omp_clause *);
void omp_check_maps(struct parser *, struct omp_node *);
void omp_check_strides(struct parser *, const struct omp_items *); /* reports any stride */
struct omp_map *omp_append_map(struct parser *, struct omp_node *, enum omp_map_type,
	const struct omp_item *);
bool omp_item_is_variable(const struct omp_item *); /* not a section, member or dereference */
bool omp_same_item(const struct omp_item *, const struct omp_item *); /* the same expressions */
/* Return TYPE without `from` if the item is const: copying it back would write to read-only
 * memory. */
enum omp_map_type omp_type_of_map(enum omp_map_type type, const struct omp_item *);
struct type *omp_type_of_item(const struct omp_item *); /* section: of one element */

/* ---- split.c ---- */

/* Make the leaves of a directive and link them; return the outermost. */
struct omp_node *omp_split(struct parser *, const struct omp_pragma *);
/* When the body of a `loop` construct is parsed: make it distribute, for or simd [11.7]. */
struct omp_node *omp_settle_loop(struct parser *, struct omp_node *outer, struct omp_node *loop);
bool omp_reduces(enum omp_reduction_op, const struct type *); /* implicitly declared [5.5.3] */
enum omp_bind omp_loop_binding(struct parser *, const struct omp_node *loop);

/* ---- nest.c ---- */

struct omp *omp_enclosing_target(struct omp *inner); /* INNER itself, one around it, or NULL */
bool omp_check_nesting(struct parser *, struct omp_node *outer);
void omp_check_teams(struct parser *, struct omp_node *target);
void omp_check_jumps(struct parser *, struct stmt *body);

/* ---- loop.c ---- */

/* Read the associated loops of the construct.  Return false after a message. */
bool omp_read_loops(struct parser *, struct omp_node *loop, struct stmt *nest);
const struct expr *omp_use_of(struct expr *, const struct decl *); /* the first use, or NULL */
const struct expr *omp_use_in_bounds(const struct omp_for *, const struct decl *);

/* ---- sharing.c ---- */

struct omp_var *omp_find_var(const struct omp *, const struct decl *);
/* Return whether the variable is named in the directive, even in a clause that only cc knows. */
bool omp_pragma_names(const struct omp *, const struct decl *);
struct omp_var *omp_add_var(struct parser *, struct omp_node *, enum omp_var_kind, struct decl *,
	struct place);
bool omp_is_private_around(const struct omp_node *, const struct decl *);
void omp_check_sharing(struct parser *, struct omp_node *outer); /* conflicts among its clauses */
/* Add loop variables with their predetermined attributes [5.1.1].  generic: the directive is
 * `loop`. */
void omp_loop_variables(struct parser *, struct omp_node *outer, struct omp_node *loop,
	bool generic);
void omp_resolve_function(struct parser *, struct stmt *body);

/* The variables that a piece of code uses, in order of first use. */
struct omp_ref {
	struct decl *decl;
	struct place place;
};
struct omp_refs {
	struct omp_ref *v;
	size_t n, cap;
};

/* ---- capture.c ---- */

void omp_capture(struct parser *, struct omp_node *target, const struct omp_refs *);

/* ---- alone.c ---- */

void omp_share_alone(struct parser *, const struct omp_node *); /* after its vars are known */

/* ---- atomic.c ---- */

void omp_read_atomic(struct parser *, struct omp_node *, struct stmt *);
bool omp_same_expr(struct expr *, struct expr *); /* same text, no side effects */
struct expr *omp_sole_expr(struct stmt *);        /* of an expression statement, else NULL */

/* ---- allocate.c ---- */

struct stmt *omp_scratchpad(struct parser *, struct omp_pragma *);
void omp_allocate(struct parser *, struct omp_pragma *); /* in a target region */
void omp_allocate_on_host(struct parser *, struct omp_pragma *);

/* ---- declare.c ---- */

void omp_declare_target(struct parser *, struct omp_pragma *);
void omp_begin_declare_target(struct parser *, struct omp_pragma *);
void omp_end_declare_target(struct parser *, struct omp_pragma *);
void omp_mark_declare_target(struct parser *); /* what open blocks have declared so far */
void omp_declare_other(struct parser *, struct omp_pragma *); /* requires, threadprivate, … */
/* In the text for cc, replace the tokens FIRST to LAST by TEXT. */
void omp_rewrite(struct parser *, const struct token *first, const struct token *last,
	const char *text);
/* The same, TEXT being the tokens of a directive; NULL: remove them. */
void omp_replace(struct parser *, const struct token *first, const struct token *last,
	const struct token *text);
/* Replace the loop construct's directive by one that cc accepts. */
void omp_replace_loop(struct parser *, const struct omp *loop);
/* In the text for cc, make the declaration that begins with FIRST static. */
void omp_make_static(struct parser *, const struct token *first);

/* ---- reduction.c ---- */

void omp_declare_reduction(struct parser *, struct omp_pragma *);
/* Return the innermost declared reduction in scope, or NULL. */
const struct omp_declared_reduction *omp_complex_reduction(struct parser *, enum omp_reduction_op,
	struct type *, struct place);
const struct omp_declared_reduction *omp_find_reduction(struct parser *, const char *name,
	const struct type *);

/* ---- newer/between.c ---- */

/* Return BODY if it is a loop, else the first loop in its braces, or NULL. */
struct stmt *omp_loop_in(struct stmt *body);
/* Set the construct's body and whether there is code between its n loops.  Return false after a
 * message. */
bool omp_body_of_nest(struct parser *, struct omp *loop, struct omp_for *loops, int n);

/* ---- newer/shape.c ---- */

/* Find how the bounds of loop k depend on outer loops.  Set *free if not as [4.4.1] allows. */
void omp_read_shape(struct parser *, struct omp_for *loops, int k, bool *free);

/* ---- newer/transform.c ---- */

struct stmt *omp_transform(struct parser *, struct omp_pragma *); /* tile, unroll and the loops */

/* ---- newer/scan.c ---- */

bool omp_check_scan(struct parser *, const struct omp_node *scan, const struct omp *parent);
void omp_check_inscan(struct parser *, const struct omp_node *outer, const struct omp_node *loop,
	const struct omp_clause *reduction);
void omp_check_scans(struct parser *, struct omp_node *loop); /* after its body is parsed */

/* ---- newer/compare.c ---- */

bool omp_read_compare(struct omp_atomic *, struct stmt *);

/* ---- newer/error.c ---- */

/* Return code that reports `error at(execution)`; NULL: the compiler has reported it. */
struct stmt *omp_error(struct parser *, struct omp_pragma *);

/* ---- newer/mapper.c ---- */

struct omp_mapper;
void omp_declare_mapper(struct parser *, struct omp_pragma *);
/* Return the type's mapper of this name (NULL: the default one), or NULL if it has none. */
const struct omp_mapper *omp_find_mapper(struct parser *, const char *name, struct type *);
/* Return the maps that a mapper puts in place of OUTER.  Return NULL after a message. */
struct omp_map *omp_map_by_mapper(struct parser *, const struct omp_mapper *,
	const struct omp_map *outer);
/* Apply the default mapper visible at the construct to M.  Return M if there is none. */
struct omp_map *omp_map_by_rule(struct parser *, const struct omp_node *, struct omp_map *m);
/* Return the mappers visible at the cursor; forget those of blocks that have ended. */
struct omp_mapper *omp_mappers_here(struct parser *);

/* ---- newer/variant.c ---- */

void omp_declare_variant(struct parser *, struct omp_pragma *);
void omp_begin_declare_variant(struct parser *, struct omp_pragma *);
void omp_end_declare_variant(struct parser *, struct omp_pragma *);
void omp_end_variants(struct parser *); /* at the end of the unit */
bool omp_choose_directive(struct parser *, const struct token *first);

/* ---- newer/dispatch.c ---- */

struct stmt *omp_dispatch(struct parser *, struct omp_pragma *); /* behind its name */

/* ---- newer/interop.c ---- */

void omp_interop(struct parser *, struct omp_pragma *); /* behind its name */

/* ---- newer/when.c ---- */

struct expr *omp_condition_of(const struct decl *when); /* what the function returns */

#endif
