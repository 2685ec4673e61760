/* What the parts of the host C writer share; see host.h for who does what. Not for other modules.
 *
 * Names that the generated code declares begin with __devrt_, which C leaves to implementations. */
#ifndef HOST_INTERNAL_H
#define HOST_INTERNAL_H

#include "host/host.h"
#include "tree/omp_clause.h"
#include "pp/print.h"

/* A list item as C text; see struct devrt_item and devrt_item_info. */
struct item {
	const char *name;
	struct place place;
	unsigned flags;
	const char *base, *begin, *bytes, *pointer; /* pointer NULL: none */
	const struct decl *variable;
	int object;
};

struct items {
	struct item *v;
	size_t n, cap;
};

/* Where a map's storage is among the items: what a kernel parameter translates. */
struct map_item {
	const struct omp_map *map;
	int item;
};

struct map_items {
	struct map_item *v;
	size_t n, cap;
};

struct host {
	FILE *out;
	struct arena *arena;
	struct diag *diag;
	struct unit *unit;
	const struct ptxgen_result *device;
	const struct host_options *options;
	struct tok_printer printer;
	VEC(struct omp_edit) edits; /* in the order of the tokens; a region's may hold others */
	VEC(uint32_t) unfolded;     /* inclusions with constructs: not folded into #include lines */
	struct items *kernel_items; /* by target index, for the tables at the end */
	struct map_items *kernel_maps;
	bool in_teams;          /* in a region that has teams, for the host */
	struct place construct; /* being written: our lines are indented like its own, */
	int depth;              /* and further, by our own blocks around them */
};

/* A file-scope entity may be declared several times: the first one stands for it. */
static inline const struct decl *
host_canonical(const struct decl *d)
{
	return d->canonical ? d->canonical : d;
}

/* ---- write.c ---- */

/* The tokens from index FIRST up to END, with what lies between rewritten. */
void host_range(struct host *, uint32_t first, uint32_t end);
/* The first edit that begins with T or a later token; h->edits.v + h->edits.n: none. */
const struct omp_edit *host_edit_from(const struct host *, const struct token *t);
/* One line of our own; cc takes it for a system header's line there, and stays silent about it. */
void host_line(struct host *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* A directive, on a line of its own. */
void host_pragma(struct host *, struct place, const char *text);
void host_open(struct host *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4); /* … { */
void host_close(struct host *, struct place);
/* The same without rewriting. */
void host_plain(struct host *, uint32_t first, uint32_t end);
/* The tokens of a construct's block; TEAMS: they stand directly in a teams region of cc's. */
void host_body(struct host *, const struct omp *, bool teams);
/* Text as a C string literal. */
const char *host_quote(struct host *, const char *text, size_t n);

/* ---- expr.c ---- */

const char *host_tokens_text(struct host *, const struct token *first, const struct token *last);
const char *host_expr(struct host *, const struct expr *);
/* A variable, member, element or *p, by its structure: parts of list items have no tokens. */
const char *host_lvalue(struct host *, const struct expr *);
/* Values, and only such variables as reach the kernel by value: the same here as on the device. */
bool host_expr_same_on_device(const struct omp *target, struct expr *);
/* The same unless the device had a mapped variable before, with another value; for clauses of
 * 'teams', whose variables the region may not use otherwise. */
bool host_expr_same_if_new(const struct omp *target, struct expr *);
/* The same when KNOWN, a loop variable, is as well. */
bool host_expr_same_given(const struct omp *target, struct expr *, const struct decl *known);

/* ---- trips.c ---- */

/* The functions that the texts call. */
void host_trip_helpers(struct host *);
/* Loop iterations of the league or team, as text; "0" when not known here. */
const char *host_trip_count(struct host *, const struct omp *target);
/* Those of each of the two or three loops, the innermost first. */
const char *host_extents(struct host *, const struct omp *target);
/* That loop is a distribute alone: an iteration per team. */
bool host_trip_is_teams(const struct omp *target);

/* ---- item.c ---- */

void host_items_of_maps(struct host *, const struct omp_map *, unsigned flags, struct items *,
	struct map_items *);
/* The address TEXT into variable D, as TYPE; what cc takes for no constant where D has a constant
 * address.  D may be NULL. */
const char *host_address(struct host *, const struct decl *d, const char *type, const char *text);
/* { base, begin, bytes, pointer } */
const char *host_item_text(struct host *, const struct item *);
/* `const struct devrt_item __devrt_items[] = { … }` */
void host_declare_items(struct host *, struct place, const struct items *);
void host_item_info(struct host *, struct place, const struct item *);
const char *host_place(struct host *, struct place); /* { "file", line, column } */
/* A section with holes, for target update: how many of its dimensions are gone through one by one
 * (0: it has no holes), how often each, and the piece at [__devrt_i0][__devrt_i1]… */
int host_box_dims(const struct omp_item *);
const char *host_box_count(struct host *, const struct omp_item *, int dim);
struct item host_box_piece(struct host *, const struct omp_item *, int ndims);

/* ---- each.c ---- */

/* The construct maps several objects with a mapper. */
bool host_has_each(const struct omp *);
/* Begins, and ends, their mapping; DEVICE: the text of its number, such as host_each_device(). */
void host_each_begin(struct host *, const struct omp *, const char *device);
void host_each_end(struct host *, const struct omp *, const char *device);
/* By __devrt_device and, with an if clause, __devrt_if; the host's where that is false. */
const char *host_each_device(const struct omp *);
/* Those of a construct without a block; FUNCTION is libdevrt's for it. */
void host_each(struct host *, const struct omp *, const char *function, const char *device);

/* ---- pragma.c ---- */

/* The directive for the host with the target part taken off; NULL when nothing is left.
 * IF_TEXT stands for an if clause's expression that must not be evaluated twice. */
const char *host_directive_without_target(struct host *, const struct omp *, const char *if_text);
/* The directive without these clauses; CL_COUNT ends them. */
const char *host_directive_less(struct host *, const struct omp *, const enum omp_clause_id *);
/* The directive of a loop construct as cc takes it: without a collapse that it does not know, with
 * the bind clause that it wants. */
const char *host_loop_directive(struct host *, const struct omp *loop);
/* The directive as a target construct that always runs on the host. */
const char *host_directive_on_host(struct host *, const struct omp *);
/* Whether the construct, or one in its block, is teams without parallel in the same directive. */
bool host_has_plain_teams(const struct omp *);
bool host_has_clause(const struct omp *, enum omp_clause_id);
/* TEXT and the clause, as written. */
const char *host_with_clause(struct host *, const char *text, const struct omp_clause *);

/* ---- task.c ---- */

/* With nowait or depend. */
bool host_is_task(const struct omp *);
/* Opens the block of the task; COPIES: names of variables of which it has its own, or "". Declares
 * __devrt_order in it. */
void host_open_task(struct host *, const struct omp *, const char *copies);
/* With in_reduction. */
bool host_participates(const struct omp *);
/* Opens the block of the task in which its list items are the taskgroup's copies. */
void host_open_participant(struct host *, const struct omp *);
/* Where all tasks must be done before what follows. */
void host_wait_for_tasks(struct host *, const struct omp *);
/* A construct of cc's that waits, or has depend. */
void host_wait(struct host *, const struct omp *);

/* ---- target.c ---- */

/* Declares TO with the value of FROM, an lvalue of D's type; TO may be D's own name where FROM is
 * not. */
void host_declare_copy(struct host *, const struct omp *, const struct decl *d, const char *to,
	const char *from);

/* ---- scope.c ---- */

/* A scope construct with clauses that cc may not know on it. */
void host_scope(struct host *, const struct omp *);

/* ---- the rest ---- */

void host_target(struct host *, const struct omp *);
void host_data(struct host *, const struct omp *);
void host_prologue(struct host *);
void host_tables(struct host *);

#endif
