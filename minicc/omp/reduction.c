/*
 * reduction.c: declare reduction [5.5.11]: reductions of the program's own, by name and type.
 *
 * Combiner and initialiser are parsed once for each type, on variables that stand for the copies;
 * whoever builds code puts homes behind these.  They hide outer declarations of their scope as
 * other names do.
 */
#include <string.h>

#include "omp/internal.h"
#include "tree/type.h"
#include "tree/walk.h"

struct omp_reductions {
	struct omp_reductions *next;
	const struct scope *scope;
	struct omp_declared_reduction r;
};

/* ---- the directive ---- */

/*
 * The variables of the construct are all that its expressions may name [5.5.11].  Statements in
 * them could jump, or return from a function that is not there.
 */
struct naming {
	struct parser *p;
	const struct decl *a, *b;
	const char *where;
};

static bool
check_name(struct expr *e, void *ctx)
{
	const struct naming *n = ctx;
	const struct decl *d = e->kind == EX_VAR ? e->u.var : NULL;

	if (d && d != n->a && d != n->b && d->id < n->a->id)
		diag_error(n->p->diag, e->place,
			"expected only '%s' and '%s' in the %s, found '%s'", n->a->name, n->b->name,
			n->where, d->name);
	if (e->kind == EX_STMT)
		diag_error(n->p->diag, e->place,
			"the %s has a statement expression: put it into a function "
			"that it calls",
			n->where);
	return e->kind != EX_STMT;
}

/* Declare a stand-in for omp_in and the like under the name's first token: names are compared by
 * address. */
static struct decl *
stand_in(struct parser *p, const char *name, struct type *t)
{
	const struct token *tok = p->tok;

	while (tok->kind != TK_PRAGMA_END &&
		(tok->kind != TK_IDENT || strcmp(tok->text, name) != 0))
		tok++;
	if (tok->kind != TK_PRAGMA_END)
		return omp_placeholder(p, tok, t);
	return new_decl(p, DECL_VAR, name, t, p->tok->place);
}

static void
parse_combiner(struct parser *p, struct omp_declared_reduction *r)
{
	scope_push(p);
	r->in = stand_in(p, "omp_in", r->type);
	r->out = stand_in(p, "omp_out", r->type);
	r->combiner = parse_expr(p);
	scope_pop(p);
	walk_expr(r->combiner, check_name, &(struct naming){ p, r->in, r->out, "combiner" });
}

static bool
find_orig(struct expr *e, void *ctx)
{
	struct omp_declared_reduction *r = ctx;

	if (e->kind == EX_VAR && e->u.var == r->orig)
		r->reads_original = true;
	return true;
}

/* Read omp_priv = value, or a call [5.5.10]. */
static void
parse_value(struct parser *p, struct omp_declared_reduction *r)
{
	struct place place = p->tok->place;

	if (at_ident(p, "omp_priv") && p->tok[1].kind == TK_ASSIGN) {
		next(p);
		next(p);
		parse_initializer(p, r->priv, false);
		return;
	}
	r->initializer = parse_assign_expr(p);
	if (omp_strip(r->initializer)->kind != EX_CALL)
		diag_error(p->diag, place,
			"expected 'omp_priv = value' or a call in 'initializer'");
}

static void
parse_reduction_initializer(struct parser *p, struct omp_declared_reduction *r)
{
	struct naming naming;

	next(p);
	expect(p, TK_LPAREN);
	scope_push(p);
	r->priv = stand_in(p, "omp_priv", r->type);
	r->orig = stand_in(p, "omp_orig", r->type);
	parse_value(p, r);
	scope_pop(p);
	expect(p, TK_RPAREN);
	naming = (struct naming){ p, r->priv, r->orig, "initializer" };
	walk_expr(r->initializer, check_name, &naming);
	walk_expr(r->initializer, find_orig, r);
	for (struct init *i = r->priv->init; i; i = i->next) {
		walk_expr(i->value, check_name, &naming);
		walk_expr(i->value, find_orig, r);
	}
}

/* Return false, after a message, for a type that the standard excludes or that the name is declared
 * for already. */
static bool
check_type(struct parser *p, const struct omp_declared_reduction *r, struct place place)
{
	const char *type = type_to_string(p->arena, r->type);

	bool whole = type_is_complete(r->type) ||
		type_is_record(r->type); /* a structure may be completed later */

	if (!whole || r->type->kind == TY_ARRAY || r->type->kind == TY_FUNCTION) {
		diag_error(p->diag, place,
			"expected a complete type, no array, in 'declare reduction', "
			"found '%s'",
			type);
		return false;
	}
	if (omp_reduces(r->op, r->type)) {
		diag_error(p->diag, place, "reduction '%s' has a meaning for type '%s' already",
			r->name, type);
		return false;
	}
	for (const struct omp_reductions *l = omp_state(p)->reductions; l; l = l->next)
		if (l->scope == p->scope && strcmp(l->r.name, r->name) == 0 &&
			type_same(l->r.type, r->type)) {
			diag_error(p->diag, place, "reduction '%s' is declared twice for type '%s'",
				r->name, type);
			return false;
		}
	return true;
}

/* Read combiner and initialiser for one type.  The tokens are read again for the next one. */
static void
declare_for_type(struct parser *p, struct omp_declared_reduction r)
{
	struct omp_reductions *l = NEW(p->arena, struct omp_reductions);

	parse_combiner(p, &r);
	expect(p, TK_RPAREN);
	if (at_ident(p, "initializer"))
		parse_reduction_initializer(p, &r);
	*l = (struct omp_reductions){ omp_state(p)->reductions, p->scope, r };
	omp_state(p)->reductions = l;
}

void
omp_declare_reduction(struct parser *p, struct omp_pragma *pr)
{
	struct omp_declared_reduction r = { 0 };
	struct types {
		struct type **v;
		size_t n, cap;
	} types = { 0 };
	const struct token *combiner;

	expect(p, TK_LPAREN);
	r.name = p->tok->text;
	omp_reduction_operator(p, &r.op);
	expect(p, TK_COLON);
	do {
		struct place place = p->tok->place;

		r.type = parse_type_name(p);
		if (check_type(p, &r, place))
			vec_push(p->arena, &types, r.type);
	} while (accept(p, TK_COMMA));
	expect(p, TK_COLON);
	combiner = p->tok;
	for (size_t i = 0; i < types.n; i++) {
		p->tok = combiner;
		r.type = types.v[i];
		declare_for_type(p, r);
	}
	if (types.n == 0)
		omp_skip_to_end(p);
	omp_end_directive(p, pr);
}

const struct omp_declared_reduction *
omp_find_reduction(struct parser *p, const char *name, const struct type *t)
{
	for (const struct scope *s = p->scope; s; s = scope_outer(s))
		for (const struct omp_reductions *l = omp_state(p)->reductions; l; l = l->next)
			if (l->scope == s && strcmp(l->r.name, name) == 0 &&
				type_same(l->r.type, t))
				return &l->r;
	return NULL;
}

/* ---- of complex numbers ---- */

/* Return the operator's own meaning for a complex type [5.5.5] as a declared reduction; NULL: it has
 * none.  Sums need it in a scan only: else their parts are added up, each by itself. */
const struct omp_declared_reduction *
omp_complex_reduction(struct parser *p, enum omp_reduction_op op, struct type *t,
	struct place place)
{
	struct omp_declared_reduction *r;

	t = t->unqual;
	if (t->kind != TY_COMPLEX || (op != RED_ADD && op != RED_SUB && op != RED_MUL))
		return NULL;
	r = NEW(p->arena, struct omp_declared_reduction);
	*r = (struct omp_declared_reduction){
		.name = op == RED_MUL ? "*" :
			op == RED_SUB ? "-" :
					"+",
		.op = op,
		.type = t,
		.in = new_decl(p, DECL_VAR, "omp_in", t, place),
		.out = new_decl(p, DECL_VAR, "omp_out", t, place),
		.priv = new_decl(p, DECL_VAR, "omp_priv", t, place),
	};
	r->combiner = expr_compound_assign(p, place, op == RED_MUL ? BIN_MUL : BIN_ADD,
		expr_var(p, place, r->out), expr_var(p, place, r->in));
	r->priv->has_init = true;
	r->priv->init = NEW(p->arena, struct init);
	*r->priv->init = (struct init){
		.type = t,
		.value = expr_cast(p, expr_int(p, place, op == RED_MUL, p->basic[TY_INT]), t),
	};
	return r;
}
