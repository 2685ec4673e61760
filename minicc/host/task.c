/* nowait and depend in host C: a target construct with one of them is a task of its own [12.8].
 *
 *	const struct devrt_dep __devrt_deps[] = { { &x, DEVRT_DEP_OUT } };
 *	#pragma omp task depend(out: x) default(shared) firstprivate(…)
 *	{
 *		const struct devrt_order __devrt_order = { 1, 1, __devrt_deps };
 *		the construct
 *	}
 *
 * With in_reduction it is a task, too, which is never put off: what it combines are cc's copies.
 *
 * In a parallel region of the host this task is cc's: some thread carries it out, and cc's library
 * keeps its order with all other tasks.  Elsewhere cc's library runs it at once, and libdevrt
 * queues the construct; then host constructs that tasks must be finished for, or must come before,
 * ask libdevrt to wait (struct omp of taskwait, taskgroup, barrier, and of task with depend); so
 * does the end of main's block.
 *
 * depend(…: omp_all_memory), of 5.1: a taskwait, and the task at once. */
#include <string.h>

#include "host/internal.h"

/* ---- depend clauses as tables ---- */

static const char *
dep_kind(const struct token *t)
{
	static const struct {
		const char *word, *kind;
	} kinds[] = {
		{ "in", "DEVRT_DEP_IN" },
		{ "out", "DEVRT_DEP_OUT" },
		{ "inout", "DEVRT_DEP_OUT" },
		{ "mutexinoutset", "DEVRT_DEP_OUT" },
		{ "inoutset", "DEVRT_DEP_OUT" },
	};

	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (strcmp(t->text, kinds[i].word) == 0 && t[1].kind == TK_COLON)
			return kinds[i].kind;
	return NULL;
}

/* Return where a list item's storage begins: that of a section a[lo:n], at a[lo]. */
static const char *
first_byte(struct host *h, const struct token *t, const struct token *end)
{
	const char *text = "&";
	int brackets = 0, colon = 0;

	for (; t < end; t++) {
		brackets += t->kind == TK_LBRACKET;
		if (t->kind == TK_COLON && brackets == 1)
			colon = 1;
		brackets -= t->kind == TK_RBRACKET;
		if (brackets == 0)
			colon = 0;
		if (colon)
			continue;
		if (t->kind == TK_LBRACKET && t[1].kind == TK_COLON)
			text = arena_printf(h->arena, "%s[0", text);
		else
			text = arena_printf(h->arena, "%s%s", text, t->text);
	}
	return text;
}

/* Return whether the list has no iterators, depend objects or shaped pointers; else all tasks
 * count as dependences. */
static bool
is_understood(const struct token *t, const struct token *end)
{
	bool named = dep_kind(t) && t[2].kind != TK_LPAREN && end->kind == TK_RPAREN;

	for (; named && t < end; t++)
		named = strcmp(t->text, "omp_all_memory") != 0;
	return named;
}

static const char *
add_dep(struct host *h, const char *list, const char *address, const char *kind)
{
	return arena_printf(h->arena, "%s%s{ %s, %s }", list, *list ? ", " : "", address, kind);
}

/* Return the dependences of a clause as text.  Add the number of items to *n. */
static const char *
deps_of_clause(struct host *h, const char *list, const struct omp_clause *depend, int *n)
{
	const struct token *t = depend->first + 2, *end = depend->last, *next;
	const char *kind;

	if (!is_understood(t, end)) {
		++*n;
		return add_dep(h, list, "0", "DEVRT_DEP_ALL");
	}
	kind = dep_kind(t);
	for (t += 2; t < end; t = next + 1) {
		next = omp_item_end(t);
		list = add_dep(h, list, first_byte(h, t, next), kind);
		++*n;
	}
	return list;
}

/* Return how many items the depend clauses have.  Declare __devrt_deps if there are any. */
static int
declare_deps(struct host *h, const struct omp *o)
{
	const char *list = "";
	int n = 0;

	for (const struct omp_clause *c = o->written; c; c = c->next)
		if (c->id == CL_DEPEND)
			list = deps_of_clause(h, list, c, &n);
	if (n > 0)
		host_line(h, o->place, "const struct devrt_dep __devrt_deps[] = { %s };", list);
	return n;
}

static void
declare_order(struct host *h, const struct omp *o, bool nowait, int ndeps)
{
	host_line(h, o->place, "const struct devrt_order __devrt_order = { %d, %d, %s };", nowait,
		ndeps, ndeps ? "__devrt_deps" : "0");
}

/* Wait for all tasks, so that cc's too are done that come before; `if(0)` on the task makes it done
 * before what follows. */
static void
wait_for_all(struct host *h, const struct omp *o)
{
	if (omp_depends_on_all(o->pragma_first) && !h->options->serial)
		host_pragma(h, o->place, "#pragma omp taskwait");
}

/* ---- constructs of ours ---- */

bool
host_is_task(const struct omp *o)
{
	return o->clauses.nowait || host_has_clause(o, CL_DEPEND);
}

bool
host_participates(const struct omp *o)
{
	return host_has_clause(o, CL_IN_REDUCTION);
}

/* Return TEXT and the construct's clauses of this kind. */
static const char *
with_clauses(struct host *h, const char *text, const struct omp *o, enum omp_clause_id id)
{
	for (const struct omp_clause *c = o->written; c; c = c->next)
		if (c->id == id)
			text = host_with_clause(h, text, c);
	return text;
}

/* Open a task that is carried out at once, even with nowait: its copies are those of the thread
 * that meets it. */
void
host_open_participant(struct host *h, const struct omp *o)
{
	if (!h->options->serial)
		host_pragma(h, o->place,
			with_clauses(h, "#pragma omp task default(shared) if(0)", o,
				CL_IN_REDUCTION));
	host_open(h, o->place, "{");
}

void
host_open_task(struct host *h, const struct omp *o, const char *copies)
{
	int ndeps = declare_deps(h, o);
	const char *text = "#pragma omp task default(shared)";
	bool all = omp_depends_on_all(o->pragma_first);

	wait_for_all(h, o);
	if (!o->clauses.nowait || all)
		text = arena_printf(h->arena, "%s if(0)", text);
	if (!all)
		text = with_clauses(h, text, o, CL_DEPEND);
	if (ndeps > 0)
		copies = arena_printf(h->arena, "%s%s__devrt_deps", copies, *copies ? ", " : "");
	if (*copies)
		text = arena_printf(h->arena, "%s firstprivate(%s)", text, copies);
	if (!h->options->serial)
		host_pragma(h, o->place, text);
	host_open(h, o->place, "{");
	declare_order(h, o, o->clauses.nowait, ndeps);
}

/* Write `taskwait` alone: it waits for more tasks than depend names, but every cc has it. */
void
host_wait_for_tasks(struct host *h, const struct omp *o)
{
	host_line(h, o->place, "devrt_wait();");
	if (!h->options->serial)
		host_pragma(h, o->place, "#pragma omp taskwait");
}

/* ---- constructs of cc's ---- */

static void
put_directive(struct host *h, const struct omp *o)
{
	static const enum omp_clause_id left_out[] = { CL_DEPEND, CL_IF, CL_COUNT };

	if (!omp_depends_on_all(o->pragma_first))
		host_plain(h, o->pragma_first->index, o->pragma_last->index + 1);
	else if (!h->options->serial)
		host_pragma(h, o->place,
			arena_printf(h->arena, "%s%s", host_directive_less(h, o, left_out),
				o->directive_leaves == LEAF_TASK ? " if(0)" : ""));
}

/* Wait for what libdevrt has queued first, then for cc's own tasks. */
void
host_wait(struct host *h, const struct omp *o)
{
	bool alone = o->stmt->last == o->pragma_last, ours = !omp_is_among_threads(o);

	host_open(h, o->place, "{");
	if (alone && ours) {
		host_line(h, o->place, "devrt_wait();");
	} else if (ours && o->directive_leaves != LEAF_TASKGROUP) {
		declare_order(h, o, false, declare_deps(h, o));
		host_line(h, o->place, "devrt_wait_for(&__devrt_order);");
	}
	if (!alone)
		wait_for_all(h, o);
	put_directive(h, o);
	if (!alone)
		host_body(h, o, false);
	if (ours && o->directive_leaves == LEAF_TASKGROUP)
		host_line(h, o->stmt->last->place, "devrt_wait();");
	host_close(h, o->stmt->last->place);
}
