/*
 * choice.c: metadirectives that choose at run time [7.4.3]: user={condition(e)} with variables
 * in e, and in host code target_device={…}, for which choice_device.c has a condition.
 *
 * Before the unit is parsed, the tokens of such a directive and of its statement become
 *
 *	{ if (e) { the directive with condition(1), the statement } else { with condition(0), the statement } }
 *
 * so that each half is a metadirective whose choice is known (variant.c), for the device and
 * for the host.  A condition without identifiers is left as it is.  Works on tokens alone: what a
 * statement is, is told by its keywords and brackets, and what is wrong with it is said when it is
 * parsed.
 */
#include "omp/newer/internal.h"

enum { DEEPEST = 6 }; /* conditions around one statement: there are 2 to the 6th copies of it */

struct expansion {
	struct arena *arena;
	struct diag *diag;
	struct token_list unit;
	struct omp_tokens out;
	int depth;
	bool on_device; /* in a target construct, where the device is known */
};

/* A metadirective with its statement, which it lacks if `alone`.  What asks is a condition's
 * expression, or a whole target_device selector. */
struct choice {
	struct omp_run whole, asks;
	bool alone;
};

/* ---- statements ---- */

static bool
takes_statement(enum omp_form form)
{
	switch (form) {
	case FORM_BLOCK:
	case FORM_LOOP:
	case FORM_SECTIONS:
	case FORM_SECTION:
	case FORM_ATOMIC:
	case FORM_ASSUME:
	case FORM_TRANSFORM:
	case FORM_ORDERED:
	case FORM_HOST_BLOCK:
	case FORM_METADIRECTIVE: return true;
	default: return false;
	}
}

static const struct token *skip_statement(const struct token *, const struct token *end);

static const struct token *
skip_directive(const struct token *t, const struct token *end)
{
	size_t n;
	const struct omp_directive *d = omp_match_directive(t + 1, &n);

	t = omp_end_of_directive(t);
	return d && takes_statement(d->form) ? skip_statement(t, end) : t;
}

static const struct token *
skip_if(const struct token *t, const struct token *end)
{
	t = skip_statement(omp_skip_brackets(t + 1, end), end);
	return t < end && t->kind == TK_ELSE ? skip_statement(t + 1, end) : t;
}

static const struct token *
skip_statement(const struct token *t, const struct token *end)
{
	if (t >= end)
		return end;
	switch (t->kind) {
	case TK_LBRACE: return omp_skip_brackets(t, end);
	case TK_PRAGMA_OMP: return skip_directive(t, end);
	case TK_PRAGMA_OTHER: return skip_statement(t + 1, end);
	case TK_IF: return skip_if(t, end);
	case TK_FOR:
	case TK_WHILE:
	case TK_SWITCH: return skip_statement(omp_skip_brackets(t + 1, end), end);
	case TK_DO: return omp_skip_to(skip_statement(t + 1, end), end, TK_SEMI);
	case TK_CASE:
	case TK_DEFAULT: return skip_statement(omp_skip_to(t, end, TK_COLON), end);
	case TK_IDENT:
		if (t + 1 < end && t[1].kind == TK_COLON)
			return skip_statement(t + 2, end);
		break;
	default: break;
	}
	return omp_skip_to(t, end, TK_SEMI);
}

/* ---- the directive ---- */

/* Return what asks first in the directive's `when` clauses.  Set *ALONE if no directive in them has
 * a statement. */
static struct omp_run
read_directive(const struct expansion *x, const struct token *t, const struct token *end,
	bool *alone)
{
	struct omp_run found = { 0 };
	bool some = false, statement = false;

	while (t < end) {
		const struct token *close = t + 1 < end && t[1].kind == TK_LPAREN ?
			omp_skip_brackets(t + 1, end) :
			t + 1;
		bool when = omp_is_word(t, "when");
		const struct token *directive = when ? omp_skip_to(t + 2, close, TK_COLON) : t + 2;
		const struct omp_directive *d;
		size_t n;

		if (when && !found.t && !x->on_device)
			found = omp_find_target_device((struct omp_run){ t + 2, directive });
		if (when && !found.t)
			found = omp_find_condition((struct omp_run){ t + 2, directive });
		d = directive < close ? omp_match_directive(directive, &n) : NULL;
		some |= d != NULL;
		statement |= d && takes_statement(d->form);
		t = close;
	}
	*alone = some && !statement;
	return found;
}

static bool
is_metadirective(const struct token *t)
{
	return t->kind == TK_PRAGMA_OMP && omp_is_word(t + 1, "metadirective");
}

/* ---- the tokens instead ---- */

static void
put(struct expansion *x, const struct token *at, const char *spelling)
{
	vec_push(x->arena, &x->out, omp_made_token(x->unit, at, spelling));
}

static void expand(struct expansion *, struct omp_run);

static void
put_run(struct expansion *x, struct omp_run r)
{
	for (const struct token *t = r.t; t < r.end; t++)
		vec_push(x->arena, &x->out, *t);
}

static bool
is_about_device(const struct choice *c)
{
	return omp_is_word(c->asks.t, "target_device");
}

/* Put a selector of the same weight in the place of target_device={…}. */
static void
put_answer(struct expansion *x, const struct choice *c, bool yes)
{
	static const char *const device[] = { "target_device$", "=", "{", "kind", "(", "any", ")",
		"}" };
	static const char *const never[] = { "target_device$", "=", "{", "condition", "(", "0", ")",
		"}" };

	for (size_t i = 0; i < sizeof device / sizeof *device; i++)
		put(x, c->asks.t, yes ? device[i] : never[i]);
}

/* Write a block with the directive and its statement, and the answer YES in the place of the
 * question. */
static void
put_half(struct expansion *x, const struct choice *c, bool yes)
{
	struct omp_tokens out = x->out, half;

	x->out = (struct omp_tokens){ 0 };
	put_run(x, (struct omp_run){ c->whole.t, c->asks.t });
	if (is_about_device(c))
		put_answer(x, c, yes);
	else
		put(x, c->asks.t, yes ? "1" : "0");
	put_run(x, (struct omp_run){ c->asks.end, c->whole.end });
	half = x->out;
	x->out = out;
	put(x, c->whole.t, "{");
	expand(x, (struct omp_run){ half.v, half.v + half.n });
	if (c->alone) /* where nothing is chosen, a statement of its own */
		put(x, c->whole.end - 1, ";");
	put(x, c->whole.end - 1, "}");
}

static void
put_choice(struct expansion *x, const struct choice *c)
{
	const struct token *first = c->whole.t, *last = c->whole.end - 1;
	struct omp_run condition = c->asks;

	if (is_about_device(c))
		condition = omp_target_device(x->arena, x->diag, x->unit, c->asks);
	put(x, first, "{");
	put(x, first, "if");
	put(x, first, "(");
	put_run(x, condition);
	put(x, first, ")");
	put_half(x, c, true);
	put(x, last, "else");
	put_half(x, c, false);
	put(x, last, "}");
}

static void
check_copies(struct expansion *x, struct omp_run statement)
{
	bool directive = false; /* in one, static is a schedule */

	for (const struct token *t = statement.t; t < statement.end; t++) {
		directive = t->kind == TK_PRAGMA_OMP || (directive && t->kind != TK_PRAGMA_END);
		if (t->kind == TK_STATIC && !directive)
			diag_error(x->diag, t->place,
				"a static variable where a metadirective chooses at run time: "
				"each choice would have one of its own");
	}
}

/* Expand a metadirective; return where to go on. */
static const struct token *
expand_choice(struct expansion *x, struct omp_run rest)
{
	const struct token *last = omp_end_of_directive(rest.t);
	struct choice c = { .whole = { rest.t, last } };

	c.asks = read_directive(x, rest.t + 2, last - 1, &c.alone);
	if (!c.asks.t) {
		vec_push(x->arena, &x->out, *rest.t);
		return rest.t + 1;
	}
	if (!c.alone)
		c.whole.end = skip_statement(last, rest.end);
	if (x->depth == DEEPEST)
		diag_fatal(x->diag, rest.t->place,
			"more than %d choices at run time for one statement", DEEPEST);
	check_copies(x, (struct omp_run){ last, c.whole.end });
	x->depth++;
	put_choice(x, &c);
	x->depth--;
	return c.whole.end;
}

static bool
is_target(const struct token *t)
{
	size_t n;
	const struct omp_directive *d = t->kind == TK_PRAGMA_OMP ? omp_match_directive(t + 1, &n) :
								   NULL;

	return d && d->leaves & LEAF_TARGET;
}

static void
expand(struct expansion *x, struct omp_run r)
{
	bool outer = x->on_device;
	const struct token *target_end = r.t;

	while (r.t < r.end) {
		if (r.t >= target_end)
			x->on_device = outer;
		if (!x->on_device && is_target(r.t)) {
			x->on_device = true;
			target_end = skip_directive(r.t, r.end);
		}
		if (is_metadirective(r.t))
			r.t = expand_choice(x, r);
		else
			vec_push(x->arena, &x->out, *r.t++);
	}
	x->on_device = outer;
}

/* ---- begin metadirective … end metadirective [7.4.4]: a metadirective with what is in between as
 * its statement ---- */

static bool
is_block(const struct token *t, const char *word)
{
	return t->kind == TK_PRAGMA_OMP && omp_is_word(t + 1, word) &&
		omp_is_word(t + 2, "metadirective");
}

static bool
is_part_of_block(const struct token *t)
{
	return is_block(t, "begin") || is_block(t, "end");
}

/* Return the end that belongs to the begin before T, or NULL. */
static const struct token *
find_end(const struct token *t, const struct token *end)
{
	for (int depth = 1; t < end; t++) {
		depth += is_block(t, "begin") - is_block(t, "end");
		if (depth == 0)
			return t;
	}
	return NULL;
}

static void join_blocks(struct expansion *, struct omp_run);

/* Make one directive of BEGIN, END and what is between them; return where to go on. */
static const struct token *
join_block(struct expansion *x, const struct token *begin, const struct token *end)
{
	const struct token *body = omp_end_of_directive(begin);
	bool one = skip_statement(body, end) == end;

	vec_push(x->arena, &x->out, *begin);
	put_run(x, (struct omp_run){ begin + 2, body });
	if (!one)
		put(x, body, "{");
	join_blocks(x, (struct omp_run){ body, end });
	if (!one)
		put(x, end, "}");
	return omp_end_of_directive(end);
}

static void
join_blocks(struct expansion *x, struct omp_run r)
{
	while (r.t < r.end) {
		const struct token *end = NULL;

		if (!is_part_of_block(r.t)) {
			vec_push(x->arena, &x->out, *r.t++);
			continue;
		}
		if (is_block(r.t, "begin"))
			end = find_end(r.t + 1, r.end);
		if (!end)
			diag_error(x->diag, r.t[1].place,
				is_block(r.t, "end") ?
					"'end metadirective' without 'begin metadirective'" :
					"'begin metadirective' without 'end metadirective'");
		r.t = end ? join_block(x, r.t, end) : omp_end_of_directive(r.t);
	}
}

static bool
has(struct token_list tokens, bool (*is)(const struct token *))
{
	for (size_t i = 0; i < tokens.n; i++)
		if (is(&tokens.tok[i]))
			return true;
	return false;
}

struct token_list
omp_expand_choices(struct arena *a, struct diag *d, struct token_list tokens)
{
	struct expansion x = { .arena = a, .diag = d, .unit = tokens };
	struct token_list joined = tokens;

	if (has(tokens, is_part_of_block)) {
		join_blocks(&x, (struct omp_run){ tokens.tok, tokens.tok + tokens.n });
		joined = with_tokens(tokens, x.out.v, x.out.n);
		x.out = (struct omp_tokens){ 0 };
	} else if (!has(tokens, is_metadirective)) {
		return tokens;
	}
	expand(&x, (struct omp_run){ joined.tok, joined.tok + joined.n - 1 });
	vec_push(a, &x.out, joined.tok[joined.n - 1]);
	for (size_t i = 0; i < x.out.n; i++)
		x.out.v[i].index = (uint32_t)i;
	return with_tokens(tokens, x.out.v, x.out.n);
}
