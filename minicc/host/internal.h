/* What the files of the host C writer share; host.h lists them. Nobody else includes this.
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
	const char *shape; /* shape.c; NULL: not known */
};

struct items {
	struct item *v;
	size_t n, cap;
};

/* The item of a map, whose base address a kernel parameter translates. */
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
	VEC(struct omp_edit) edits; /* in the order of the tokens; may be nested */
	VEC(struct quiet *) quiet;  /* functions (ahead.c) */
	VEC(uint32_t) unfolded;     /* #included files with constructs: not folded back */
	struct items *kernel_items; /* by target index, for the tables at the end */
	struct map_items *kernel_maps;
	bool in_teams;          /* writing the host's version of a teams region */
	struct place construct; /* being written; generated lines get its indentation */
	int depth;              /* and a level for each generated block around them */
};

/* Return the first declaration of a file-scope entity, which may have several. */
static inline const struct decl *
host_canonical(const struct decl *d)
{
	return d->canonical ? d->canonical : d;
}

/* ---- write.c ---- */

/* Write the tokens from index FIRST up to END, with all edits applied. */
void host_range(struct host *, uint32_t first, uint32_t end);
/* Have the file's text in readable output, not an #include: it has edits. */
void host_unfold(struct host *, uint32_t file);
/* Add an edit, behind those that begin with the same token. */
void host_add_edit(struct host *, struct omp_edit);
/* Return the first edit that begins at T or later, or h->edits.v + h->edits.n if there is none. */
const struct omp_edit *host_edit_from(const struct host *, const struct token *t);
/* Write one generated line; it is marked as a system header's, so that cc does not warn of it. */
void host_line(struct host *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4);
/* Write a directive on a line of its own. */
void host_pragma(struct host *, struct place, const char *text);
void host_open(struct host *, struct place, const char *fmt, ...) DIAG_FORMAT(3, 4); /* … { */
void host_close(struct host *, struct place);
/* Write tokens without edits. */
void host_plain(struct host *, uint32_t first, uint32_t end);
/* Write a construct's block.  TEAMS: it is strictly nested in a teams region that cc compiles. */
void host_body(struct host *, const struct omp *, bool teams);
/* Return n bytes of text as a C string literal. */
const char *host_quote(struct host *, const char *text, size_t n);

/* ---- expr.c ---- */

const char *host_tokens_text(struct host *, const struct token *first, const struct token *last);
const char *host_expr(struct host *, const struct expr *);
/* Return the text of a variable, member, element or *p from the tree: list items may lack tokens. */
const char *host_lvalue(struct host *, const struct expr *);
/* Return what the region captures of a variable, or NULL. */
const struct omp_capture *host_capture_of(const struct omp *target, const struct decl *);
/* Return whether its value is the same on the device: all variables reach the kernel by value. */
bool host_expr_same_on_device(const struct omp *target, struct expr *);
/* The same if no mapped variable was present before with another value: for clauses of 'teams',
 * whose variables the region may not use otherwise. */
bool host_expr_same_if_new(const struct omp *target, struct expr *);
/* The same if KNOWN, a loop variable, has the same value on both, and if NEW and no mapped variable was
 * present before. */
bool host_expr_same_given(const struct omp *target, struct expr *, const struct decl *known,
	bool new);

/* ---- shape.c ---- */

/* Return devrt_item_info.shape of the item, or NULL. */
const char *host_shape(struct host *, const struct omp_item *);

/* ---- trips.c ---- */

/* Write the functions that the texts below call. */
void host_trip_helpers(struct host *);
/* Return the trip count of the loop divided in the league or team, as text; "0": unknown. */
const char *host_trip_count(struct host *, const struct omp *target);
/* Return the trip counts of its two or three loops, the innermost first. */
const char *host_extents(struct host *, const struct omp *target);
/* Return devrt_launch.counted_by of both, or NULL: they are right in any case. */
const char *host_counted_by(struct host *, const struct omp *target);
/* Return whether that loop is only a distribute, so that each team gets an iteration. */
bool host_trip_is_teams(const struct omp *target);

/* ---- item.c ---- */

void host_items_of_maps(struct host *, const struct omp_map *, unsigned flags, struct items *,
	struct map_items *);
/* Return the address TEXT in variable D as a TYPE, such that cc does not take it for a constant if
 * D's address is one.  D may be NULL. */
const char *host_address(struct host *, const struct decl *d, const char *type, const char *text);
/* Return { base, begin, bytes, pointer }. */
const char *host_item_text(struct host *, const struct item *);
/* Return the number of the list item that an address comes from (table.c). */
int host_item_of_capture(struct host *, const struct omp *target, const struct omp_capture *);
/* Return the names of the bits that are set, as C; names: until one is NULL. */
struct bit_name {
	unsigned bit;
	const char *name;
};
const char *host_bits_text(struct host *, const struct bit_name *names, unsigned bits);
/* Write `const struct devrt_item __devrt_items[] = { … }`. */
void host_declare_items(struct host *, struct place, const struct items *);
void host_item_info(struct host *, struct place, const struct item *);
const char *host_place(struct host *, struct place); /* { "file", line, column } */
/* For target update of a section that is not contiguous: return how many of its dimensions need a
 * loop (0: it is contiguous), each loop's count, and the piece at [__devrt_i0][__devrt_i1]… */
int host_box_dims(const struct omp_item *);
const char *host_box_count(struct host *, const struct omp_item *, int dim);
struct item host_box_piece(struct host *, const struct omp_item *, int ndims);

/* ---- each.c ---- */

/* Return whether the construct maps several objects with a mapper. */
bool host_has_each(const struct omp *);
/* Write the begin and the end of their mapping.  DEVICE: the device number as text. */
void host_each_begin(struct host *, const struct omp *, const char *device);
void host_each_end(struct host *, const struct omp *, const char *device);
/* Return that text, by __devrt_device and, with an if clause, __devrt_if: the host if false. */
const char *host_each_device(const struct omp *);
/* Write the mapping of a construct without a block; FUNCTION is libdevrt's for it. */
void host_each(struct host *, const struct omp *, const char *function, const char *device);

/* ---- pragma.c ---- */

/* Return the directive for the host without its target part, or NULL if nothing is left.
 * IF_TEXT replaces an if clause's expression, which must not be evaluated twice. */
const char *host_directive_without_target(struct host *, const struct omp *, const char *if_text);
/* Return the directive without these clauses, a list that CL_COUNT ends. */
const char *host_directive_less(struct host *, const struct omp *, const enum omp_clause_id *);
/* Return a loop construct's directive as cc accepts it: without a collapse clause that cc does not
 * know, with the bind clause that it requires. */
const char *host_loop_directive(struct host *, const struct omp *loop);
/* Return the directive as a target construct that always runs on the host. */
const char *host_directive_on_host(struct host *, const struct omp *);
/* Return whether the construct, or one in its block, is teams without parallel in one directive. */
bool host_has_plain_teams(const struct omp *);
bool host_has_clause(const struct omp *, enum omp_clause_id);
/* Return TEXT followed by the clause as written. */
const char *host_with_clause(struct host *, const char *text, const struct omp_clause *);

/* ---- task.c ---- */

/* Return whether it has nowait or depend. */
bool host_is_task(const struct omp *);
/* Open the task's block and declare __devrt_order in it.  COPIES: its firstprivate variables, or
 * "". */
void host_open_task(struct host *, const struct omp *, const char *copies);
/* Return whether it has in_reduction. */
bool host_participates(const struct omp *);
/* Open the block of the task whose list items are the taskgroup's private copies [5.5.10]. */
void host_open_participant(struct host *, const struct omp *);
/* Write a wait for all tasks. */
void host_wait_for_tasks(struct host *, const struct omp *);
/* Write a host construct that waits for tasks, or has depend, after a wait for the device's. */
void host_wait(struct host *, const struct omp *);

/* ---- target.c ---- */

/* Declare TO with the value of FROM, an lvalue of D's type.  TO may be D's own name if FROM is
 * not. */
void host_declare_copy(struct host *, const struct omp *, const struct decl *d, const char *to,
	const char *from);

/* ---- ahead.c ---- */

/* Add edits around statements in which the host need not wait for target regions.  Call it before
 * other edits are added. */
void host_find_ahead(struct host *);

/* ---- scope.c ---- */

/* Write a scope construct with clauses that cc may not know. */
void host_scope(struct host *, const struct omp *);

/* ---- the rest ---- */

void host_target(struct host *, const struct omp *);
void host_data(struct host *, const struct omp *);
void host_prologue(struct host *);
void host_tables(struct host *);

#endif
