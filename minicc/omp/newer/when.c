/*
 * when.c: declare variant with conditions that are asked at the call [7.2, 7.5].  Before the unit
 * is parsed
 *
 *	#pragma omp declare variant(f) match(user={condition(n > limit)})
 *	int g(int n, double *x);
 *
 * becomes
 *
 *	static int g$when0(int n, double *x) { return 1 && (n > limit); }
 *	#pragma omp declare variant(f) match(user={condition(g$when0)})
 *	int g(int n, double *x);
 *
 * because an argument of g in the condition is what is passed at the call, and every other name
 * what it is where the directive stands.  target_device={…} becomes a condition, too.  For `begin
 * declare variant` the function has no parameters.  Works on tokens alone.  What calls make of such
 * functions is in omp/newer/call.c.
 */
#include <string.h>

#include "omp/newer/internal.h"

struct rewriting {
	struct arena *arena;
	struct diag *diag;
	struct token_list unit;
	struct omp_tokens out, directives; /* directives: of the declaration that comes next */
	int functions;                     /* how many have been made */
};

/* The function that directives are about: its name, and its parameters with their parentheses; or
 * NULL. */
struct base {
	const struct token *name;
	struct omp_run params;
};

/* Skip a specifier whose own brackets are not the declarator's, or the token itself. */
static const struct token *
skip_specifier(const struct token *t, const struct token *end)
{
	switch (t->kind) {
	case TK_STRUCT:
	case TK_UNION:
	case TK_ENUM:
		t += t[1].kind == TK_IDENT;
		return t[1].kind == TK_LBRACE ? omp_skip_brackets(t + 1, end) : t + 1;
	case TK_ATTRIBUTE:
	case TK_ALIGNAS:
	case TK_TYPEOF:
	case TK_ATOMIC: return t[1].kind == TK_LPAREN ? omp_skip_brackets(t + 1, end) : t + 1;
	default: return t + 1;
	}
}

/* Find the function of a declaration: the first name with a parenthesis behind it. */
static struct base
find_base(const struct token *t, const struct token *end)
{
	while (t < end && t->kind != TK_SEMI && t->kind != TK_LBRACE && t->kind != TK_ASSIGN) {
		if (t->kind == TK_IDENT && t[1].kind == TK_LPAREN)
			return (struct base){ t, { t + 1, omp_skip_brackets(t + 1, end) } };
		t = skip_specifier(t, end);
	}
	return (struct base){ NULL, { 0 } };
}

/* ---- writing ---- */

static void
put_run(struct rewriting *x, struct omp_tokens *to, struct omp_run r)
{
	for (const struct token *t = r.t; t < r.end; t++)
		vec_push(x->arena, to, *t);
}

static void
put(struct rewriting *x, struct omp_tokens *to, const struct token *at, const char *words)
{
	omp_put_words(x->arena, x->unit, to, at, words);
}

/* ---- directives ---- */

enum form { NONE, VARIANT, BEGIN };

static enum form
form_of(const struct token *t)
{
	size_t n;
	const struct omp_directive *d = t->kind == TK_PRAGMA_OMP ? omp_match_directive(t + 1, &n) :
								   NULL;

	if (d && d->form == FORM_DECLARE_VARIANT)
		return VARIANT;
	return d && d->form == FORM_BEGIN_VARIANT ? BEGIN : NONE;
}

static struct omp_run
find_question(struct omp_run directive)
{
	struct omp_run asks = omp_find_condition(directive),
		       device = omp_find_target_device(directive);

	return !asks.t || (device.t && device.t < asks.t) ? device : asks;
}

/* Write one function for all that the directive asks. */
static void
put_function(struct rewriting *x, const struct base *b, const char *name, struct omp_run directive)
{
	struct omp_run asks = find_question(directive);
	const struct token *at = asks.t;

	put(x, &x->out, at, "__attribute__ ( ( unused ) ) static int");
	put(x, &x->out, at, name);
	if (b->name)
		put_run(x, &x->out, b->params);
	else
		put(x, &x->out, at, "( void )");
	put(x, &x->out, at, "{ return 1");
	for (; asks.t; asks = find_question(directive)) {
		put(x, &x->out, asks.t, "&& (");
		put_run(x, &x->out,
			!omp_is_word(asks.t, "target_device") ?
				asks :
				omp_target_device(x->arena, x->diag, x->unit, asks));
		put(x, &x->out, asks.t, ")");
		directive.t = asks.end;
	}
	put(x, &x->out, at, "; }");
}

/* Rewrite the directive with the function's name for each answer.  target_device weighs what it
 * did. */
static void
rewrite_directive(struct rewriting *x, const struct base *b, struct omp_run directive)
{
	struct omp_run asks = find_question(directive);
	const char *name;

	if (asks.t) {
		name = arena_printf(x->arena, "%s$when%d", b->name ? b->name->text : "",
			x->functions++);
		put_function(x, b, name, directive);
	}
	for (; asks.t; asks = find_question(directive)) {
		bool device = omp_is_word(asks.t, "target_device");

		put_run(x, &x->directives, (struct omp_run){ directive.t, asks.t });
		put(x, &x->directives, asks.t,
			device ? "target_device$ = { kind ( any ) , condition (" : "");
		put(x, &x->directives, asks.t, name);
		put(x, &x->directives, asks.t, device ? ") }" : "");
		directive.t = asks.end;
	}
	put_run(x, &x->directives, directive);
}

/* Rewrite all directives before a declaration: the functions come before the first, and each
 * directive is about what is declared next. */
static const struct token *
rewrite_group(struct rewriting *x, const struct token *t, const struct token *end)
{
	const struct token *behind = t;
	struct base b, none = { NULL, { 0 } };

	while (behind->kind == TK_PRAGMA_OMP || behind->kind == TK_PRAGMA_OTHER)
		behind = behind->kind == TK_PRAGMA_OMP ? omp_end_of_directive(behind) : behind + 1;
	b = find_base(behind, end);
	x->directives.n = 0;
	while (t < behind) {
		struct omp_run r = { t,
			t->kind == TK_PRAGMA_OMP ? omp_end_of_directive(t) : t + 1 };

		if (form_of(t) == BEGIN || (form_of(t) == VARIANT && b.name))
			rewrite_directive(x, form_of(t) == BEGIN ? &none : &b, r);
		else
			put_run(x, &x->directives, r);
		t = r.end;
	}
	put_run(x, &x->out, (struct omp_run){ x->directives.v, x->directives.v + x->directives.n });
	return behind;
}

static bool
asks(const struct token *t)
{
	return form_of(t) != NONE &&
		find_question((struct omp_run){ t, omp_end_of_directive(t) }).t;
}

struct token_list
omp_make_conditions(struct arena *a, struct diag *d, struct token_list tokens)
{
	struct rewriting x = { .arena = a, .diag = d, .unit = tokens };
	const struct token *t = tokens.tok, *end = t + tokens.n - 1;

	while (t < end && !asks(t))
		t++;
	if (t == end)
		return tokens;
	for (t = tokens.tok; t < end;) {
		if (form_of(t) != NONE) {
			t = rewrite_group(&x, t, end);
		} else if (t->kind == TK_LBRACE) { /* in a block there are no functions */
			const struct token *close = omp_skip_brackets(t, end);

			put_run(&x, &x.out, (struct omp_run){ t, close });
			t = close;
		} else {
			vec_push(a, &x.out, *t++);
		}
	}
	vec_push(a, &x.out, *end);
	for (size_t i = 0; i < x.out.n; i++)
		x.out.v[i].index = (uint32_t)i;
	return with_tokens(tokens, x.out.v, x.out.n);
}

/* ---- when it is parsed ---- */

struct expr *
omp_condition_of(const struct decl *when)
{
	const struct stmt *s = when->body ? when->body->stmt : NULL;

	if (!s || !strstr(when->name, "$when") || s->kind != ST_COMPOUND || !s->u.body ||
		s->u.body->kind != ST_RETURN)
		return NULL;
	return s->u.body->u.expr;
}

/* Keep cc from warning of what is not used: the function's parameters, and a variant that is for
 * the device. */
void
omp_use_in_condition(struct parser *p, const struct decl *when, const struct decl *variant)
{
	const struct token *first = when->body->stmt->u.body->first;
	const struct type *t = when->type;
	const char *text = arena_printf(p->arena, "(void)%s; ", variant->name);

	for (int i = 0; i < t->u.func.nparams; i++)
		if (t->u.func.params[i]->name)
			text = arena_printf(p->arena, "%s(void)%s; ", text,
				t->u.func.params[i]->name);
	omp_rewrite(p, first, first, arena_printf(p->arena, "%s%s", text, first->text));
}
