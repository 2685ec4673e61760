/*
 * variant.c: declare variant and metadirective [7.4, 7.5]: what is said for one context and not for
 * another.
 *
 * A variant for device code is chosen by the builder where a call stands (decl.variants), one for
 * the host by cc; where the choice depends on a condition, see omp/newer/call.c.  A metadirective becomes
 * one of its directives: its tokens are copied, with the places and indices of the original, and
 * parsed instead.
 */
#include <string.h>

#include "omp/newer/internal.h"

/* ---- declare variant ---- */

/* Read match(…).  Whatever else the directive says is cc's. */
static struct omp_selector
parse_match(struct parser *p)
{
	struct omp_selector s = { .host = true };
	const struct token *adjust = NULL;

	while (at(p, TK_IDENT)) {
		if (!at_ident(p, "match")) {
			if (at_ident(p, "adjust_args") && !adjust)
				adjust = p->tok;
			if (at_ident(p, "append_args"))
				diag_error(p->diag, p->tok->place, "clause '%s' is not supported",
					p->tok->text);
			next(p);
			omp_skip_parens(p);
			s.device = false;
			accept(p, TK_COMMA);
			continue;
		}
		next(p);
		expect(p, TK_LPAREN);
		s = omp_parse_selector(p);
		expect(p, TK_RPAREN);
		accept(p, TK_COMMA);
	}
	s.adjust = adjust;
	return s;
}

static void
add_pending(struct parser *p, const struct omp_selector *s, struct decl *fn,
	struct omp_pending_variant pending)
{
	struct omp_variant v = {
		.fn = fn,
		.when = s->when,
		.of_block = pending.base,
		.traits = s->traits,
	};

	pending.variant = NEW(p->arena, struct omp_variant);
	*pending.variant = v;
	vec_push(p->arena, &omp_state(p)->variants, pending);
}

static void
add_for_sides(struct parser *p, const struct omp_selector *s, struct decl *fn,
	struct omp_pending_variant pending)
{
	if (s->device)
		add_pending(p, s, fn, pending);
	pending.for_host = true;
	pending.said = s->device;
	if (s->host && !s->dispatch)
		add_pending(p, s, fn, pending);
}

/* Return the directive for cc, with what a constant condition comes to. */
static const struct token *
constant_answers(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_tokens out = { 0 };
	int64_t v;

	for (const struct token *t = pr->first; t <= pr->last; t++) {
		const struct decl *d = t->kind == TK_IDENT ? scope_lookup(p, t->text) : NULL;

		vec_push(p->arena, &out, *t);
		if (d && d->is_condition && eval_int_const(p, omp_condition_of(d), &v))
			vec_last(&out) = omp_made_token(p->unit->tokens, t, v ? "1" : "0");
	}
	return out.v;
}

/* Read declare variant(f) match(…), which is about the function declared next. */
void
omp_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct omp_pending_variant pending = { .from = p->file_decls.n };
	struct omp_selector s;
	struct decl *fn;

	expect(p, TK_LPAREN);
	pending.place = p->tok->place;
	fn = scope_lookup(p, p->tok->text);
	if (!fn || fn->kind != DECL_FUNC) {
		diag_error(p->diag, p->tok->place,
			"expected the name of a declared function before %s",
			token_describe(p->arena, p->tok));
		omp_skip_to_end(p);
		omp_end_directive(p, pr);
		return;
	}
	next(p);
	expect(p, TK_RPAREN);
	s = parse_match(p);
	add_for_sides(p, &s, omp_canonical(fn), pending);
	if (s.asked)
		omp_use_in_condition(p, s.asked, fn);
	if (s.dispatch && s.host && !s.leaves)
		omp_add_dispatched(p, fn, s.adjust);
	omp_end_directive(p, pr);
	if (s.dispatch || s.when) /* not for cc: gcc 12 does not know it */
		omp_replace(p, pr->first, pr->last, NULL);
	else if (s.asked)
		omp_replace(p, pr->first, pr->last, constant_answers(p, pr));
}

static bool
at_end_of_variants(const struct parser *p)
{
	size_t n;
	const struct omp_directive *d = at(p, TK_PRAGMA_OMP) ? omp_match_directive(p->tok + 1, &n) :
							       NULL;

	return d && d->form == FORM_END_VARIANT;
}

/* Read begin declare variant.  The functions up to its end have names of their own; cc sees them if
 * they may match on the host. */
void
omp_begin_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct omp_state *st = omp_state(p);
	struct omp_selector s;

	if (!at_ident(p, "match"))
		diag_error(p->diag, pr->place, "expected 'match' in 'begin declare variant'");
	s = parse_match(p);
	omp_end_directive(p, pr);
	if (st->variant_block)
		diag_error(p->diag, pr->place,
			"'begin declare variant' inside another one is not "
			"supported");
	st->variant_block = NEW(p->arena, struct omp_variant_block);
	*st->variant_block = (struct omp_variant_block){ pr->first, pr->last, s };
	if (!s.device && !s.host) /* for another kind of device: its text may be anything */
		while (!at(p, TK_EOF) && !at_end_of_variants(p))
			next(p);
}

void
omp_end_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct omp_state *st = omp_state(p);

	omp_end_directive(p, pr);
	if (!st->variant_block) {
		diag_error(p->diag, pr->place,
			"'end declare variant' without 'begin declare variant'");
		return;
	}
	if (st->variant_block->selector.host) {
		omp_replace(p, st->variant_block->first, st->variant_block->last, NULL);
		omp_replace(p, pr->first, pr->last, NULL);
	} else {
		omp_replace(p, st->variant_block->first, pr->last, NULL);
	}
	st->variant_block = NULL;
}

/* Write the function's name for cc.  The parser stands behind its declarator. */
static void
rename_for_cc(struct parser *p, const char *base, const char *name)
{
	const struct token *t = p->prev;

	while (t->text != base || t[1].kind != TK_LPAREN)
		t--;
	omp_rewrite(p, t, t, name);
}

/* Return the name of a function declared in a block of variants: the definition of one known before
 * has a name of its own. */
const char *
omp_variant_name(struct parser *p, struct decl *d)
{
	struct omp_variant_block *b = p->omp ? p->omp->variant_block : NULL;
	const char *base = d->name, *name;

	if (!b || d->kind != DECL_FUNC || !scope_lookup(p, d->name))
		return d->name;
	add_for_sides(p, &b->selector, d,
		(struct omp_pending_variant){ .base = base, .place = d->place });
	name = intern_str(p->unit->tokens.names,
		arena_printf(p->arena, "%s$variant%zu", base, p->file_decls.n));
	if (b->selector.host)
		rename_for_cc(p, base, name);
	return name;
}

struct decl *
omp_function_from(struct parser *p, size_t from, const char *name)
{
	for (size_t i = from; i < p->file_decls.n; i++) {
		struct decl *d = p->file_decls.v[i];

		if (d->kind == DECL_FUNC && (!name || strcmp(d->name, name) == 0))
			return omp_canonical(d);
	}
	return NULL;
}

static void
append(struct omp_variant **list, struct omp_variant *v)
{
	while (*list)
		list = &(*list)->next;
	*list = v;
}

/* Report a variant of another type once, though it may be listed for the device and for the
 * host. */
static void
check_type(struct parser *p, const struct decl *base, const struct omp_pending_variant *v)
{
	const struct decl *fn = v->variant->fn;

	if (type_same(base->type, fn->type) || v->said)
		return;
	diag_error(p->diag, v->place,
		"variant '%s' has type '%s', and its base function '%s' has '%s'",
		v->base ? v->base : fn->name, type_to_string(p->arena, fn->type), base->name,
		type_to_string(p->arena, base->type));
}

void
omp_settle_variants(struct parser *p)
{
	struct omp_variants *all = &omp_state(p)->variants;
	size_t left = 0;

	for (size_t i = 0; i < all->n; i++) {
		struct omp_pending_variant *v = &all->v[i];
		struct decl *base = omp_function_from(p, v->from, v->base);

		if (base)
			check_type(p, base, v);
		if (base)
			append(v->for_host ? &base->host_variants : &base->variants, v->variant);
		else
			all->v[left++] = *v;
	}
	all->n = left;
}

void
omp_end_variants(struct parser *p)
{
	struct omp_state *st = omp_state(p);

	if (st->variant_block)
		diag_error(p->diag, st->variant_block->first->place,
			"'begin declare variant' without "
			"'end declare variant'");
	omp_settle_variants(p);
}

/* ---- metadirective ---- */

/* What one clause says: its directive stands between its colon or parenthesis and the closing
 * one. */
struct choice {
	const struct token *first, *end;
	bool when; /* false: default or otherwise */
	struct omp_selector selector;
};

struct choices {
	struct choice *v;
	size_t n, cap;
	unsigned leaves;
};

/* Return the leaves around.  Code for the device is always inside a target construct, its own or
 * its caller's [7.1]. */
static unsigned
leaves_around(const struct choices *all, bool device)
{
	return all->leaves | (device ? LEAF_TARGET : 0);
}

static bool
matches(const struct choices *all, const struct choice *c, bool device)
{
	return (device ? c->selector.device : c->selector.host) &&
		!(c->selector.leaves & ~leaves_around(all, device));
}

static int64_t
score_of(const struct choices *all, const struct choice *c, bool device)
{
	if (!c->when)
		return -1;
	for (size_t i = 0; i < all->n; i++)
		if (all->v[i].when && matches(all, &all->v[i], device) &&
			omp_traits_within(&c->selector.traits, &all->v[i].selector.traits))
			return 0;
	return omp_weight(&c->selector.traits, omp_around(leaves_around(all, device)));
}

/* Return the first choice with the highest score, or NULL. */
static const struct choice *
choose(const struct choices *all, bool device)
{
	const struct choice *best = NULL;

	for (size_t i = 0; i < all->n; i++)
		if (matches(all, &all->v[i], device) &&
			(!best || score_of(all, &all->v[i], device) > score_of(all, best, device)))
			best = &all->v[i];
	return best;
}

/* Read when(selector: directive), default(directive) or otherwise(directive). */
static struct choice
parse_choice(struct parser *p)
{
	struct choice c = {
		.when = at_ident(p, "when"),
		.selector = { .device = true, .host = true },
	};

	if (!c.when && !at_ident(p, "otherwise") && !at(p, TK_DEFAULT))
		parse_error(p, p->tok->place, "expected 'when', 'default' or 'otherwise' before %s",
			token_describe(p->arena, p->tok));
	next(p);
	expect(p, TK_LPAREN);
	if (c.when) {
		c.selector = omp_parse_selector(p);
		expect(p, TK_COLON);
	}
	c.first = p->tok;
	c.end = p->tok = omp_find_outside(p->tok, TK_RPAREN, TK_RPAREN);
	if (omp_is_word(c.first, "metadirective") || omp_is_word(c.first, "begin"))
		parse_error(p, c.first->place, "a metadirective cannot choose a metadirective");
	expect(p, TK_RPAREN);
	return c;
}

/* Return the tokens of a chosen directive as a pragma of their own, or NULL: nothing was chosen. */
static const struct token *
copy_directive(struct parser *p, const struct choice *c, const struct token *first,
	const struct token *last)
{
	size_t n = c ? c->end - c->first : 0;
	struct token *t;

	if (n == 0 || strcmp(c->first->text, "nothing") == 0)
		return NULL;
	t = NEWN(p->arena, struct token, n + 3);
	t[0] = *first;
	memcpy(t + 1, c->first, n * sizeof *t);
	t[n + 1] = *last;
	t[n + 2].kind = TK_EOF; /* next() looks at what follows */
	return t;
}

/* Check that the host's choice is no target construct: the function's tree follows the device's
 * choice, so that there would be no kernel to launch. */
static void
check_host_choice(struct parser *p, const struct choice *host)
{
	size_t n;
	const struct omp_directive *d = host ? omp_match_directive(host->first, &n) : NULL;

	if (d && d->leaves & (LEAF_TARGET | LEAF_DATA))
		diag_error(p->diag, host->first->place,
			"'%s' for the host in a function that the device has, too: "
			"expected the metadirective in a function of the host",
			d->name);
}

/* Read a metadirective and leave the parser before the directive that it stands for.  Return false
 * if it stands for none.  FIRST is its TK_PRAGMA_OMP. */
bool
omp_choose_directive(struct parser *p, const struct token *first)
{
	struct choices all = { .leaves = omp_leaves_around(p->construct) };
	const struct token *last, *for_device, *for_host;
	const struct choice *device, *host;
	bool in_target = omp_enclosing_target(p->construct), on_device;

	omp_mark_declare_target(p);
	on_device = in_target || (p->function && omp_canonical(p->function)->declare_target);
	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		struct place place = p->tok->place;

		vec_push(p->arena, &all, parse_choice(p));
		if (!vec_last(&all).when && all.n > 1 && !all.v[all.n - 2].when)
			diag_error(p->diag, place,
				"a second choice for the rest in a metadirective");
		accept(p, TK_COMMA);
	}
	if (all.n == 0)
		diag_error(p->diag, first->place,
			"expected 'when', 'default' or 'otherwise' in a metadirective");
	last = expect(p, TK_PRAGMA_END);
	device = choose(&all, true);
	host = choose(&all, false);
	if (on_device && !in_target && host != device)
		check_host_choice(p, host);
	if (!on_device && p->function && host != device)
		omp_canonical(p->function)->chose_for_host = true;
	for_device = copy_directive(p, device, first, last);
	for_host = copy_directive(p, host, first, last);
	omp_replace(p, first, last, for_host);
	if (!(on_device ? for_device : for_host))
		return false;
	omp_state(p)->resume = p->tok;
	p->tok = on_device ? for_device : for_host;
	return true;
}
