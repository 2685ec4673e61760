/* Where the host may launch the next target region while those before it run: calls of devrt_ahead() and
 * devrt_settle() around statements that could not tell the difference.
 *
 *	devrt_ahead();
 *	for (int k = 0; k < n - 1; k++) {
 *		column(a, n, k);	// each is a target construct
 *		update(a, n, k);
 *	}
 *	devrt_settle();
 *
 * Variables of the host are not the device's, and what constructs bring back libdevrt waits for.  What
 * can tell is what the program calls (a clock, its output), what pointers point to (CUDA's managed memory
 * both can reach), and what is volatile or atomic (other threads look).  Statements are taken that have
 * nothing of the kind, nor do functions of this file that they call, if they are left only at their end
 * and launch more than one region; as many in a row as possible. */
#include "host/internal.h"
#include "tree/walk.h"

/* ---- what could tell ---- */

/* The statements that are looked at. */
struct look {
	struct host *h;
	int launches;        /* up to MANY, which those of a loop are */
	struct place place;  /* of the first thing that could tell */
	const char *why;     /* what that is; NULL: nothing could tell */
	bool called;         /* that function is one that they call: it may return */
	int loops, switches; /* around */
};

/* A function that was looked at. */
struct quiet {
	const struct decl *function;
	bool done; /* false while the function is looked at, which may call itself */
	int launches;
	const char *why;
};

enum { MANY = 2 };

static void
add(struct look *l, int launches)
{
	l->launches = l->launches + launches < MANY ? l->launches + launches : MANY;
}

static void
tells(struct look *l, struct place place, const char *why)
{
	if (l->why)
		return;
	l->why = why;
	l->place = place;
}

static bool note_stmt(struct stmt *, void *look);
static bool note_expr(struct expr *, void *look);

static struct quiet *
find_quiet(struct host *h, const struct decl *function)
{
	for (size_t i = 0; i < h->quiet.n; i++)
		if (h->quiet.v[i]->function == function)
			return h->quiet.v[i];
	return NULL;
}

/* Look at a call of a function of this file, the only one that the call can mean. */
static void
in_function(struct look *l, struct place place, const struct decl *d)
{
	const struct decl *first = host_canonical(d), *f = first->definition;
	struct quiet *q = f ? find_quiet(l->h, f) : NULL;
	struct look inner = { .h = l->h, .called = true };

	if (!f || !f->body || f->weak || first->weak || first->alias || first->variants ||
		first->host_variants || f->chose_for_host) {
		tells(l, place, arena_printf(l->h->arena, "it calls '%s'", d->name));
		return;
	}
	if (!q) {
		q = NEW(l->h->arena, struct quiet);
		q->function = f;
		vec_push(l->h->arena, &l->h->quiet, q);
		for (int i = 0; i < f->type->u.func.nparams; i++)
			walk_lengths(f->type->u.func.params[i]->type, note_expr, &inner);
		walk_stmt(f->body->stmt, note_stmt, note_expr, &inner);
		q->launches = inner.launches;
		q->why = inner.why;
		q->done = true;
	}
	if (!q->done || q->why)
		tells(l, place,
			arena_printf(l->h->arena, "it calls '%s': %s", d->name,
				q->done ? q->why : "that calls itself"));
	add(l, q->launches);
}

/* Return whether the lvalue is a variable or part of one. */
static bool
is_of_variable(const struct expr *e)
{
	const struct expr *p;

	while (e->kind == EX_MEMBER)
		e = e->u.member.sub;
	if (e->kind != EX_DEREF)
		return e->kind == EX_VAR;
	for (p = e->u.sub; p->kind == EX_BINARY;)
		p = p->u.binary.l;
	return p->kind == EX_CAST && p->u.sub->type->kind == TY_ARRAY && is_of_variable(p->u.sub);
}

static const struct decl *
callee_of(const struct expr *call)
{
	const struct expr *e = call->u.call.callee;

	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e->kind == EX_FUNC ? e->u.var : NULL;
}

static bool
note_expr(struct expr *e, void *look)
{
	struct look *l = look;

	if (e->type && e->type->quals & (Q_VOLATILE | Q_ATOMIC))
		tells(l, e->place, "others may look at what it changes, or change it");
	switch (e->kind) {
	case EX_CALL:
		if (!callee_of(e) || e->u.call.choice) {
			tells(l, e->place, "it calls a function that is not known here");
			return false;
		}
		in_function(l, e->place, callee_of(e));
		return true;
	case EX_DEREF:
		if (!is_of_variable(e))
			tells(l, e->place, "it uses what a pointer points to");
		return true;
	case EX_STMT:
	case EX_VA_ARG:
	case EX_BUILTIN_HOST: tells(l, e->place, "there is more than arithmetic"); return false;
	default: return true;
	}
}

/* ---- statements ---- */

static void
in_loop(struct look *l, struct stmt *s)
{
	int before = l->launches;

	l->launches = 0;
	l->loops++;
	walk_parts(s, note_stmt, note_expr, l);
	l->loops--;
	l->launches = l->launches ? MANY : before;
}

static void
in_maps(struct look *l, const struct omp_map *m)
{
	for (; m; m = m->next) {
		if (!is_of_variable(m->item.lvalue))
			walk_expr(m->item.lvalue, note_expr, l);
		for (int i = 0; i < m->item.ndims; i++) {
			walk_expr(m->item.dims[i].lo, note_expr, l);
			walk_expr(m->item.dims[i].len, note_expr, l);
		}
	}
}

/* Look at a construct.  Those that tell libdevrt before they do anything may stand there: it knows
 * what waits for what. */
static void
in_construct(struct look *l, struct stmt *s)
{
	struct omp *o = s->u.omp;
	bool data = o->kind == OMP_TARGET_DATA || o->kind == OMP_TARGET_ENTER_DATA ||
		o->kind == OMP_TARGET_EXIT_DATA || o->kind == OMP_TARGET_UPDATE;

	if (!data && o->kind != OMP_TARGET) {
		tells(l, s->place, arena_printf(l->h->arena, "'%s' is the host's", o->directive));
		return;
	}
	if (host_is_task(o) || host_participates(o) || host_has_each(o)) {
		tells(l, s->place,
			arena_printf(l->h->arena, "this '%s' may be the host's, or a task",
				o->directive));
		return;
	}
	for (const struct omp *leaf = o; leaf; leaf = data ? NULL : omp_only_construct(leaf))
		walk_clauses(&leaf->clauses, note_expr, l);
	in_maps(l, o->u.target.maps);
	in_maps(l, o->u.target.update_to);
	in_maps(l, o->u.target.update_from);
	if (o->kind == OMP_TARGET)
		add(l, 1);
	else
		walk_stmt(o->body, note_stmt, note_expr, l);
}

static bool
note_stmt(struct stmt *s, void *look)
{
	struct look *l = look;

	switch (s->kind) {
	case ST_NULL:
	case ST_EXPR:
	case ST_COMPOUND:
	case ST_DECL:
	case ST_IF: return true;
	case ST_WHILE:
	case ST_DO:
	case ST_FOR: in_loop(l, s); return false;
	case ST_SWITCH:
		l->switches++;
		walk_parts(s, note_stmt, note_expr, l);
		l->switches--;
		return false;
	case ST_CASE:
	case ST_DEFAULT:
		if (!l->switches)
			tells(l, s->place, "the switch is not all here");
		return true;
	case ST_BREAK:
	case ST_CONTINUE:
		if (!l->loops && (s->kind == ST_CONTINUE || !l->switches))
			tells(l, s->place, "it leaves the middle of a loop");
		return true;
	case ST_RETURN:
		if (!l->called)
			tells(l, s->place, "it returns from here");
		return true;
	case ST_OMP: in_construct(l, s); return false;
	case ST_LABEL: tells(l, s->place, "there is a label"); return true;
	case ST_GOTO:
	case ST_GOTO_COMPUTED:
	case ST_ASM: tells(l, s->place, "there is a goto, or assembly"); return true;
	}
	return true;
}

/* Return the launches, and in l what could tell. */
static int
look_at(struct look *l, struct stmt *s)
{
	walk_stmt(s, note_stmt, note_expr, l);
	return l->launches;
}

/* ---- where the calls go ---- */

/* Insert TEXT before T.  Nothing is replaced. */
static void
insert(struct host *h, const struct token *t, const char *text)
{
	host_unfold(h, t->place.file);
	host_add_edit(h, (struct omp_edit){ t, t - 1, .text = text });
}

/* Enclose the statements from FIRST to LAST of a block.  ALONE: they are the body of something
 * else. */
static void
enclose(struct host *h, const struct stmt *first, const struct stmt *last, bool alone)
{
	const struct token *tok = h->unit->tokens.tok;

	insert(h, &tok[first->first->index], alone ? "{ devrt_ahead();" : "devrt_ahead();");
	insert(h, &tok[last->last->index + 1], alone ? "devrt_settle(); }" : "devrt_settle();");
	diag_remark(h->diag, first->place, "-Rpass=ahead",
		"from here to line %u the host does not wait for target regions, but at the end "
		"[MC601]",
		(unsigned)last->last->place.line);
}

static int enclose_in(struct host *, struct stmt *, const struct token *end);

/* Enclose the longest rows of statements of a block that cannot tell.  END is the last token of the
 * target data around it, or NULL: what comes behind that is written elsewhere.  Return how many
 * rows there are. */
static int
enclose_in_list(struct host *h, struct stmt *s, const struct token *end)
{
	const struct stmt *first = NULL, *last = NULL;
	int rows = 0, launches = 0;

	for (;; s = s->next) {
		struct look l = { .h = h };
		int n = s ? look_at(&l, s) : 0;

		if (!s || l.why) {
			if (launches >= MANY)
				enclose(h, first, last, false);
			rows += launches >= MANY;
			first = NULL;
			launches = 0;
			if (!s)
				return rows;
			rows += enclose_in(h, s, end);
		} else if (n) {
			first = first ? first : s;
			last = s;
			launches += n;
		}
	}
}

static int
enclose_in_body(struct host *h, struct stmt *s, const struct token *end)
{
	struct look l = { .h = h };

	if (!s || s->kind == ST_COMPOUND || s->last == end || look_at(&l, s) < MANY || l.why)
		return s ? enclose_in(h, s, end) : 0;
	enclose(h, s, s, true);
	return 1;
}

/* Enclose rows inside a statement that could tell. */
static int
enclose_in(struct host *h, struct stmt *s, const struct token *end)
{
	struct look l = { .h = h };
	int rows;

	switch (s->kind) {
	case ST_COMPOUND: return enclose_in_list(h, s->u.body, end);
	case ST_IF:
		rows = enclose_in_body(h, s->u.if_.then, end);
		return rows + enclose_in_body(h, s->u.if_.els, end);
	case ST_WHILE:
	case ST_DO: rows = enclose_in_body(h, s->u.loop.body, end); break;
	case ST_FOR: rows = enclose_in_body(h, s->u.for_.body, end); break;
	case ST_SWITCH: return enclose_in_body(h, s->u.switch_.body, end);
	case ST_CASE:
	case ST_DEFAULT: return enclose_in_body(h, s->u.case_.body, end);
	case ST_LABEL: return enclose_in_body(h, s->u.label.body, end);
	case ST_OMP:
		if (s->u.omp->kind != OMP_TARGET_DATA)
			return 0;
		return enclose_in(h, s->u.omp->body, s->last);
	default: return 0;
	}
	if (!rows && look_at(&l, s) && l.why)
		diag_remark(h->diag, l.place, "-Rpass-missed=ahead",
			"the host waits for each target region of the loop in line %u: %s [MC602]",
			(unsigned)s->place.line, l.why);
	return rows;
}

void
host_find_ahead(struct host *h)
{
	const struct unit *u = h->unit;

	if (!h->options->ahead || u->unified)
		return;
	for (int i = 0; i < u->ndecls && u->ntargets; i++)
		if (u->decls[i]->kind == DECL_FUNC && u->decls[i]->body)
			enclose_in(h, u->decls[i]->body->stmt, NULL);
}
