/*
 * walk.c: visits expressions and statements in source order; see walk.h.
 */
#include "tree/walk.h"

#include "tree/omp_tree.h"

struct walker {
	walk_stmt_fn *on_stmt;
	walk_expr_fn *on_expr;
	void *ctx;
};

static void visit_stmt(const struct walker *, struct stmt *);
static void visit_list(const struct walker *, struct stmt *);
static void visit_decl(const struct walker *, struct decl *);

/* ---- expressions ---- */

static void visit_expr(const struct walker *, struct expr *);

/* The arguments are under the choice. */
static void
visit_choice(const struct walker *w, const struct omp_call *c)
{
	visit_expr(w, c->arguments);
	for (const struct omp_candidate *a = c->candidates; a; a = a->next) {
		visit_expr(w, a->when);
		visit_expr(w, a->call);
	}
	visit_expr(w, c->base);
}

static void
visit_args(const struct walker *w, struct expr *e)
{
	int i;

	if (e->kind == EX_CALL && e->u.call.choice) {
		visit_choice(w, e->u.call.choice);
		return;
	}
	visit_expr(w, e->u.call.callee);
	for (i = 0; i < e->u.call.nargs; i++)
		visit_expr(w, e->u.call.args[i]);
}

static void
visit_operands(const struct walker *w, struct expr *e)
{
	switch (e->kind) {
	case EX_INT:
	case EX_FLOAT:
	case EX_STRING:
	case EX_VAR:
	case EX_FUNC:
	case EX_LABEL_ADDR: break;
	case EX_UNARY: visit_expr(w, e->u.unary.sub); break;
	case EX_BINARY:
	case EX_LOGAND:
	case EX_LOGOR:
	case EX_COMMA:
	case EX_COMPLEX:
		visit_expr(w, e->u.binary.l);
		visit_expr(w, e->u.binary.r);
		break;
	case EX_COND:
		visit_expr(w, e->u.cond.c);
		visit_expr(w, e->u.cond.t);
		visit_expr(w, e->u.cond.f);
		break;
	case EX_ASSIGN:
	case EX_COMPOUND_ASSIGN:
		visit_expr(w, e->u.assign.l);
		visit_expr(w, e->u.assign.r);
		break;
	case EX_INCDEC: visit_expr(w, e->u.incdec.sub); break;
	case EX_ADDR:
	case EX_DEREF:
	case EX_CAST:
	case EX_VA_ARG: visit_expr(w, e->u.sub); break;
	case EX_MEMBER: visit_expr(w, e->u.member.sub); break;
	case EX_CALL:
	case EX_BUILTIN_HOST: visit_args(w, e); break;
	case EX_COMPOUND_LIT: visit_decl(w, e->u.var); break;
	case EX_STMT: visit_stmt(w, e->u.stmt); break;
	case EX_SIZEOF_VLA: visit_expr(w, e->u.size.sub); break;
	}
}

static void
visit_expr(const struct walker *w, struct expr *e)
{
	if (e && (!w->on_expr || w->on_expr(e, w->ctx)))
		visit_operands(w, e);
}

/* ---- declarations ---- */

static void
visit_lengths(const struct walker *w, struct type *t)
{
	for (; t && (t->kind == TY_ARRAY || t->kind == TY_POINTER); t = t->base)
		if (t->kind == TY_ARRAY && t->u.array.vla)
			visit_expr(w, t->u.array.vla_expr);
}

static void
visit_decl(const struct walker *w, struct decl *d)
{
	struct init *i;

	visit_lengths(w, d->type);
	for (i = d->init; i; i = i->next)
		visit_expr(w, i->value);
}

/* ---- OpenMP ---- */

static void
visit_item(const struct walker *w, struct omp_item *item)
{
	int i;

	visit_expr(w, item->lvalue);
	for (i = 0; i < item->ndims; i++) {
		visit_expr(w, item->dims[i].lo);
		visit_expr(w, item->dims[i].len);
	}
}

static void
visit_maps(const struct walker *w, struct omp_map *m)
{
	for (; m; m = m->next)
		visit_item(w, &m->item);
}

static void
visit_reduction(const struct walker *w, const struct omp_declared_reduction *r)
{
	visit_expr(w, r->combiner);
	visit_expr(w, r->initializer);
	if (r->priv)
		visit_decl(w, r->priv);
}

static void
visit_clauses(const struct walker *w, const struct omp_clauses *c)
{
#define CLAUSE_EXPR(id, name, syntax, leaves, goes, member) visit_expr(w, c->member);
#include "tree/clauses.def"
}

static void
visit_var(const struct walker *w, const struct omp_var *v)
{
	visit_expr(w, v->red_lo);
	visit_expr(w, v->red_len);
	visit_expr(w, v->linear_step);
}

static void
visit_omp(const struct walker *w, struct omp *o)
{
	visit_clauses(w, &o->clauses);
	for (struct omp_var *v = o->vars; v; v = v->next) {
		if (v->declared)
			visit_reduction(w, v->declared);
		visit_var(w, v);
	}
	switch (o->kind) {
	case OMP_TARGET:
	case OMP_TARGET_DATA:
	case OMP_TARGET_ENTER_DATA:
	case OMP_TARGET_EXIT_DATA:
	case OMP_TARGET_UPDATE:
		visit_maps(w, o->u.target.maps);
		visit_maps(w, o->u.target.update_to);
		visit_maps(w, o->u.target.update_from);
		break;
	case OMP_LOOP:
		if (o->u.loop.nloops) {
			visit_stmt(w, o->u.loop.loops[0].stmt);
			return;
		}
		break;
	default: break;
	}
	visit_stmt(w, o->body);
}

/* ---- statements ---- */

static void
visit_parts(const struct walker *w, struct stmt *s)
{
	switch (s->kind) {
	case ST_NULL:
	case ST_GOTO:
	case ST_BREAK:
	case ST_CONTINUE:
	case ST_ASM: break;
	case ST_EXPR:
	case ST_RETURN:
	case ST_GOTO_COMPUTED: visit_expr(w, s->u.expr); break;
	case ST_COMPOUND: visit_list(w, s->u.body); break;
	case ST_DECL: visit_decl(w, s->u.decl); break;
	case ST_IF:
		visit_expr(w, s->u.if_.cond);
		visit_stmt(w, s->u.if_.then);
		visit_stmt(w, s->u.if_.els);
		break;
	case ST_WHILE:
		visit_expr(w, s->u.loop.cond);
		visit_stmt(w, s->u.loop.body);
		break;
	case ST_DO:
		visit_stmt(w, s->u.loop.body);
		visit_expr(w, s->u.loop.cond);
		break;
	case ST_FOR:
		visit_list(w, s->u.for_.init);
		visit_expr(w, s->u.for_.cond);
		visit_expr(w, s->u.for_.step);
		visit_stmt(w, s->u.for_.body);
		break;
	case ST_SWITCH:
		visit_expr(w, s->u.switch_.value);
		visit_stmt(w, s->u.switch_.body);
		break;
	case ST_CASE:
	case ST_DEFAULT: visit_stmt(w, s->u.case_.body); break;
	case ST_LABEL: visit_stmt(w, s->u.label.body); break;
	case ST_OMP: visit_omp(w, s->u.omp); break;
	}
}

static void
visit_stmt(const struct walker *w, struct stmt *s)
{
	if (s && (!w->on_stmt || w->on_stmt(s, w->ctx)))
		visit_parts(w, s);
}

static void
visit_list(const struct walker *w, struct stmt *s)
{
	for (; s; s = s->next)
		visit_stmt(w, s);
}

void
walk_stmt(struct stmt *s, walk_stmt_fn *on_stmt, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { on_stmt, on_expr, ctx };

	visit_stmt(&w, s);
}

void
walk_stmts(struct stmt *first, walk_stmt_fn *on_stmt, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { on_stmt, on_expr, ctx };

	visit_list(&w, first);
}

void
walk_parts(struct stmt *s, walk_stmt_fn *on_stmt, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { on_stmt, on_expr, ctx };

	visit_parts(&w, s);
}

void
walk_expr(struct expr *e, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { NULL, on_expr, ctx };

	visit_expr(&w, e);
}

void
walk_clauses(const struct omp_clauses *c, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { NULL, on_expr, ctx };

	visit_clauses(&w, c);
}

void
walk_var(const struct omp_var *v, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { NULL, on_expr, ctx };

	visit_var(&w, v);
}

void
walk_lengths(struct type *t, walk_expr_fn *on_expr, void *ctx)
{
	struct walker w = { NULL, on_expr, ctx };

	visit_lengths(&w, t);
}

static bool
note_side_effect(struct expr *e, void *ctx)
{
	bool *found = ctx;

	*found |= e->kind == EX_CALL || e->kind == EX_ASSIGN || e->kind == EX_COMPOUND_ASSIGN ||
		e->kind == EX_INCDEC || e->kind == EX_STMT || e->kind == EX_BUILTIN_HOST ||
		e->kind == EX_VA_ARG;
	return !*found;
}

bool
expr_is_plain(const struct expr *e)
{
	bool found = false;

	walk_expr((struct expr *)e, note_side_effect, &found);
	return !found;
}
