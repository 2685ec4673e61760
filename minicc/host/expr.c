/* Expressions of the program as C text, and what can be said of them without running anything.
 *
 * An expression that the user wrote is printed from its tokens, so that it reads as it did. Nodes
 * that the compiler made (the negated step of `i -= s`) have none and are printed by kind. */
#include <stdlib.h>
#include <string.h>

#include "host/internal.h"
#include "tree/walk.h"

/* Return the text that cc is to see in the place of T and what follows it, or NULL. */
static const struct omp_edit *
rewritten_at(const struct host *h, const struct token *t)
{
	const struct omp_edit *e = host_edit_from(h, t), *end = h->edits.v + h->edits.n;

	while (e < end && e->first->index == t->index &&
		(!(e->text && e->first == t) || e->last < e->first))
		e++;
	return e < end && e->first == t ? e : NULL;
}

/* Print the tokens up to END, and for rewritten ones what cc is to see. */
static void
print_rewritten(struct host *h, struct tok_printer *p, const struct token *t,
	const struct token *end)
{
	const struct token *from = t;

	while (t < end) {
		const struct omp_edit *e = rewritten_at(h, t);

		if (e) {
			print_tokens(p, from, t);
			fprintf(p->out, " %s ", e->text);
			from = e->last + 1;
		}
		t = e ? from : t + 1;
	}
	print_tokens(p, from, end);
}

const char *
host_tokens_text(struct host *h, const struct token *first, const struct token *last)
{
	struct tok_printer p = { .sources = h->unit->sources };
	char *text = NULL;
	const char *kept;
	size_t size = 0;

	p.out = open_memstream(&text, &size);
	if (!p.out)
		out_of_memory();
	p.file = first->place.file;
	p.line = first->place.line;
	print_rewritten(h, &p, first, last + 1);
	fclose(p.out);
	for (size_t i = 0; i < size; i++)
		if (text[i] == '\n')
			text[i] = ' ';
	kept = arena_strdup(h->arena, text + strspn(text, " \t"));
	free(text);
	return kept;
}

/* ---- nodes without tokens ---- */

/* Return the cast as text, or none: decay and pointer conversions need no spelling; arithmetic ones
 * change the value. */
static const char *
cast_text(struct host *h, const struct expr *e)
{
	const char *sub = host_expr(h, e->u.sub);

	if (!type_is_arithmetic(e->type) || type_same(e->type, e->u.sub->type))
		return sub;
	return arena_printf(h->arena, "(%s)(%s)", type_to_string(h->arena, e->type->unqual), sub);
}

static const char *
made_text(struct host *h, const struct expr *e)
{
	struct arena *a = h->arena;

	switch (e->kind) {
	case EX_INT:
		return arena_printf(a, type_is_signed(e->type) ? "%lld" : "%lluu",
			(unsigned long long)e->u.i);
	case EX_VAR:
	case EX_FUNC: return e->u.var->name;
	case EX_UNARY:
		return arena_printf(a, "%c(%s)", "-~!"[e->u.unary.op],
			host_expr(h, e->u.unary.sub));
	case EX_BINARY:
		return arena_printf(a, "(%s) %s (%s)", host_expr(h, e->u.binary.l),
			binary_spelling(e->u.binary.op), host_expr(h, e->u.binary.r));
	case EX_COND:
		return arena_printf(a, "(%s) ? (%s) : (%s)", host_expr(h, e->u.cond.c),
			host_expr(h, e->u.cond.t), host_expr(h, e->u.cond.f));
	case EX_CAST: return cast_text(h, e);
	case EX_DEREF: return arena_printf(a, "*(%s)", host_expr(h, e->u.sub));
	case EX_ADDR: return arena_printf(a, "&(%s)", host_expr(h, e->u.sub));
	case EX_MEMBER:
		if (!e->u.member.field->name) /* anonymous: its members are named as the outer's */
			return host_expr(h, e->u.member.sub);
		return arena_printf(a, "(%s).%s", host_expr(h, e->u.member.sub),
			e->u.member.field->name);
	default: diag_bug("host writer", "expression of kind %d without tokens", e->kind);
	}
}

/* Return whether the conversion is implicit: without tokens of its own it has those of its operand
 * or none. */
static bool
is_implicit_cast(const struct expr *e)
{
	return e->kind == EX_CAST && (!e->first || e->first == e->u.sub->first);
}

const char *
host_expr(struct host *h, const struct expr *e)
{
	if (e->first && !is_implicit_cast(e))
		return host_tokens_text(h, e->first, e->last);
	return made_text(h, e);
}

static const struct expr *
without_conversions(const struct expr *e)
{
	while (e->kind == EX_CAST && is_implicit_cast(e))
		e = e->u.sub;
	return e;
}

/* Return whether e is p[i], as opposed to *p. */
static bool
is_element(const struct expr *e)
{
	const struct expr *p = without_conversions(e->u.sub);

	return p->kind == EX_BINARY && p->u.binary.op == BIN_PTRADD;
}

static const char *
deref_text(struct host *h, const struct expr *e)
{
	const struct expr *p = without_conversions(e->u.sub);

	if (!is_element(e))
		return arena_printf(h->arena, "(*%s)", host_lvalue(h, p));
	return arena_printf(h->arena, "%s[%s]", host_lvalue(h, p->u.binary.l),
		host_expr(h, without_conversions(p->u.binary.r)));
}

static const char *
member_text(struct host *h, const struct expr *e)
{
	const struct expr *sub = e->u.member.sub;
	const char *name = e->u.member.field->name;

	if (!name) /* anonymous: its members are named as the outer's */
		return host_lvalue(h, sub);
	if (sub->kind == EX_DEREF && !is_element(sub))
		return arena_printf(h->arena, "%s->%s", host_lvalue(h, sub->u.sub), name);
	return arena_printf(h->arena, "%s.%s", host_lvalue(h, sub), name);
}

const char *
host_lvalue(struct host *h, const struct expr *e)
{
	const struct expr *sub = e->u.sub;

	switch (e->kind) {
	case EX_VAR: return e->u.var->name;
	case EX_CAST: return is_implicit_cast(e) ? host_lvalue(h, sub) : host_expr(h, e);
	case EX_MEMBER: return member_text(h, e);
	case EX_ADDR: return arena_printf(h->arena, "(&%s)", host_lvalue(h, sub));
	case EX_DEREF: return deref_text(h, e);
	default: return arena_printf(h->arena, "(%s)", host_expr(h, e));
	}
}

/* ---- what may be computed when ---- */

struct question {
	const struct omp *target;
	const struct decl *known; /* NULL, or a variable that is the same as well */
	bool mapped;              /* variables that 'to' maps are believed to be */
	bool unused;              /* … and those that the region does not use */
	bool no;
};

static bool
is_mapped_to(const struct omp_capture *c)
{
	return c->kind == CAP_ADDRESS && c->map && c->map->item.ndims == 0 &&
		c->map->item.lvalue->kind == EX_VAR &&
		(c->map->type == MAP_TO || c->map->type == MAP_TOFROM);
}

const struct omp_capture *
host_capture_of(const struct omp *target, const struct decl *d)
{
	for (int i = 0; i < target->u.target.ncaptures; i++) {
		const struct omp_capture *c = &target->u.target.captures[i];

		if (c->decl && host_canonical(c->decl) == host_canonical(d))
			return c;
	}
	return NULL;
}

static bool
is_same(const struct question *q, const struct decl *d)
{
	const struct omp_capture *c = host_capture_of(q->target, d);

	if (!c)
		return q->unused && !d->declare_target && type_is_scalar(d->type);
	return c->kind == CAP_VALUE ||
		(q->mapped && is_mapped_to(c) && d->type->kind != TY_POINTER);
}

/* Return whether what e dereferences is an array, as opposed to a pointer. */
static bool
is_of_array(const struct expr *e)
{
	const struct expr *p = without_conversions(e->u.sub);

	if (is_element(e))
		p = without_conversions(p->u.binary.l);
	return p->type->kind == TY_ARRAY;
}

static bool
ask_expr(struct expr *e, void *ctx)
{
	struct question *q = ctx;

	if ((e->kind == EX_DEREF && !is_of_array(e)) || e->kind == EX_STMT ||
		e->kind == EX_COMPOUND_LIT || (e->kind == EX_MEMBER && e->type->kind == TY_POINTER))
		q->no = true;
	if (e->kind == EX_VAR && host_canonical(e->u.var) != q->known && !is_same(q, e->u.var))
		q->no = true;
	return !q->no;
}

static bool
is_same_expr(struct question q, struct expr *e)
{
	walk_expr(e, ask_expr, &q);
	return !q.no && expr_is_plain(e);
}

bool
host_expr_same_given(const struct omp *target, struct expr *e, const struct decl *known, bool new)
{
	return is_same_expr((struct question){ .target = target, .known = known, .mapped = new },
		e);
}

bool
host_expr_same_on_device(const struct omp *target, struct expr *e)
{
	return is_same_expr((struct question){ .target = target }, e);
}

bool
host_expr_same_if_new(const struct omp *target, struct expr *e)
{
	return is_same_expr((struct question){ .target = target, .mapped = true, .unused = true },
		e);
}
