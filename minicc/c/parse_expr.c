/*
 * parse_expr.c: the grammar of expressions (C11 6.5), with GNU's additions.
 *
 * Types, conversions and constraints are the constructors' business (sema_expr.c); here every node
 * gets its tokens.
 */
#include <string.h>

#include "c/builtin.h"
#include "c/internal.h"

static struct expr *parse_cast_expr(struct parser *);

enum { MAX_CHAIN = 4000 }; /* operators in a row: the tree leans left as deep as that */

static void
count_operator(struct parser *p, int *n)
{
	if (++*n > MAX_CHAIN)
		diag_fatal(p->diag, p->tok->place, "expression of more than %d operators",
			MAX_CHAIN);
}

/* ---- literals ---- */

static struct type *
int_literal_type(struct parser *p, enum int_type t)
{
	static const enum type_kind kind[] = {
		[LIT_INT] = TY_INT,
		[LIT_UINT] = TY_UINT,
		[LIT_LONG] = TY_LONG,
		[LIT_ULONG] = TY_ULONG,
		[LIT_LLONG] = TY_LLONG,
		[LIT_ULLONG] = TY_ULLONG,
		[LIT_USHORT] = TY_USHORT,
	};

	return p->basic[kind[t]];
}

static struct type *
float_literal_type(struct parser *p, enum float_type t)
{
	switch (t) {
	case LIT_DOUBLE: return p->basic[TY_DOUBLE];
	case LIT_FLOAT: return p->basic[TY_FLOAT];
	case LIT_LDOUBLE: return p->basic[TY_LDOUBLE];
	default: return p->float_n[t - LIT_FLOAT16];
	}
}

static struct type *
string_element_type(struct parser *p, enum string_type t)
{
	switch (t) {
	case LIT_WCHAR: return p->basic[p->wchar];
	case LIT_CHAR16: return p->basic[TY_USHORT];
	case LIT_CHAR32: return p->basic[TY_UINT];
	default: return p->basic[TY_CHAR];
	}
}

static uint32_t
string_element_at(const struct token *t, uint32_t i)
{
	const unsigned char *b = (const unsigned char *)t->s.data;
	uint16_t half;
	uint32_t word;

	switch (t->s.width) {
	case 1: return b[i];
	case 2: memcpy(&half, b + 2 * i, 2); return half;
	default: memcpy(&word, b + 4 * i, 4); return word;
	}
}

static void
store_element(char *to, int width, size_t i, uint32_t value)
{
	uint16_t half = (uint16_t)value;

	if (width == 1)
		to[i] = (char)value;
	else if (width == 2)
		memcpy(to + 2 * i, &half, 2);
	else
		memcpy(to + 4 * i, &value, 4);
}

/* Parse adjacent literals as one (5.1.1.2 phase 6).  A wide part makes all of it wide. */
struct expr *
parse_string(struct parser *p)
{
	const struct token *first = p->tok, *t, *widest = first;
	struct type *elem;
	struct expr *e;
	size_t n = 0, at_elem = 0;
	char *bytes;
	uint32_t i;

	while (at(p, TK_STRING)) {
		if (p->tok->s.width > widest->s.width)
			widest = p->tok;
		n += p->tok->s.len;
		next(p);
	}
	elem = string_element_type(p, widest->s.type);
	bytes = arena_alloc(p->arena, (n + 1) * elem->size);
	for (t = first; t <= p->prev; t++)
		for (i = 0; t->kind == TK_STRING && i < t->s.len; i++)
			store_element(bytes, widest->s.width, at_elem++, string_element_at(t, i));
	e = new_expr(p, EX_STRING, type_array(p->arena, elem, n + 1), first->place);
	e->u.str.bytes = bytes;
	e->u.str.len = (n + 1) * elem->size;
	e->u.str.elem_size = (int)elem->size;
	return span(e, first, p->prev);
}

static struct expr *
float_constant(struct parser *p, const struct token *t, long double value)
{
	struct expr *e = new_expr(p, EX_FLOAT, float_literal_type(p, t->f.type), t->place);

	e->u.f = value;
	return e;
}

static struct expr *
parse_number(struct parser *p)
{
	const struct token *t = next(p);
	struct expr *e;

	if (t->kind == TK_FLOATCONST) {
		e = float_constant(p, t, t->f.value);
		return t->f.imaginary ? expr_complex(p, t->place, float_constant(p, t, 0), e) : e;
	}
	return expr_int(p, t->place, (int64_t)t->i.value, int_literal_type(p, t->i.type));
}

/* ---- identifiers ---- */

/* Parse __func__ or one of GNU's spellings of it (6.4.2.2). */
static struct expr *
parse_func_name(struct parser *p, const struct token *t)
{
	struct decl *d = p->fn->func_name;
	struct expr *str;
	size_t size;

	if (d)
		return expr_var(p, t->place, d);
	size = strlen(p->function->name) + 1;
	d = new_local(p, "__func__",
		type_array(p->arena, type_qualified(p->arena, p->basic[TY_CHAR], Q_CONST), size),
		t->place);
	d->storage = SC_STATIC;
	str = new_expr(p, EX_STRING, d->type, t->place);
	str->u.str.bytes = p->function->name;
	str->u.str.len = size;
	str->u.str.elem_size = 1;
	d->has_init = true;
	d->init = NEW(p->arena, struct init);
	d->init->type = d->type;
	d->init->value = str;
	p->fn->func_name = d;
	return expr_var(p, t->place, d);
}

static bool
is_func_name(const char *s)
{
	return s[0] == '_' &&
		(strcmp(s, "__func__") == 0 || strcmp(s, "__FUNCTION__") == 0 ||
			strcmp(s, "__PRETTY_FUNCTION__") == 0);
}

static struct expr *
parse_unknown_identifier(struct parser *p, const struct token *t)
{
	struct decl *d;

	if (p->fn && is_func_name(t->text))
		return parse_func_name(p, t);
	if (at(p, TK_LPAREN))
		return expr_var(p, t->place, declare_implicit_function(p, t));
	error_undeclared(p, t);
	/* One message for each name is enough: it is an int from here on. */
	d = new_decl(p, DECL_VAR, t->text, p->error_type, t->place);
	d->is_definition = true;
	d->definition = d;
	scope_enter(p, p->scope, d);
	return expr_error(p, t->place);
}

static struct expr *
parse_identifier(struct parser *p)
{
	const struct token *t = p->tok;
	struct decl *d = scope_lookup(p, t->text);

	if (!d && is_builtin_name(t->text)) {
		next(p);
		if (at(p, TK_LPAREN))
			return parse_builtin_call(p, t);
		d = builtin_function(p, t);
		return d ? expr_var(p, t->place, d) : expr_error(p, t->place);
	}
	if (d && d->kind == DECL_TYPEDEF)
		parse_error(p, t->place, "expected an expression before the type name '%s'",
			t->text);
	next(p);
	if (!d)
		return parse_unknown_identifier(p, t);
	if (d->kind == DECL_ENUMERATOR)
		return expr_int(p, t->place, d->value, d->type);
	return expr_var(p, t->place, d);
}

/* ---- primary expressions (6.5.1) ---- */

/* Parse GNU's ({ … }). */
static struct expr *
parse_statement_expr(struct parser *p)
{
	struct place place = p->tok->place;
	struct stmt *body, *s, *last = NULL;
	struct expr *e;

	if (!p->fn)
		parse_error(p, place, "statement expression outside a function");
	body = parse_compound(p, true);
	expect(p, TK_RPAREN);
	for (s = body->u.body; s; s = s->next)
		if (s->kind != ST_NULL)
			last = s;
	while (last && last->kind == ST_LABEL && last->u.label.body)
		last = last->u.label.body;
	e = new_expr(p, EX_STMT, p->basic[TY_VOID], place);
	e->u.stmt = body;
	if (last && last->kind == ST_EXPR && last->u.expr) {
		last->u.expr = decay(p, last->u.expr);
		e->type = expr_is_error(p, last->u.expr) ? p->error_type :
							   last->u.expr->type->unqual;
	}
	return e;
}

static struct expr *
parse_parenthesised(struct parser *p)
{
	struct expr *e;

	next(p);
	if (at(p, TK_LBRACE))
		return parse_statement_expr(p);
	e = parse_expr(p);
	expect(p, TK_RPAREN);
	return e;
}

/* Parse _Generic (6.5.1.1).  The whole becomes the chosen expression. */
static struct expr *
parse_generic(struct parser *p)
{
	struct expr *control, *chosen = NULL, *dflt = NULL, *e;
	struct place place = next(p)->place;
	struct type *t;

	expect(p, TK_LPAREN);
	p->unevaluated++;
	control = decay(p, parse_assign_expr(p));
	p->unevaluated--;
	while (accept(p, TK_COMMA)) {
		t = accept(p, TK_DEFAULT) ? NULL : parse_type_name(p);
		expect(p, TK_COLON);
		e = parse_assign_expr(p);
		if (!t)
			dflt = e;
		else if (!chosen && (!t->quals || t->kind != TY_POINTER) && t->quals == 0 &&
			type_same(t, control->type->unqual))
			chosen = e;
	}
	expect(p, TK_RPAREN);
	if (expr_is_error(p, control))
		return control;
	if (chosen || dflt)
		return chosen ? chosen : dflt;
	diag_error(p->diag, place, "_Generic has no association for '%s'", show(p, control->type));
	return expr_error(p, place);
}

struct expr *
parse_offsetof(struct parser *p, const struct token *first)
{
	struct expr *e, *addr;
	struct address_const a;
	struct type *t;

	next(p);
	expect(p, TK_LPAREN);
	t = parse_type_name(p);
	expect(p, TK_COMMA);
	p->unevaluated++;
	e = expr_cast(p, expr_int(p, first->place, 0, p->basic[TY_LONG]), pointer_to(p, t));
	e = expr_deref(p, first->place, e);
	if (!at(p, TK_IDENT))
		expect(p, TK_IDENT);
	e = expr_member(p, p->tok->place, e, p->tok->text);
	next(p);
	for (;;) {
		if (accept(p, TK_DOT)) {
			const struct token *name = expect(p, TK_IDENT);

			e = expr_member(p, name->place, e, name->text);
		} else if (accept(p, TK_LBRACKET)) {
			struct expr *index = parse_expr(p);

			e = expr_index(p, p->prev->place, e, index);
			expect(p, TK_RBRACKET);
		} else {
			break;
		}
	}
	expect(p, TK_RPAREN);
	addr = expr_addr(p, first->place, e);
	p->unevaluated--;
	if (expr_is_error(p, addr))
		return addr;
	if (eval_address(addr, &a) && !a.decl && !a.str)
		return expr_int(p, first->place, a.offset, p->basic[TY_ULONG]);
	return expr_cast(p, addr, p->basic[TY_ULONG]);
}

static struct expr *
parse_va_arg(struct parser *p)
{
	struct place place = next(p)->place;
	struct expr *e;

	expect(p, TK_LPAREN);
	e = new_expr(p, EX_VA_ARG, NULL, place);
	e->u.sub = parse_assign_expr(p);
	expect(p, TK_COMMA);
	e->type = parse_type_name(p)->unqual;
	expect(p, TK_RPAREN);
	return e;
}

static struct expr *
parse_types_compatible(struct parser *p)
{
	struct place place = next(p)->place;
	struct type *a, *b;
	bool same;

	expect(p, TK_LPAREN);
	a = parse_type_name(p);
	expect(p, TK_COMMA);
	b = parse_type_name(p);
	expect(p, TK_RPAREN);
	same = type_same(a->unqual, b->unqual) && (a->kind == TY_ENUM) == (b->kind == TY_ENUM);
	return expr_int(p, place, same, p->basic[TY_INT]);
}

static struct expr *
parse_choose_expr(struct parser *p)
{
	struct place place = next(p)->place;
	struct expr *cond, *t, *f;
	int64_t v = 0;

	expect(p, TK_LPAREN);
	cond = parse_assign_expr(p);
	expect(p, TK_COMMA);
	t = parse_assign_expr(p);
	expect(p, TK_COMMA);
	f = parse_assign_expr(p);
	expect(p, TK_RPAREN);
	if (!eval_int_const(p, cond, &v))
		diag_error(p->diag, place,
			"the first argument of '__builtin_choose_expr' is not constant");
	return v ? t : f;
}

static struct expr *
parse_primary(struct parser *p)
{
	const struct token *first = p->tok;
	struct expr *e;

	switch (first->kind) {
	case TK_IDENT: e = parse_identifier(p); break;
	case TK_INTCONST:
	case TK_CHARCONST:
	case TK_FLOATCONST: e = parse_number(p); break;
	case TK_STRING: e = parse_string(p); break;
	case TK_LPAREN: e = parse_parenthesised(p); break;
	case TK_GENERIC: e = parse_generic(p); break;
	case TK_BUILTIN_OFFSETOF: e = parse_offsetof(p, first); break;
	case TK_BUILTIN_VA_ARG: e = parse_va_arg(p); break;
	case TK_BUILTIN_TYPES_COMPATIBLE: e = parse_types_compatible(p); break;
	case TK_BUILTIN_CHOOSE_EXPR: e = parse_choose_expr(p); break;
	default:
		parse_error(p, first->place, "expected an expression before %s",
			token_describe(p->arena, first));
	}
	return span(e, first, p->prev);
}

/* ---- postfix expressions (6.5.2) ---- */

static struct expr *
parse_call(struct parser *p, struct expr *callee)
{
	struct place place = next(p)->place;
	VEC(struct expr *) args = { 0 };
	struct expr *e;

	if (!at(p, TK_RPAREN)) {
		do
			vec_push(p->arena, &args, parse_assign_expr(p));
		while (accept(p, TK_COMMA));
	}
	expect(p, TK_RPAREN);
	if (callee->kind == EX_FUNC)
		place = callee->place;
	e = expr_call(p, place, callee, args.v, (int)args.n);
	omp_choose_callee(p, e);
	return e;
}

static struct expr *
parse_index(struct parser *p, struct expr *base)
{
	struct place place = next(p)->place;
	struct expr *index = parse_expr(p);

	expect(p, TK_RBRACKET);
	return expr_index(p, place, base, index);
}

static struct expr *
parse_member_access(struct parser *p, struct expr *e)
{
	const struct token *op = next(p), *name;

	if (!at(p, TK_IDENT))
		expect(p, TK_IDENT);
	name = next(p);
	return op->kind == TK_DOT ? expr_member(p, op->place, e, name->text) :
				    expr_arrow(p, op->place, e, name->text);
}

static struct expr *
parse_postfix(struct parser *p, struct expr *e, const struct token *first)
{
	int chain = 0;

	for (;;) {
		const struct token *op = p->tok;

		count_operator(p, &chain);
		switch (op->kind) {
		case TK_LBRACKET: e = parse_index(p, e); break;
		case TK_LPAREN: e = parse_call(p, e); break;
		case TK_DOT:
		case TK_ARROW: e = parse_member_access(p, e); break;
		case TK_PLUSPLUS:
		case TK_MINUSMINUS:
			next(p);
			e = expr_incdec(p, op->place, e, op->kind == TK_MINUSMINUS, true);
			break;
		default: return e;
		}
		span(e, first, p->prev);
	}
}

struct expr *
parse_compound_literal(struct parser *p, struct type *t, const struct token *first)
{
	bool is_static = p->fn == NULL;
	struct decl *d;
	struct expr *e;

	if (type_is_vla(t)) {
		diag_error(p->diag, first->place, "compound literal of variable length");
		while (type_is_vla(t))
			t = t->base;
	}
	if (is_static) {
		d = new_decl(p, DECL_VAR, NULL, t, first->place);
		d->storage = SC_STATIC;
		d->file_scope = true;
		d->is_definition = true;
		d->definition = d;
	} else {
		d = new_local(p, NULL, t, first->place);
	}
	parse_initializer(p, d, is_static);
	e = new_expr(p, EX_COMPOUND_LIT, d->type, first->place);
	e->u.var = d;
	return span(e, first, p->prev);
}

/* ---- unary expressions (6.5.3) ---- */

static struct expr *
parse_sizeof(struct parser *p, bool align_of)
{
	const struct token *op = next(p), *first;
	struct expr *e = NULL;
	struct type *t;

	p->unevaluated++;
	first = p->tok;
	if (at(p, TK_LPAREN) && type_name_at(p, peek(p))) {
		next(p);
		t = parse_type_name(p);
		expect(p, TK_RPAREN);
		if (at(p, TK_LBRACE)) {
			e = parse_postfix(p, parse_compound_literal(p, t, first), first);
			t = e->type;
		}
	} else {
		e = parse_unary_expr(p);
		t = e->type;
	}
	p->unevaluated--;
	if (!align_of)
		return expr_sizeof(p, op->place, e, t);
	if (t->kind != TY_VOID && t->kind != TY_FUNCTION && t->kind != TY_ARRAY &&
		!require_complete(p, op->place, t, "the operand of '_Alignof'"))
		return expr_error(p, op->place);
	return expr_int(p, op->place, (int64_t)t->align, p->basic[TY_ULONG]);
}

static struct expr *
parse_label_address(struct parser *p)
{
	struct place place = next(p)->place;
	const struct token *name = expect(p, TK_IDENT);

	if (p->fn)
		use_label(p, name);
	else
		diag_error(p->diag, place, "label address outside a function");
	return new_expr(p, EX_LABEL_ADDR, pointer_to(p, p->basic[TY_VOID]), place);
}

static struct expr *
parse_plus(struct parser *p)
{
	struct place place = next(p)->place;
	struct expr *e = promote(p, parse_cast_expr(p));

	if (expr_is_error(p, e))
		return e;
	if (!type_is_arithmetic(e->type)) {
		diag_error(p->diag, place, "invalid operand to '+': '%s'", show(p, e->type));
		return expr_error(p, place);
	}
	return expr_explicit_cast(p, place, e->type->unqual, e); /* no lvalue any more */
}

static struct expr *
parse_real_imag(struct parser *p)
{
	const struct token *op = next(p);

	return expr_part(p, op->place, parse_cast_expr(p), op->kind == TK_IMAG);
}

static struct expr *
parse_unary_operator(struct parser *p)
{
	const struct token *op = p->tok;

	switch (op->kind) {
	case TK_PLUSPLUS:
	case TK_MINUSMINUS:
		next(p);
		return expr_incdec(p, op->place, parse_unary_expr(p), op->kind == TK_MINUSMINUS,
			false);
	case TK_AMP: next(p); return expr_addr(p, op->place, parse_cast_expr(p));
	case TK_STAR: next(p); return expr_deref(p, op->place, parse_cast_expr(p));
	case TK_PLUS: return parse_plus(p);
	case TK_MINUS: next(p); return expr_unary(p, op->place, UN_NEG, parse_cast_expr(p));
	case TK_TILDE: next(p); return expr_unary(p, op->place, UN_BITNOT, parse_cast_expr(p));
	case TK_BANG: next(p); return expr_unary(p, op->place, UN_LOGNOT, parse_cast_expr(p));
	case TK_SIZEOF: return parse_sizeof(p, false);
	case TK_ALIGNOF: return parse_sizeof(p, true);
	case TK_ANDAND: return parse_label_address(p);
	case TK_REAL:
	case TK_IMAG: return parse_real_imag(p);
	case TK_EXTENSION: next(p); return parse_cast_expr(p);
	default: return NULL;
	}
}

struct expr *
parse_unary_expr(struct parser *p)
{
	const struct token *first = p->tok;
	struct expr *e;

	enter_nesting(p);
	e = parse_unary_operator(p);
	if (e)
		span(e, first, p->prev);
	else if (first->kind == TK_LPAREN && type_name_at(p, peek(p)))
		e = parse_cast_expr(p);
	else
		e = parse_postfix(p, parse_primary(p), first);
	leave_nesting(p);
	return e;
}

/* ---- casts (6.5.4) ---- */

static struct expr *
parse_cast_expr(struct parser *p)
{
	const struct token *first = p->tok;
	struct expr *e;
	struct type *t;

	if (!at(p, TK_LPAREN) || !type_name_at(p, peek(p)))
		return parse_unary_expr(p);
	enter_nesting(p);
	next(p);
	t = parse_type_name(p);
	expect(p, TK_RPAREN);
	if (at(p, TK_LBRACE)) {
		e = parse_postfix(p, parse_compound_literal(p, t, first), first);
	} else {
		e = expr_explicit_cast(p, first->place, t, parse_cast_expr(p));
		e = with_vla_lengths(p, t, span(e, first, p->prev));
	}
	leave_nesting(p);
	return span(e, first, p->prev);
}

/* ---- binary operators (6.5.5 to 6.5.14) ---- */

struct operator
{
	int precedence; /* 0: not a binary operator */
	enum binary_op op;
};

static struct operator operator_of(enum token_kind k)
{
	switch (k) {
	case TK_OROR: return (struct operator){ 1, 0 };
	case TK_ANDAND: return (struct operator){ 2, 0 };
	case TK_PIPE: return (struct operator){ 3, BIN_OR };
	case TK_CARET: return (struct operator){ 4, BIN_XOR };
	case TK_AMP: return (struct operator){ 5, BIN_AND };
	case TK_EQ: return (struct operator){ 6, BIN_EQ };
	case TK_NE: return (struct operator){ 6, BIN_NE };
	case TK_LT: return (struct operator){ 7, BIN_LT };
	case TK_GT: return (struct operator){ 7, BIN_GT };
	case TK_LE: return (struct operator){ 7, BIN_LE };
	case TK_GE: return (struct operator){ 7, BIN_GE };
	case TK_SHL: return (struct operator){ 8, BIN_SHL };
	case TK_SHR: return (struct operator){ 8, BIN_SHR };
	case TK_PLUS: return (struct operator){ 9, BIN_ADD };
	case TK_MINUS: return (struct operator){ 9, BIN_SUB };
	case TK_STAR: return (struct operator){ 10, BIN_MUL };
	case TK_SLASH: return (struct operator){ 10, BIN_DIV };
	case TK_PERCENT: return (struct operator){ 10, BIN_REM };
	default: return (struct operator){ 0, 0 };
	}
}

static struct expr *
parse_binary(struct parser *p, int least)
{
	const struct token *first = p->tok, *tok;
	struct expr *l = parse_cast_expr(p), *r;
	struct operator op;
	int chain = 0;

	for (;;) {
		tok = p->tok;
		op = operator_of(tok->kind);
		if (op.precedence == 0 || op.precedence < least)
			return l;
		count_operator(p, &chain);
		next(p);
		r = parse_binary(p, op.precedence + 1);
		if (tok->kind == TK_OROR || tok->kind == TK_ANDAND)
			l = expr_logical(p, tok->place, tok->kind == TK_OROR ? EX_LOGOR : EX_LOGAND,
				l, r);
		else
			l = expr_binary(p, tok->place, op.op, l, r);
		span(l, first, p->prev);
	}
}

/* ---- conditional, assignment, comma (6.5.15 to 6.5.17) ---- */

struct expr *
parse_cond_expr(struct parser *p)
{
	const struct token *first = p->tok, *op;
	struct expr *c = parse_binary(p, 1), *t, *f;

	if (!at(p, TK_QUESTION))
		return c;
	enter_nesting(p);
	op = next(p);
	t = at(p, TK_COLON) ? NULL : parse_expr(p);
	expect(p, TK_COLON);
	f = parse_cond_expr(p);
	leave_nesting(p);
	return span(expr_cond(p, op->place, c, t, f), first, p->prev);
}

static bool
compound_operator(enum token_kind k, enum binary_op *op)
{
	switch (k) {
	case TK_MUL_ASSIGN: *op = BIN_MUL; return true;
	case TK_DIV_ASSIGN: *op = BIN_DIV; return true;
	case TK_MOD_ASSIGN: *op = BIN_REM; return true;
	case TK_ADD_ASSIGN: *op = BIN_ADD; return true;
	case TK_SUB_ASSIGN: *op = BIN_SUB; return true;
	case TK_SHL_ASSIGN: *op = BIN_SHL; return true;
	case TK_SHR_ASSIGN: *op = BIN_SHR; return true;
	case TK_AND_ASSIGN: *op = BIN_AND; return true;
	case TK_XOR_ASSIGN: *op = BIN_XOR; return true;
	case TK_OR_ASSIGN: *op = BIN_OR; return true;
	default: return false;
	}
}

struct expr *
parse_assign_expr(struct parser *p)
{
	const struct token *first = p->tok, *op;
	struct expr *l = parse_cond_expr(p), *r;
	enum binary_op bin = BIN_ADD;

	op = p->tok;
	if (op->kind != TK_ASSIGN && !compound_operator(op->kind, &bin))
		return l;
	enter_nesting(p);
	next(p);
	r = parse_assign_expr(p);
	leave_nesting(p);
	if (op->kind == TK_ASSIGN)
		l = expr_assign(p, op->place, l, r);
	else
		l = expr_compound_assign(p, op->place, bin, l, r);
	return span(l, first, p->prev);
}

struct expr *
parse_expr(struct parser *p)
{
	const struct token *first = p->tok;
	struct expr *e = parse_assign_expr(p);
	int chain = 0;

	while (at(p, TK_COMMA)) {
		count_operator(p, &chain);
		struct place place = next(p)->place;
		struct expr *r = parse_assign_expr(p);

		e = span(expr_comma(p, place, e, r), first, p->prev);
	}
	return e;
}
