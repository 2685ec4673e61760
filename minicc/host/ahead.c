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

/* The statements that are looked at.  Launches are counted up to 2. */
struct look {
	struct host *h;
	struct place place;  /* of the first thing that could tell */
	const char *why;     /* … what it is; NULL: nothing */
	bool called;         /* a function's that they call: it may return */
	int loops, switches; /* around */
};

/* A function that was looked at. */
struct quiet {
	const struct decl *function;
	bool done; /* not while it is looked at: it calls itself */
	int launches;
	const char *why;
};

enum { MANY = 2 };

static int
add(int a, int b)
{
	return a + b < MANY ? a + b : MANY;
}

static void
tells(struct look *l, struct place place, const char *why)
{
	if (l->why)
		return;
	l->why = why;
	l->place = place;
}

static int in_stmt(struct look *, struct stmt *);

static struct quiet *
find_quiet(struct host *h, const struct decl *function)
{
	for (size_t i = 0; i < h->quiet.n; i++)
		if (h->quiet.v[i]->function == function)
			return h->quiet.v[i];
	return NULL;
}

static int in_expr(struct look *, struct expr *);

/* The lengths of a variable's dimensions. */
static int
in_type(struct look *l, const struct type *t)
{
	int n = 0;

	for (; t && (t->kind == TY_ARRAY || t->kind == TY_POINTER); t = t->base)
		if (t->kind == TY_ARRAY && t->u.array.vla && t->u.array.vla_expr)
			n = add(n, in_expr(l, t->u.array.vla_expr));
	return n;
}

/* Launches of a function of this file, the only one that the call can mean. */
static int
in_function(struct look *l, struct place place, const struct decl *d)
{
	const struct decl *first = host_canonical(d), *f = first->definition;
	struct quiet *q = f ? find_quiet(l->h, f) : NULL;
	struct look inner = { .h = l->h, .called = true };

	if (!f || !f->body || f->weak || first->weak || first->alias || first->variants ||
		first->host_variants || f->chose_for_host) {
		tells(l, place, arena_printf(l->h->arena, "it calls '%s'", d->name));
		return 0;
	}
	if (!q) {
		q = NEW(l->h->arena, struct quiet);
		q->function = f;
		vec_push(l->h->arena, &l->h->quiet, q);
		for (int i = 0; i < f->type->u.func.nparams; i++)
			q->launches = add(q->launches,
				in_type(&inner, f->type->u.func.params[i]->type));
		q->launches = add(q->launches, in_stmt(&inner, f->body->stmt));
		q->why = inner.why;
		q->done = true;
	}
	if (!q->done || q->why)
		tells(l, place,
			arena_printf(l->h->arena, "it calls '%s': %s", d->name,
				q->done ? q->why : "that calls itself"));
	return q->launches;
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

struct counted {
	struct look *l;
	int launches;
};

static const struct decl *
callee_of(const struct expr *call)
{
	const struct expr *e = call->u.call.callee;

	while (e->kind == EX_CAST)
		e = e->u.sub;
	return e->kind == EX_FUNC ? e->u.var : NULL;
}

static bool
note(struct expr *e, void *ctx)
{
	struct counted *c = ctx;
	struct look *l = c->l;

	if (e->type && e->type->quals & (Q_VOLATILE | Q_ATOMIC))
		tells(l, e->place, "others may look at what it changes, or change it");
	switch (e->kind) {
	case EX_CALL:
		if (!callee_of(e) || e->u.call.choice) {
			tells(l, e->place, "it calls a function that is not known here");
			return false;
		}
		c->launches = add(c->launches, in_function(l, e->place, callee_of(e)));
		for (int i = 0; i < e->u.call.nargs; i++)
			c->launches = add(c->launches, in_expr(l, e->u.call.args[i]));
		return false;
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

static int
in_expr(struct look *l, struct expr *e)
{
	struct counted c = { l, 0 };

	walk_expr(e, note, &c);
	return c.launches;
}

/* ---- statements ---- */

static int
in_list(struct look *l, struct stmt *s)
{
	int n = 0;

	for (; s; s = s->next)
		n = add(n, in_stmt(l, s));
	return n;
}

static int
in_decl(struct look *l, const struct decl *d)
{
	int n = in_type(l, d->type);

	for (const struct init *i = d->init; i; i = i->next)
		n = add(n, in_expr(l, i->value));
	return n;
}

static int
in_body(struct look *l, struct stmt *body, bool is_loop)
{
	int n;

	l->loops += is_loop;
	l->switches += !is_loop;
	n = in_stmt(l, body);
	l->loops -= is_loop;
	l->switches -= !is_loop;
	return is_loop && n ? MANY : n;
}

static void
in_maps(struct look *l, const struct omp_map *m)
{
	for (; m; m = m->next) {
		if (!is_of_variable(m->item.lvalue))
			in_expr(l, m->item.lvalue);
		for (int i = 0; i < m->item.ndims; i++) {
			in_expr(l, m->item.dims[i].lo);
			in_expr(l, m->item.dims[i].len);
		}
	}
}

static bool
note_clause(struct expr *e, void *ctx)
{
	in_expr(ctx, e);
	return false;
}

/* Constructs that tell libdevrt before they do anything: it knows what is to wait for what. */
static int
in_construct(struct look *l, struct stmt *s)
{
	struct omp *o = s->u.omp;
	bool data = o->kind == OMP_TARGET_DATA || o->kind == OMP_TARGET_ENTER_DATA ||
		o->kind == OMP_TARGET_EXIT_DATA || o->kind == OMP_TARGET_UPDATE;

	if (!data && o->kind != OMP_TARGET) {
		tells(l, s->place, arena_printf(l->h->arena, "'%s' is the host's", o->directive));
		return 0;
	}
	if (host_is_task(o) || host_participates(o) || host_has_each(o) ||
		(!data && o->clauses.if_)) {
		tells(l, s->place,
			arena_printf(l->h->arena, "this '%s' may be the host's, or a task",
				o->directive));
		return 0;
	}
	for (const struct omp *leaf = o; leaf; leaf = data ? NULL : omp_only_construct(leaf))
		walk_clauses(&leaf->clauses, note_clause, l);
	in_maps(l, o->u.target.maps);
	in_maps(l, o->u.target.update_to);
	in_maps(l, o->u.target.update_from);
	return o->kind == OMP_TARGET ? 1 : o->kind == OMP_TARGET_DATA ? in_stmt(l, o->body) : 0;
}

static int
in_stmt(struct look *l, struct stmt *s)
{
	int n;

	if (!s)
		return 0;
	switch (s->kind) {
	case ST_NULL: return 0;
	case ST_EXPR: return in_expr(l, s->u.expr);
	case ST_COMPOUND: return in_list(l, s->u.body);
	case ST_DECL: return in_decl(l, s->u.decl);
	case ST_IF:
		n = in_expr(l, s->u.if_.cond);
		n = add(n, in_stmt(l, s->u.if_.then));
		return add(n, in_stmt(l, s->u.if_.els));
	case ST_WHILE:
	case ST_DO:
		n = in_expr(l, s->u.loop.cond) ? MANY : 0;
		return add(n, in_body(l, s->u.loop.body, true));
	case ST_FOR:
		n = in_list(l, s->u.for_.init);
		n = add(n, in_expr(l, s->u.for_.cond) + in_expr(l, s->u.for_.step) ? MANY : 0);
		return add(n, in_body(l, s->u.for_.body, true));
	case ST_SWITCH:
		n = in_expr(l, s->u.switch_.value);
		return add(n, in_body(l, s->u.switch_.body, false));
	case ST_CASE:
	case ST_DEFAULT:
		if (!l->switches)
			tells(l, s->place, "the switch is not all here");
		return in_stmt(l, s->u.case_.body);
	case ST_BREAK:
	case ST_CONTINUE:
		if (!l->loops && (s->kind == ST_CONTINUE || !l->switches))
			tells(l, s->place, "it leaves the middle of a loop");
		return 0;
	case ST_RETURN:
		if (!l->called)
			tells(l, s->place, "it returns from here");
		return in_expr(l, s->u.expr);
	case ST_OMP: return in_construct(l, s);
	case ST_LABEL: tells(l, s->place, "there is a label"); return in_stmt(l, s->u.label.body);
	case ST_GOTO:
	case ST_GOTO_COMPUTED:
	case ST_ASM: tells(l, s->place, "there is a goto, or assembly"); return 0;
	}
	return 0;
}

/* ---- where the calls go ---- */

/* Nothing is replaced: TEXT comes before T. */
static void
insert(struct host *h, const struct token *t, const char *text)
{
	host_unfold(h, t->place.file);
	host_add_edit(h, (struct omp_edit){ t, t - 1, .text = text });
}

/* The statements from FIRST to LAST of a block; ALONE: the body of something else. */
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

/* The longest rows of statements of a block that cannot tell.  END: the last token of the target data
 * around it, or NULL: what comes behind that is written elsewhere.  Return how many rows. */
static int
enclose_in_list(struct host *h, struct stmt *s, const struct token *end)
{
	const struct stmt *first = NULL, *last = NULL;
	int rows = 0, launches = 0;

	for (;; s = s->next) {
		struct look l = { .h = h };
		int n = s ? in_stmt(&l, s) : 0;

		if (!s || l.why) {
			if (launches == MANY)
				enclose(h, first, last, false);
			rows += launches == MANY;
			first = NULL;
			launches = 0;
			if (!s)
				return rows;
			rows += enclose_in(h, s, end);
		} else if (n) {
			first = first ? first : s;
			last = s;
			launches = add(launches, n);
		}
	}
}

static int
enclose_in_body(struct host *h, struct stmt *s, const struct token *end)
{
	struct look l = { .h = h };

	if (!s || s->kind == ST_COMPOUND || s->last == end || in_stmt(&l, s) < MANY || l.why)
		return s ? enclose_in(h, s, end) : 0;
	enclose(h, s, s, true);
	return 1;
}

/* Inside a statement that could tell. */
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
	if (!rows && in_stmt(&l, s) && l.why)
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
