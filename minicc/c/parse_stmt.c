/*
 * parse_stmt.c: statements and function bodies (C11 6.8), labels, and where syntax errors resume.
 */
#include "c/internal.h"
#include "tree/walk.h"

struct stmt *
new_stmt(struct parser *p, enum stmt_kind kind, const struct token *first)
{
	struct stmt *s = NEW(p->arena, struct stmt);

	s->kind = kind;
	s->first = first;
	s->last = p->prev;
	s->place = first->place;
	return s;
}

/* ---- labels (6.8.1, 6.8.6.1) ---- */

static bool
label_visible(const struct parser *p, const struct label_use *u)
{
	const struct scope *s;

	for (s = p->scope; s && s != u->scope; s = s->outer)
		;
	return u->scope == NULL || s != NULL;
}

static struct label_use *
find_label(struct parser *p, const struct token *name)
{
	struct label_use new = { .place = name->place };
	size_t i;

	for (i = p->fn->labels.n; i-- > 0;) {
		struct label_use *u = &p->fn->labels.v[i];

		if (u->label->name == name->text && label_visible(p, u))
			return u;
	}
	new.label = NEW(p->arena, struct label);
	new.label->name = name->text;
	vec_push(p->arena, &p->fn->labels, new);
	return &vec_last(&p->fn->labels);
}

struct label *
use_label(struct parser *p, const struct token *name)
{
	struct label_use *u = find_label(p, name);

	if (!u->used)
		u->place = name->place;
	u->used = true;
	return u->label;
}

/* Parse GNU's __label__ a, b;, which makes labels that belong to this block. */
static void
parse_local_labels(struct parser *p)
{
	while (accept(p, TK_LABEL)) {
		do {
			const struct token *name = expect(p, TK_IDENT);
			struct label_use new = { .place = name->place, .scope = p->scope };

			new.label = NEW(p->arena, struct label);
			new.label->name = name->text;
			vec_push(p->arena, &p->fn->labels, new);
		} while (accept(p, TK_COMMA));
		expect(p, TK_SEMI);
	}
}

static void
check_labels(struct parser *p)
{
	size_t i;

	for (i = 0; i < p->fn->labels.n; i++) {
		const struct label_use *u = &p->fn->labels.v[i];

		if (u->used && !u->defined)
			diag_error(p->diag, u->place, "label '%s' used but not defined",
				u->label->name);
	}
}

/* Parse a statement after a label or a loop's head.  Before a brace an OpenMP directive may leave
 * none. */
static struct stmt *
parse_substatement(struct parser *p)
{
	struct stmt *s = parse_stmt(p);

	return s ? s : new_stmt(p, ST_NULL, p->prev);
}

/* Parse a label and its statement.  At the end of a block a label may stand alone (C23; gcc accepts
 * it with a warning). */
static struct stmt *
parse_labelled(struct parser *p)
{
	if (at(p, TK_RBRACE))
		return new_stmt(p, ST_NULL, p->prev);
	if (at_declaration(p) && !at(p, TK_EXTENSION)) {
		struct stmt *block = new_stmt(p, ST_COMPOUND, p->tok);

		diag_error(p->diag, p->tok->place,
			"a label before a declaration; put a ';' between");
		block->u.body = parse_declaration(p);
		return block;
	}
	return parse_substatement(p);
}

static struct stmt *
parse_label(struct parser *p)
{
	const struct token *name = next(p);
	struct stmt *s = new_stmt(p, ST_LABEL, name);
	struct label_use *u = find_label(p, name);
	struct attrs ignored = { 0 };

	next(p);
	if (u->defined) {
		diag_error(p->diag, name->place, "duplicate label '%s'", name->text);
		diag_note(p->diag, u->label->stmt->place, "defined before here");
	}
	u->defined = true;
	u->label->stmt = s;
	s->u.label.label = u->label;
	parse_attributes(p, &ignored);
	s->u.label.body = parse_labelled(p);
	return s;
}

static struct stmt *
parse_goto(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_GOTO, next(p));

	if (accept(p, TK_STAR)) {
		s->kind = ST_GOTO_COMPUTED;
		s->u.expr = expr_condition(p, parse_expr(p));
	} else {
		s->u.goto_ = use_label(p, expect(p, TK_IDENT));
	}
	expect(p, TK_SEMI);
	return s;
}

/* ---- selection (6.8.4) ---- */

static struct expr *
parse_condition(struct parser *p)
{
	struct expr *e;

	expect(p, TK_LPAREN);
	e = expr_condition(p, parse_expr(p));
	expect(p, TK_RPAREN);
	return e;
}

static struct stmt *
parse_scoped(struct parser *p)
{
	struct stmt *s;

	scope_push(p); /* 6.8.4p3, 6.8.5p5 */
	s = parse_substatement(p);
	scope_pop(p);
	return s;
}

static struct stmt *
parse_if(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_IF, next(p));

	s->u.if_.cond = parse_condition(p);
	s->u.if_.then = parse_scoped(p);
	if (accept(p, TK_ELSE))
		s->u.if_.els = parse_scoped(p);
	return s;
}

static struct stmt *
parse_switch(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_SWITCH, next(p));
	struct switch_state state = { .outer = p->fn->switch_, .stmt = s };
	struct expr *e;

	expect(p, TK_LPAREN);
	e = promote(p, parse_expr(p));
	expect(p, TK_RPAREN);
	if (!type_is_integer(e->type)) {
		diag_error(p->diag, e->place, "switch on a value of type '%s', not an integer",
			show(p, e->type));
		e = expr_error(p, e->place);
	}
	state.type = e->type;
	s->u.switch_.value = e;
	p->fn->switch_ = &state;
	s->u.switch_.body = parse_scoped(p);
	p->fn->switch_ = state.outer;
	return s;
}

static bool
case_overlaps(const struct type *t, const struct stmt *a, const struct stmt *b)
{
	if (type_is_signed(t))
		return a->u.case_.lo <= b->u.case_.hi && b->u.case_.lo <= a->u.case_.hi;
	return (uint64_t)a->u.case_.lo <= (uint64_t)b->u.case_.hi &&
		(uint64_t)b->u.case_.lo <= (uint64_t)a->u.case_.hi;
}

/* Read a case's value, of the switch's type.  Return false after an error. */
static bool
parse_case_value(struct parser *p, int64_t *v)
{
	struct expr *e = parse_cond_expr(p);

	if (eval_int_const(p, e, v)) {
		if (p->fn->switch_)
			*v = (int64_t)int_truncate(p->fn->switch_->type, (uint64_t)*v);
		return true;
	}
	if (!expr_is_error(p, e))
		diag_error(p->diag, e->place, "case label is not an integer constant");
	return false;
}

static void
add_case(struct parser *p, struct switch_state *sw, struct stmt *s)
{
	const struct stmt *c;

	for (c = sw->stmt->u.switch_.cases; c; c = c->u.case_.next_case) {
		if (case_overlaps(sw->type, c, s)) {
			diag_error(p->diag, s->place, "duplicate case value");
			diag_note(p->diag, c->place, "used before here");
			break;
		}
	}
	if (sw->last_case)
		sw->last_case->u.case_.next_case = s;
	else
		sw->stmt->u.switch_.cases = s;
	sw->last_case = s;
}

static struct stmt *
parse_case(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_CASE, next(p));
	struct switch_state *sw = p->fn->switch_;

	bool good = parse_case_value(p, &s->u.case_.lo);

	s->u.case_.hi = s->u.case_.lo;
	if (accept(p, TK_ELLIPSIS))
		good &= parse_case_value(p, &s->u.case_.hi);
	expect(p, TK_COLON);
	if (!sw)
		diag_error(p->diag, s->place, "'case' outside a switch");
	else if (good)
		add_case(p, sw, s);
	s->u.case_.body = parse_labelled(p);
	return s;
}

static struct stmt *
parse_default(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_DEFAULT, next(p));
	struct switch_state *sw = p->fn->switch_;

	expect(p, TK_COLON);
	if (!sw) {
		diag_error(p->diag, s->place, "'default' outside a switch");
	} else if (sw->stmt->u.switch_.dflt) {
		diag_error(p->diag, s->place, "second 'default' in a switch");
		diag_note(p->diag, sw->stmt->u.switch_.dflt->place, "the first is here");
	} else {
		sw->stmt->u.switch_.dflt = s;
	}
	s->u.case_.body = parse_labelled(p);
	return s;
}

/* ---- iteration (6.8.5) ---- */

static struct stmt *
parse_loop_body(struct parser *p)
{
	struct stmt *s;

	p->fn->loops++;
	s = parse_scoped(p);
	p->fn->loops--;
	return s;
}

static struct stmt *
parse_while(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_WHILE, next(p));

	s->u.loop.cond = parse_condition(p);
	s->u.loop.body = parse_loop_body(p);
	return s;
}

static struct stmt *
parse_do(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_DO, next(p));

	s->u.loop.body = parse_loop_body(p);
	expect(p, TK_WHILE);
	s->u.loop.cond = parse_condition(p);
	expect(p, TK_SEMI);
	return s;
}

static struct stmt *
parse_expr_stmt(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_EXPR, p->tok);

	s->u.expr = parse_expr(p);
	expect(p, TK_SEMI);
	s->last = p->prev;
	return s;
}

static struct stmt *
parse_for(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_FOR, next(p));

	expect(p, TK_LPAREN);
	scope_push(p);
	if (at_declaration(p))
		s->u.for_.init = parse_declaration(p);
	else if (!accept(p, TK_SEMI))
		s->u.for_.init = parse_expr_stmt(p);
	if (!at(p, TK_SEMI))
		s->u.for_.cond = expr_condition(p, parse_expr(p));
	expect(p, TK_SEMI);
	if (!at(p, TK_RPAREN))
		s->u.for_.step = parse_expr(p);
	expect(p, TK_RPAREN);
	s->u.for_.body = parse_loop_body(p);
	scope_pop(p);
	return s;
}

/* ---- jumps (6.8.6) ---- */

static struct stmt *
parse_break(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_BREAK, next(p));

	if (!p->fn->loops && !p->fn->switch_)
		diag_error(p->diag, s->place, "'break' outside a loop or switch");
	expect(p, TK_SEMI);
	return s;
}

static struct stmt *
parse_continue(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_CONTINUE, next(p));

	if (!p->fn->loops)
		diag_error(p->diag, s->place, "'continue' outside a loop");
	expect(p, TK_SEMI);
	return s;
}

static struct stmt *
parse_return(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_RETURN, next(p));
	struct type *result = p->function->type->base;
	struct expr *e;

	if (accept(p, TK_SEMI)) {
		if (result->kind != TY_VOID)
			diag_warn(p->diag, s->place, "-Wreturn-type",
				"'return' without a value in '%s', which returns '%s'",
				p->function->name, show(p, result));
		return s;
	}
	e = decay(p, parse_expr(p));
	if (result->kind != TY_VOID)
		e = expr_convert(p, e, result, e->place, "return");
	else if (e->type->kind != TY_VOID && !expr_is_error(p, e))
		diag_warn(p->diag, e->place, "-Wreturn-type",
			"'return' with a value in '%s', which returns void", p->function->name);
	s->u.expr = e;
	expect(p, TK_SEMI);
	return s;
}

/* Skip asm qualifiers ( … ), which only the host compiler reads. */
void
skip_asm(struct parser *p)
{
	next(p);
	while (at(p, TK_VOLATILE) || at(p, TK_INLINE) || at(p, TK_GOTO))
		next(p);
	if (!at(p, TK_LPAREN))
		expect(p, TK_LPAREN);
	skip_balanced(p);
	expect(p, TK_SEMI);
}

static struct stmt *
parse_asm(struct parser *p)
{
	struct stmt *s = new_stmt(p, ST_ASM, p->tok);

	skip_asm(p);
	return s;
}

/* ---- blocks ---- */

static bool
at_label(const struct parser *p)
{
	return at(p, TK_IDENT) && peek(p)->kind == TK_COLON;
}

/* Tell __attribute__((fallthrough)); from the attributes of a declaration. */
static struct stmt *
parse_attribute_item(struct parser *p, bool *is_declaration)
{
	const struct token *t = p->tok;
	int depth = 0;

	while (t->kind == TK_ATTRIBUTE) {
		for (t++; t->kind != TK_EOF; t++) {
			depth += (t->kind == TK_LPAREN) - (t->kind == TK_RPAREN);
			if (depth == 0)
				break;
		}
		t += t->kind != TK_EOF;
	}
	*is_declaration = t->kind != TK_SEMI;
	if (!*is_declaration) {
		struct attrs ignored = { 0 };

		parse_attributes(p, &ignored);
		next(p);
	}
	return *is_declaration ? NULL : new_stmt(p, ST_NULL, p->prev);
}

/* Return whether `foo_t x` stands here, where foo_t can only be a misspelt type. */
static bool
at_unknown_type(const struct parser *p)
{
	return at(p, TK_IDENT) && peek(p)->kind == TK_IDENT && !scope_lookup(p, p->tok->text);
}

struct stmt *
parse_compound(struct parser *p, bool new_scope)
{
	struct stmt *s = new_stmt(p, ST_COMPOUND, p->tok), **tail = &s->u.body;

	expect(p, TK_LBRACE);
	if (new_scope)
		scope_push(p);
	parse_local_labels(p);
	while (!at(p, TK_RBRACE) && !at(p, TK_EOF)) {
		*tail = parse_block_item(p);
		while (*tail)
			tail = &(*tail)->next;
	}
	if (at(p, TK_EOF))
		parse_error(p, p->tok->place, "expected '}' before end of file");
	next(p);
	if (new_scope)
		scope_pop(p);
	s->last = p->prev;
	return s;
}

static struct stmt *
statement(struct parser *p)
{
	switch (p->tok->kind) {
	case TK_LBRACE: return parse_compound(p, true);
	case TK_SEMI: return new_stmt(p, ST_NULL, next(p));
	case TK_IF: return parse_if(p);
	case TK_SWITCH: return parse_switch(p);
	case TK_CASE: return parse_case(p);
	case TK_DEFAULT: return parse_default(p);
	case TK_WHILE: return parse_while(p);
	case TK_DO: return parse_do(p);
	case TK_FOR: return parse_for(p);
	case TK_GOTO: return parse_goto(p);
	case TK_BREAK: return parse_break(p);
	case TK_CONTINUE: return parse_continue(p);
	case TK_RETURN: return parse_return(p);
	case TK_ASM: return parse_asm(p);
	case TK_PRAGMA_OMP: return omp_parse_statement(p);
	case TK_ELSE: parse_error(p, p->tok->place, "'else' without an 'if' before it");
	default: return at_label(p) ? parse_label(p) : parse_expr_stmt(p);
	}
}

/* ---- recovery ---- */

/* What is restored when a syntax error cuts a statement short. */
struct saved {
	struct switch_state *switch_;
	int loops;
	unsigned unevaluated, depth;
};

static struct stmt *
recovered(struct parser *p, const struct recovery *r, const struct saved *saved)
{
	while (p->scope != r->scope)
		scope_pop(p);
	p->recovery = r->outer;
	p->construct = r->construct;
	p->fn->switch_ = saved->switch_;
	p->fn->loops = saved->loops;
	p->unevaluated = saved->unevaluated;
	p->depth = saved->depth;
	if (omp_leave_replacement(p))
		return new_stmt(p, ST_NULL, r->start);
	synchronise(p, r->start);
	/* Nothing consumed: only a token that no statement can begin with brings us here. */
	if (p->tok == r->start && !at(p, TK_EOF) && !at(p, TK_RBRACE))
		next(p);
	return new_stmt(p, ST_NULL, r->start);
}

static struct stmt *
parse_recovering(struct parser *p, struct stmt *(*parse)(struct parser *))
{
	struct recovery r = {
		.outer = p->recovery,
		.start = p->tok,
		.scope = p->scope,
		.construct = p->construct,
	};
	struct saved saved = { p->fn->switch_, p->fn->loops, p->unevaluated, p->depth };
	struct stmt *s;

	if (setjmp(r.env))
		return recovered(p, &r, &saved);
	p->recovery = &r;
	enter_nesting(p);
	s = parse(p);
	leave_nesting(p);
	p->recovery = r.outer;
	return s;
}

/* Parse a statement or directive.  Return NULL for a directive that is no statement, such as
 * 'nothing'. */
static struct stmt *
parse_stmt_or_directive(struct parser *p)
{
	struct stmt *s = parse_recovering(p, statement);

	if (s)
		s->last = p->prev;
	return s;
}

/* Parse a statement, and before it directives that are none. */
struct stmt *
parse_stmt(struct parser *p)
{
	struct stmt *s;

	do {
		s = parse_stmt_or_directive(p);
	} while (!s && !at(p, TK_RBRACE) && !at(p, TK_EOF));
	return s;
}

static struct stmt *
block_item(struct parser *p)
{
	bool is_declaration = false;
	struct stmt *s;

	if (at(p, TK_ATTRIBUTE)) {
		s = parse_attribute_item(p, &is_declaration);
		if (!is_declaration)
			return s;
	}
	if (is_declaration || (at_declaration(p) && !at_label(p)) || at_unknown_type(p))
		return parse_declaration(p);
	return parse_stmt_or_directive(p);
}

struct stmt *
parse_block_item(struct parser *p)
{
	return parse_recovering(p, block_item);
}

/* ---- functions (6.9.1) ---- */

static void
finish_body(struct parser *p, struct decl *fn, struct stmt *body)
{
	fn->body = NEW(p->arena, struct func_body);
	fn->body->stmt = body;
	fn->body->locals = p->fn->locals.v;
	fn->body->nlocals = (int)p->fn->locals.n;
	check_labels(p);
	omp_end_function(p, fn);
}

/* Evaluate the lengths in the parameters' types on entry (C11 6.9.1p10); inner types read them. */
static void
evaluate_lengths(struct parser *p, const struct type *fn, struct stmt *body)
{
	for (int i = fn->u.func.nparams; i--;) {
		struct decl *d = fn->u.func.params[i];
		struct stmt *s;

		if (!d->length || expr_is_plain(d->length))
			continue;
		s = new_stmt(p, ST_EXPR, body->first);
		s->u.expr = d->length;
		s->next = body->u.body;
		body->u.body = s;
	}
}

void
parse_function_body(struct parser *p, struct decl *fn)
{
	struct fn_state *state = NEW(p->arena, struct fn_state);
	struct stmt *body;

	p->fn = state;
	p->function = fn;
	scope_push(p);
	declare_params(p, fn);
	body = parse_compound(p, false); /* 6.2.1p4: parameters and body share a scope */
	scope_pop(p);
	evaluate_lengths(p, fn->type, body);
	finish_body(p, fn, body);
	p->function = NULL;
	p->fn = NULL;
}
