/*
 * builtin.c: calls of GCC's built-in functions; the vocabulary is builtin.def.
 *
 * A builtin that the table does not know becomes an EX_BUILTIN_HOST of type int: the host compiler
 * decides what it is, and code for the device may not use it.
 */
#include "c/builtin.h"

#include <math.h>
#include <string.h>

#include "c/internal.h"

enum how {
	HOW_CALL,
	HOW_GENERIC,
	HOW_HOST,
	HOW_EXPECT,
	HOW_FIRST,
	HOW_CONSTANT_P,
	HOW_OBJECT_SIZE,
	HOW_TGMATH,
	HOW_INFINITY,
	HOW_NOT_A_NUMBER,
	HOW_COMPLEX,
};

struct builtin {
	const char *name;
	enum how how;
	bool library;
	char real; /* what '#' in the signature stands for */
	const char *signature;
};

static const struct builtin table[] = {
#define BUILTIN(name, how, signature) { #name, HOW_##how, false, 0, signature },
#define LIBRARY(name, signature) { #name, HOW_CALL, true, 0, signature },
#define LIBRARY_FLOATS(name, signature) \
	{ #name, HOW_CALL, true, 'd', signature }, { #name "f", HOW_CALL, true, 'f', signature }, \
		{ #name "l", HOW_CALL, true, 'e', signature },
#include "c/builtin.def"
};

enum { N_BUILTINS = sizeof table / sizeof table[0] };

static const char prefix[] = "__builtin_";

static const struct builtin *
find(const char *name)
{
	size_t i;

	if (strncmp(name, prefix, sizeof prefix - 1) == 0)
		name += sizeof prefix - 1;
	for (i = 0; i < N_BUILTINS; i++)
		if (strcmp(table[i].name, name) == 0)
			return &table[i];
	return NULL;
}

/* Return whether NAME is a builtin's.  Everything called __builtin_… is gcc's; of the other names
 * with underscores only the table's are. */
bool
is_builtin_name(const char *s)
{
	if (s[0] != '_' || s[1] != '_')
		return false;
	if (strncmp(s, prefix, sizeof prefix - 1) == 0)
		return true;
	return (strncmp(s, "__sync_", 7) == 0 || strncmp(s, "__atomic_", 9) == 0) && find(s);
}

/* ---- signatures ---- */

static struct type *
const_pointer(struct parser *p, enum type_kind kind)
{
	return pointer_to(p, type_qualified(p->arena, p->basic[kind], Q_CONST));
}

static struct type *
letter_type(struct parser *p, char letter)
{
	static const char letters[] = "vbchiulmqQHfdek";
	static const enum type_kind kinds[] = { TY_VOID, TY_BOOL, TY_CHAR, TY_SHORT, TY_INT,
		TY_UINT, TY_LONG, TY_ULONG, TY_LLONG, TY_ULLONG, TY_USHORT, TY_FLOAT, TY_DOUBLE,
		TY_LDOUBLE, TY_FLOAT128 };
	const char *at;

	switch (letter) {
	case 'p': return pointer_to(p, p->basic[TY_VOID]);
	case 'P': return const_pointer(p, TY_VOID);
	case 's': return pointer_to(p, p->basic[TY_CHAR]);
	case 'S': return const_pointer(p, TY_CHAR);
	case 'a': return p->basic[TY_VA_LIST];
	case 'x': return type_complex(p->arena, p->basic[TY_FLOAT]);
	case 'y': return type_complex(p->arena, p->basic[TY_DOUBLE]);
	}
	at = strchr(letters, letter);
	return p->basic[at ? kinds[at - letters] : TY_INT];
}

static struct type *
signature_type(struct parser *p, const struct builtin *b)
{
	const char *s = b->signature;
	struct type *fn = type_function(p->arena, letter_type(p, *s == '#' ? b->real : *s));
	struct decls params = { 0 };

	for (s++; *s; s++) {
		if (*s == '.') {
			fn->u.func.variadic = true;
		} else {
			struct decl *d = new_decl(p, DECL_PARAM, NULL,
				letter_type(p, *s == '#' ? b->real : *s), (struct place){ 0 });

			vec_push(p->arena, &params, d);
		}
	}
	fn->u.func.params = params.v;
	fn->u.func.nparams = (int)params.n;
	return fn;
}

struct type *
builtin_library_type(struct parser *p, const char *name)
{
	const struct builtin *b = find(name);

	return b && b->library && strcmp(b->name, name) == 0 ? signature_type(p, b) : NULL;
}

/* Return the one declaration of this builtin in the unit. */
static struct decl *
declare_builtin(struct parser *p, const char *name, const struct builtin *b)
{
	struct symbol *s = scope_find_file(p, name);
	struct decl *d;

	if (s)
		return s->decl;
	d = new_decl(p, DECL_FUNC, name, signature_type(p, b), (struct place){ 0 });
	d->storage = SC_EXTERN;
	d->file_scope = true;
	d->enclosing = NULL;
	scope_enter(p, p->file_scope, d)->hidden = true;
	return d;
}

struct decl *
builtin_function(struct parser *p, const struct token *name)
{
	const struct builtin *b = find(name->text);

	if (b && b->how == HOW_CALL)
		return declare_builtin(p, name->text, b);
	error_undeclared(p, name);
	return NULL;
}

/* ---- calls ---- */

struct args {
	struct expr **v;
	size_t n, cap;
};

static struct args
parse_args(struct parser *p)
{
	struct args a = { 0 };

	expect(p, TK_LPAREN);
	if (!at(p, TK_RPAREN)) {
		do
			vec_push(p->arena, &a, parse_assign_expr(p));
		while (accept(p, TK_COMMA));
	}
	expect(p, TK_RPAREN);
	return a;
}

static struct type *
generic_result(struct parser *p, const struct builtin *b, const struct args *a)
{
	struct type *first = a->n ? a->v[0]->type->unqual : p->basic[TY_INT];

	switch (b->signature[0]) {
	case 'T': return first->kind == TY_POINTER ? first->base->unqual : p->basic[TY_INT];
	case 'A': return first;
	default: return letter_type(p, b->signature[0]);
	}
}

static struct expr *
call_generic(struct parser *p, const struct token *name, const struct builtin *b, struct args *a)
{
	struct expr *e;
	size_t i;

	for (i = 0; i < a->n; i++) {
		a->v[i] = decay(p, a->v[i]);
		if (expr_is_error(p, a->v[i]))
			return a->v[i];
	}
	if (b->signature[0] == 'T' && (a->n == 0 || a->v[0]->type->kind != TY_POINTER)) {
		diag_error(p->diag, name->place, "'%s' needs a pointer as its first argument",
			name->text);
		return expr_error(p, name->place);
	}
	e = new_expr(p, EX_CALL, generic_result(p, b, a), name->place);
	e->u.call.callee = expr_var(p, name->place, declare_builtin(p, name->text, b));
	span(e->u.call.callee, name, name);
	/* The value operand of an atomic has the object's type. */
	for (i = 1; i < a->n && b->signature[0] == 'T'; i++)
		if (type_is_scalar(e->type) && type_is_scalar(a->v[i]->type) &&
			a->v[i]->type->kind != TY_POINTER)
			a->v[i] = i == 1 || strncmp(name->text, "__sync", 6) == 0 ?
				expr_cast(p, a->v[i], e->type) :
				a->v[i];
	e->u.call.args = a->v;
	e->u.call.nargs = (int)a->n;
	return e;
}

static struct expr *
call_function(struct parser *p, const struct token *name, const struct builtin *b, struct args *a)
{
	struct expr *callee = expr_var(p, name->place, declare_builtin(p, name->text, b));

	span(callee, name, name);
	return expr_call(p, name->place, callee, a->v, (int)a->n);
}

static const char *
quoted(struct parser *p, const struct token *name)
{
	return arena_printf(p->arena, "'%s'", name->text);
}

static struct expr *
call_host(struct parser *p, const struct token *name, const struct builtin *b, struct args *a)
{
	return expr_host(p, quoted(p, name), name->place,
		b ? generic_result(p, b, a) : p->basic[TY_INT], a->v, (int)a->n);
}

static struct expr *
float_constant(struct parser *p, const struct token *name, const struct builtin *b, long double v)
{
	struct expr *e = new_expr(p, EX_FLOAT, letter_type(p, b->signature[0]), name->place);

	e->u.f = v;
	return e;
}

/* Build a call of nan.  nan("") is a constant; what another payload means the host compiler
 * knows. */
static struct expr *
call_nan(struct parser *p, const struct token *name, const struct builtin *b, struct args *a)
{
	if (a->n == 1 && a->v[0]->kind == EX_STRING && a->v[0]->u.str.len == 1)
		return float_constant(p, name, b, (long double)NAN);
	return call_host(p, name, b, a);
}

static struct expr *
call_constant_p(struct parser *p, const struct token *name, struct args *a)
{
	long double f;
	int64_t i;
	bool constant = a->n == 1 &&
		(eval_int(a->v[0], &i) || eval_float(a->v[0], &f) || a->v[0]->kind == EX_STRING);

	return expr_int(p, name->place, constant, p->basic[TY_INT]);
}

static struct expr *
call_object_size(struct parser *p, const struct token *name, struct args *a)
{
	int64_t mode = 0;

	if (a->n == 2)
		eval_int(a->v[1], &mode);
	return expr_int(p, name->place, mode & 2 ? 0 : -1, p->basic[TY_ULONG]); /* unknown */
}

/* ---- __builtin_tgmath(functions…, arguments…): <tgmath.h> ---- */

static bool
is_function_pointer(const struct expr *e)
{
	return e->type->kind == TY_POINTER && e->type->base->kind == TY_FUNCTION;
}

static struct type *
first_param(const struct expr *fn)
{
	const struct type *t = fn->type->base;

	return t->u.func.nparams ? t->u.func.params[0]->type : t->base;
}

static struct expr *
call_tgmath(struct parser *p, const struct token *name, struct args *a)
{
	struct type *common = p->basic[TY_FLOAT], *t;
	struct expr *fn = NULL;
	size_t nfns, i;

	for (nfns = 0; nfns < a->n; nfns++) {
		a->v[nfns] = decay(p, a->v[nfns]);
		if (!is_function_pointer(a->v[nfns]))
			break;
	}
	if (nfns == 0 || nfns == a->n) {
		diag_error(p->diag, name->place, "'%s' needs functions and then arguments",
			name->text);
		return expr_error(p, name->place);
	}
	for (i = nfns; i < a->n; i++) {
		t = a->v[i]->type->unqual;
		if (type_is_arithmetic(t))
			common = type_common(p, common,
				type_is_integer(t) ? p->basic[TY_DOUBLE] : t);
	}
	for (i = 0; i < nfns && !fn; i++)
		if (type_same(first_param(a->v[i]), common))
			fn = a->v[i];
	fn = fn ? fn : a->v[0];
	if (fn->kind == EX_CAST && fn->u.sub->kind == EX_FUNC)
		fn = fn->u.sub;
	return expr_call(p, name->place, fn, a->v + nfns, (int)(a->n - nfns));
}

static struct expr *
call_complex(struct parser *p, const struct token *name, struct args *a)
{
	struct type *real = a->n == 2 ? type_common(p, a->v[0]->type, a->v[1]->type) :
					p->basic[TY_DOUBLE];

	if (a->n == 2 && type_is_floating(real))
		return expr_complex(p, name->place, a->v[0], a->v[1]);
	return expr_host(p, quoted(p, name), name->place, type_complex(p->arena, real), a->v,
		(int)a->n);
}

static struct expr *
first_argument(struct parser *p, const struct token *name, struct args *a, struct type *t)
{
	if (a->n == 0) {
		diag_error(p->diag, name->place, "too few arguments in call to '%s'", name->text);
		return expr_error(p, name->place);
	}
	return expr_explicit_cast(p, name->place, t, a->v[0]);
}

struct expr *
parse_builtin_call(struct parser *p, const struct token *name)
{
	const struct builtin *b = find(name->text);
	bool unevaluated = b && (b->how == HOW_CONSTANT_P || b->how == HOW_OBJECT_SIZE);
	struct args a;

	p->unevaluated += unevaluated;
	a = parse_args(p);
	p->unevaluated -= unevaluated;
	if (!b)
		return call_host(p, name, NULL, &a);
	switch (b->how) {
	case HOW_CALL: return call_function(p, name, b, &a);
	case HOW_GENERIC: return call_generic(p, name, b, &a);
	case HOW_HOST: return call_host(p, name, b, &a);
	case HOW_EXPECT: return first_argument(p, name, &a, p->basic[TY_LONG]);
	case HOW_FIRST: return first_argument(p, name, &a, letter_type(p, 'p'));
	case HOW_CONSTANT_P: return call_constant_p(p, name, &a);
	case HOW_OBJECT_SIZE: return call_object_size(p, name, &a);
	case HOW_TGMATH: return call_tgmath(p, name, &a);
	case HOW_INFINITY: return float_constant(p, name, b, (long double)INFINITY);
	case HOW_NOT_A_NUMBER: return call_nan(p, name, b, &a);
	case HOW_COMPLEX: return call_complex(p, name, &a);
	}
	diag_bug("builtin", "no way to call '%s'", name->text);
}
