/*
 * flow.c: statements in the order of execution; see flow.h.
 */
#include "omp/flow.h"

enum { DEEPEST = 8 }; /* each loop around doubles the time: in deeper ones nothing is known */

/* ---- expressions ---- */

static void
see_choice(struct flow *f, struct expr *first, struct expr *then, struct expr *els)
{
	unsigned before, after;
	bool perhaps = f->perhaps;

	flow_expr(f, first);
	before = f->now;
	f->perhaps |= f->depth > 0;
	flow_expr(f, then);
	after = f->now;
	f->now = before;
	flow_expr(f, els);
	f->now |= after;
	f->perhaps = perhaps;
}

static bool
see(struct expr *e, void *ctx)
{
	struct flow *f = ctx;

	switch (e->kind) {
	case EX_LOGAND:
	case EX_LOGOR: see_choice(f, e->u.binary.l, e->u.binary.r, NULL); return false;
	case EX_COND: see_choice(f, e->u.cond.c, e->u.cond.t, e->u.cond.f); return false;
	case EX_STMT: flow_stmt(f, e->u.stmt); return false;
	case EX_SIZEOF_VLA: return false;
	default: return !f->expr || f->expr(e, f);
	}
}

void
flow_expr(struct flow *f, struct expr *e)
{
	walk_expr(e, see, f);
}

/* ---- statements ---- */

/* Go through the loop again as long as a round adds a value to the set at its beginning. */
static void
see_loop(struct flow *f, struct stmt *loop, struct expr *before, struct stmt *body,
	struct expr *after)
{
	unsigned broken = f->broken, resumed = f->resumed, entered = f->now, left = 0, again;

	if (f->depth == DEEPEST) {
		f->now = FLOW_OTHER;
		return;
	}
	if (f->depth++ == 0)
		f->loop = loop;
	f->broken = 0;
	do {
		f->now = entered;
		f->resumed = 0;
		flow_expr(f, before);
		left |= f->now;
		flow_stmt(f, body);
		f->now |= f->resumed;
		flow_expr(f, after);
		again = f->now & ~entered;
		entered |= f->now;
	} while (again);
	f->now |= left | f->broken;
	f->broken = broken;
	f->resumed = resumed;
	f->depth--;
}

static void
see_switch(struct flow *f, struct stmt *s)
{
	unsigned broken = f->broken, chosen = f->chosen;
	bool perhaps = f->perhaps;

	flow_expr(f, s->u.switch_.value);
	f->broken = 0;
	f->chosen = f->now;
	f->perhaps |= f->depth > 0;
	flow_stmt(f, s->u.switch_.body);
	f->now |= f->chosen | f->broken;
	f->broken = broken;
	f->chosen = chosen;
	f->perhaps = perhaps;
}

static void
see_declaration(struct flow *f, struct decl *d)
{
	for (struct init *i = d->init; i && d->storage != SC_STATIC; i = i->next)
		flow_expr(f, i->value);
	if (f->declared)
		f->declared(f, d);
}

static void
see_if(struct flow *f, struct stmt *s)
{
	unsigned before, after;
	bool perhaps = f->perhaps;

	flow_expr(f, s->u.if_.cond);
	before = f->now;
	f->perhaps |= f->depth > 0;
	flow_stmt(f, s->u.if_.then);
	after = f->now;
	f->now = before;
	flow_stmt(f, s->u.if_.els);
	f->now |= after;
	f->perhaps = perhaps;
}

static void
see_jump(struct flow *f, unsigned *there)
{
	if (there)
		*there |= f->now;
	f->now = 0;
}

void
flow_stmts(struct flow *f, struct stmt *s)
{
	for (; s; s = s->next)
		flow_stmt(f, s);
}

void
flow_stmt(struct flow *f, struct stmt *s)
{
	switch (s ? s->kind : ST_NULL) {
	case ST_NULL: break;
	case ST_EXPR: flow_expr(f, s->u.expr); break;
	case ST_COMPOUND: flow_stmts(f, s->u.body); break;
	case ST_DECL: see_declaration(f, s->u.decl); break;
	case ST_IF: see_if(f, s); break;
	case ST_WHILE: see_loop(f, s, s->u.loop.cond, s->u.loop.body, NULL); break;
	case ST_DO: see_loop(f, s, NULL, s->u.loop.body, s->u.loop.cond); break;
	case ST_FOR:
		flow_stmts(f, s->u.for_.init);
		see_loop(f, s, s->u.for_.cond, s->u.for_.body, s->u.for_.step);
		break;
	case ST_SWITCH: see_switch(f, s); break;
	case ST_CASE:
	case ST_DEFAULT:
		f->now |= f->chosen;
		flow_stmt(f, s->u.case_.body);
		break;
	case ST_LABEL: flow_stmt(f, s->u.label.body); break;
	case ST_BREAK: see_jump(f, &f->broken); break;
	case ST_CONTINUE: see_jump(f, &f->resumed); break;
	case ST_RETURN:
		flow_expr(f, s->u.expr);
		see_jump(f, NULL);
		break;
	case ST_GOTO:
	case ST_GOTO_COMPUTED:
	case ST_ASM: see_jump(f, NULL); break;
	case ST_OMP: f->construct(f, s->u.omp); break;
	}
}

void
flow_body(struct flow *f, struct omp *o)
{
	flow_stmt(f, o->kind == OMP_LOOP && o->u.loop.nloops ? o->u.loop.loops[0].stmt : o->body);
}
