/*
 * omp_variant.c: declare variant and metadirective [7.4, 7.5]: what is said for one context and not for
 * another.
 *
 * There are two contexts, the device's code and the host's; both see the enclosing constructs.  A variant
 * that needs a device is chosen by the builder where a call stands (decl.variants); one for the host
 * is cc's business, and so are calls in host code.  A metadirective becomes one of its directives: its
 * tokens are copied, with the places and indices of the original, and parsed instead.
 */
#include <string.h>

#include "minicc/omp.h"

/* What a context selector asks for. */
struct selector {
	bool device, host;              /* may match there */
	unsigned constructs;            /* LEAF_* that must be around */
	int score;
	bool dispatch;                  /* in a dispatch construct */
	const struct token *adjust;     /* declare variant: its first adjust_args, or NULL */
};

/* ---- traits ---- */

struct trait { const char *name; bool device, host; };

static const struct trait kinds[] = {
	{ "any", true, true }, { "nohost", true, false }, { "gpu", true, false },
	{ "host", false, true }, { "cpu", false, true }, { "fpga", false, false }, { NULL, 0, 0 },
};
static const struct trait archs[] = {
	{ "nvptx", true, false }, { "nvptx64", true, false }, { "x86_64", false, true },
	{ "x86", false, true }, { NULL, 0, 0 },
};
static const struct trait vendors[] = { { "minicc", true, true }, { NULL, 0, 0 } };
static const struct trait none[] = { { NULL, 0, 0 } };

static const struct trait *
traits_of(const char *selector)
{
	if (strcmp(selector, "kind") == 0)
		return kinds;
	if (strcmp(selector, "arch") == 0)
		return archs;
	return strcmp(selector, "vendor") == 0 ? vendors : none;
}

struct omp_sides
omp_trait_sides(struct arena *a, const char *selector, const struct token *t)
{
	const struct trait *known = traits_of(selector);
	size_t n = strlen(t->text);
	const char *name = t->kind == TK_STRING && n >= 2 ? arena_strndup(a, t->text + 1, n - 2) : t->text;

	while (known->name && strcmp(known->name, name) != 0)
		known++;
	return (struct omp_sides){ known->device, known->host };
}

static void
require(struct parser *p, struct selector *s, const char *selector, const struct token *t)
{
	struct omp_sides sides = omp_trait_sides(p->arena, selector, t);

	s->device &= sides.device;
	s->host &= sides.host;
}

/* One or several names or strings: all of them must hold. */
static void
parse_names(struct parser *p, struct selector *s, const char *selector)
{
	do
		require(p, s, selector, next(p));
	while (accept(p, TK_COMMA));
}

static void
parse_condition(struct parser *p, struct selector *s)
{
	struct place place = p->tok->place;
	struct expr *e = parse_expr(p);
	int64_t v = 0;

	if (!eval_int_const(p, e, &v))
		diag_error(p->diag, place, "expected a constant in 'condition': only a metadirective can "
			"choose at run time");
	s->device &= v != 0;
	s->host &= v != 0;
}

static void
parse_score(struct parser *p, struct selector *s)
{
	int64_t v = 0;

	if (!at_ident(p, "score") || p->tok[1].kind != TK_LPAREN)
		return;
	next(p);
	next(p);
	if (eval_int_const(p, parse_expr(p), &v))
		s->score += (int)v;
	expect(p, TK_RPAREN);
	expect(p, TK_COLON);
}

/* A trait of the construct set: the name of a leaf. */
static void
parse_construct_trait(struct parser *p, struct selector *s)
{
	size_t n;
	const struct omp_directive *d = omp_match_directive(p->tok, &n);

	if (d && d->form == FORM_HOST_BLOCK) {
		next(p);
		s->dispatch = true;
		s->device = false;
		return;
	}
	if (!d || !d->leaves || n != 1)
		parse_error(p, p->tok->place, "expected the name of a construct before %s",
			token_describe(p->arena, p->tok));
	next(p);
	s->constructs |= d->leaves;
	s->score++;
	if (at(p, TK_LPAREN))
		omp_skip_parens(p);
}

static void
parse_trait(struct parser *p, struct selector *s, const char *set)
{
	const struct token *name;

	if (strcmp(set, "construct") == 0) {
		parse_construct_trait(p, s);
		return;
	}
	name = next(p);
	if (!accept(p, TK_LPAREN)) {
		require(p, s, "", name);
		return;
	}
	parse_score(p, s);
	if (strcmp(name->text, "condition") == 0)
		parse_condition(p, s);
	else
		parse_names(p, s, name->text);
	s->score += 2;
	expect(p, TK_RPAREN);
}

/* set={trait, …}, set={…} */
static struct selector
parse_selector(struct parser *p)
{
	struct selector s = { .device = true, .host = true };

	while (at(p, TK_IDENT)) {
		const struct token *set = next(p);

		expect(p, TK_ASSIGN);
		expect(p, TK_LBRACE);
		do
			parse_trait(p, &s, set->text);
		while (accept(p, TK_COMMA));
		expect(p, TK_RBRACE);
		accept(p, TK_COMMA);
	}
	return s;
}

/* ---- declare variant ---- */

/* match(…); whatever else the directive says is cc's. */
static struct selector
parse_match(struct parser *p)
{
	struct selector s = { .host = true };
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
		s = parse_selector(p);
		expect(p, TK_RPAREN);
		accept(p, TK_COMMA);
	}
	s.adjust = adjust;
	return s;
}

/* What the builder can tell of a call's place; a device's code always has a target around it. */
static unsigned
around(unsigned leaves)
{
	unsigned known = LEAF_TARGET | LEAF_TEAMS | LEAF_PARALLEL | LEAF_FOR | LEAF_SIMD;

	return (leaves & LEAF_TEAMS ? OMP_AROUND_TEAMS : 0) |
		(leaves & LEAF_PARALLEL ? OMP_AROUND_PARALLEL : 0) |
		(leaves & LEAF_FOR ? OMP_AROUND_FOR : 0) | (leaves & LEAF_SIMD ? OMP_AROUND_SIMD : 0) |
		(leaves & ~known ? OMP_AROUND_NOTHING_KNOWN : 0);
}

static void
add_pending(struct parser *p, const struct selector *s, struct decl *fn, const char *base, size_t from)
{
	struct omp_variant *v = NEW(p->arena, struct omp_variant);
	struct omp_pending_variant pending = { v, base, from };

	v->fn = fn;
	v->constructs = around(s->constructs);
	v->score = s->score;
	vec_push(p->arena, &omp_state(p)->variants, pending);
}

/* declare variant(f) match(…): of the function declared next. */
void
omp_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct selector s;
	struct decl *fn;

	expect(p, TK_LPAREN);
	fn = scope_lookup(p, p->tok->text);
	if (!fn || fn->kind != DECL_FUNC) {
		diag_error(p->diag, p->tok->place, "expected the name of a declared function before %s",
			token_describe(p->arena, p->tok));
		while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF))
			next(p);
		omp_end_directive(p, pr);
		return;
	}
	next(p);
	expect(p, TK_RPAREN);
	s = parse_match(p);
	if (s.device)
		add_pending(p, &s, omp_canonical(fn), NULL, p->file_decls.n);
	if (s.dispatch && s.host && !s.constructs)
		omp_add_dispatched(p, fn, s.adjust);
	omp_end_directive(p, pr);
	if (s.dispatch)                 /* not for cc: gcc 12 does not know it */
		omp_replace(p, pr->first, pr->last, NULL);
	p->unit->has_host_omp = true;
}

static bool
at_end_of_variants(const struct parser *p)
{
	size_t n;
	const struct omp_directive *d = at(p, TK_PRAGMA_OMP) ? omp_match_directive(p->tok + 1, &n) : NULL;

	return d && d->form == FORM_END_VARIANT;
}

/* The text up to `end declare variant` is for one side only. */
void
omp_begin_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct omp_state *st = omp_state(p);
	struct selector s = parse_match(p);

	omp_end_directive(p, pr);
	if (st->variant_block)
		diag_error(p->diag, pr->place, "'begin declare variant' inside another one is not "
			"supported");
	else if (s.host)
		diag_error(p->diag, pr->place, "'begin declare variant' that may match on the host is not "
			"supported");
	st->variant_block = NEW(p->arena, struct omp_variant_block);
	*st->variant_block = (struct omp_variant_block){ pr->first, s.constructs, s.score };
	if (!s.device || s.host)        /* for a third kind of device: its text may be anything */
		while (!at(p, TK_EOF) && !at_end_of_variants(p))
			next(p);
}

void
omp_end_declare_variant(struct parser *p, struct omp_pragma *pr)
{
	struct omp_state *st = omp_state(p);

	omp_end_directive(p, pr);
	if (!st->variant_block) {
		diag_error(p->diag, pr->place, "'end declare variant' without 'begin declare variant'");
		return;
	}
	omp_replace(p, st->variant_block->first, pr->last, NULL);
	st->variant_block = NULL;
}

/* In a block, the definition of a function known before is a variant of it, with a name of its own. */
const char *
omp_variant_name(struct parser *p, struct decl *d)
{
	struct omp_variant_block *b = p->omp ? p->omp->variant_block : NULL;
	struct selector s;
	const char *base = d->name;

	if (!b || d->kind != DECL_FUNC || !scope_lookup(p, d->name))
		return d->name;
	s = (struct selector){ .constructs = b->constructs, .score = b->score };
	add_pending(p, &s, d, base, 0);
	return intern_str(p->unit->tokens.names,
		arena_printf(p->arena, "%s$variant%zu", base, omp_state(p)->variants.n));
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

void
omp_settle_variants(struct parser *p)
{
	struct omp_state *st = omp_state(p);

	if (st->variant_block)
		diag_error(p->diag, st->variant_block->first->place, "'begin declare variant' without "
			"'end declare variant'");
	for (size_t i = 0; i < st->variants.n; i++) {
		struct omp_pending_variant *v = &st->variants.v[i];
		struct decl *base = omp_function_from(p, v->from, v->base);

		if (!base)
			continue;
		v->variant->next = base->variants;
		base->variants = v->variant;
	}
}

/* ---- metadirective ---- */

static unsigned
enclosing_leaves(const struct parser *p)
{
	unsigned leaves = 0;

	for (struct omp *o = p->construct; o; o = o->parent)
		leaves |= omp_node(o)->leaves;
	return leaves;
}

/* The directive of one clause, between its colon or parenthesis and the closing one. */
struct choice { const struct token *first, *end; int score; bool found; };

static void
offer(struct choice *best, const struct choice *c, bool matches)
{
	if (matches && (!best->found || c->score > best->score))
		*best = *c;
}

static const struct token *
closing(const struct token *t)
{
	for (int depth = 0; t->kind != TK_PRAGMA_END; t++) {
		if (depth == 0 && t->kind == TK_RPAREN)
			break;
		depth += (t->kind == TK_LPAREN) - (t->kind == TK_RPAREN);
	}
	return t;
}

/* when(selector: directive), default(directive), otherwise(directive) */
static void
parse_choice(struct parser *p, struct choice *device, struct choice *host)
{
	struct choice c = { .found = true, .score = -1 };
	struct selector s = { .device = true, .host = true };
	bool when = at_ident(p, "when");
	unsigned leaves = enclosing_leaves(p);

	if (!when && !at_ident(p, "otherwise") && !at(p, TK_DEFAULT))
		parse_error(p, p->tok->place, "expected 'when', 'default' or 'otherwise' before %s",
			token_describe(p->arena, p->tok));
	next(p);
	expect(p, TK_LPAREN);
	if (when) {
		s = parse_selector(p);
		expect(p, TK_COLON);
		c.score = s.score;
	}
	c.first = p->tok;
	c.end = p->tok = closing(p->tok);
	expect(p, TK_RPAREN);
	offer(device, &c, s.device && !(s.constructs & ~leaves));
	offer(host, &c, s.host && !(s.constructs & ~leaves));
}

/* The tokens of a chosen directive as a pragma of their own; NULL: nothing. */
static const struct token *
copy_directive(struct parser *p, const struct choice *c, const struct token *first,
	const struct token *last)
{
	size_t n = c->found ? c->end - c->first : 0;
	struct token *t;

	if (n == 0 || strcmp(c->first->text, "nothing") == 0)
		return NULL;
	t = NEWN(p->arena, struct token, n + 3);
	t[0] = *first;
	memcpy(t + 1, c->first, n * sizeof *t);
	t[n + 1] = *last;
	t[n + 2].kind = TK_EOF;         /* next() looks at what follows */
	return t;
}

/*
 * Reads a metadirective and leaves the parser before the directive that it stands for; false: for none.
 * FIRST: its TK_PRAGMA_OMP.
 */
bool
omp_choose_directive(struct parser *p, const struct token *first)
{
	struct choice device = {0}, host = {0};
	const struct token *last, *for_device, *for_host;
	bool on_device = omp_enclosing_target(p->construct) ||
		(p->function && omp_canonical(p->function)->declare_target);

	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		parse_choice(p, &device, &host);
		accept(p, TK_COMMA);
	}
	last = expect(p, TK_PRAGMA_END);
	for_device = copy_directive(p, &device, first, last);
	for_host = copy_directive(p, &host, first, last);
	omp_replace(p, first, last, for_host);
	p->unit->has_host_omp = true;
	if (!(on_device ? for_device : for_host))
		return false;
	omp_state(p)->resume = p->tok;
	p->tok = on_device ? for_device : for_host;
	return true;
}
