/*
 * parse_var.c: variables, their initialisers, and formal parameters (PTX ISA 5.4, 7.1).
 */
#include <string.h>

#include "ptx/parse.h"

#define MAX_VAR_BYTES ((size_t)1 << 36)

struct shape {
	enum ptx_type type;
	size_t align, elem, count;
	bool is_array, unsized;
};

static bool
parse_align(struct parser *ps, size_t *align)
{
	int64_t n;
	struct ptx_place where = lex_place(&ps->lx);
	if (!lex_accept_dot(&ps->lx, "align"))
		return true;
	if (!parse_int(ps, &n))
		return false;
	if (n < 1 || n > 1 << 20 || (n & (n - 1))) {
		diag_error(ps->diag, where, "alignment must be a power of two");
		return false;
	}
	*align = (size_t)n;
	return true;
}

/* Parse [.align n] [.v2|.v4] .type [.ptr .space .align n]. */
static bool
parse_shape(struct parser *ps, struct shape *s)
{
	*s = (struct shape){ .count = 1 };
	if (!parse_align(ps, &s->align))
		return false;
	unsigned vec = lex_accept_dot(&ps->lx, "v2") ? 2 : lex_accept_dot(&ps->lx, "v4") ? 4 : 1;
	struct ptx_place where = lex_place(&ps->lx);
	if (!parse_type(ps, &s->type))
		return false;
	if (s->type == PTX_PRED) {
		diag_error(ps->diag, where, "a .pred variable must be a register");
		return false;
	}
	s->elem = type_bytes(s->type) * (size_t)vec;
	if (!s->align && !parse_align(ps, &s->align))
		return false;
	if (lex_accept_dot(&ps->lx, "ptr")) {
		size_t ignored;
		while (lex_is_dot(&ps->lx, "global") || lex_is_dot(&ps->lx, "shared") ||
			lex_is_dot(&ps->lx, "const") || lex_is_dot(&ps->lx, "local"))
			lex_next(&ps->lx);
		if (!parse_align(ps, &ignored))
			return false;
	}
	if (!s->align)
		s->align = s->elem;
	return true;
}

static bool
parse_dimensions(struct parser *ps, struct shape *s)
{
	while (lex_accept(&ps->lx, '[')) {
		int64_t n = 0;
		struct ptx_place where = lex_place(&ps->lx);
		bool first = !s->is_array;
		s->is_array = true;
		if (first && lex_accept(&ps->lx, ']')) {
			s->unsized = true;
			continue;
		}
		if (!parse_int(ps, &n))
			return false;
		if (n < 0 || (n && s->count > MAX_VAR_BYTES / (size_t)n / s->elem)) {
			diag_error(ps->diag, where, "array size is negative or too large");
			return false;
		}
		s->count *= (size_t)n;
		if (!parse_expect(ps, ']'))
			return false;
	}
	return true;
}

/* ---- initialisers ---- */

static void
store_init(struct parser *ps, struct var *v, size_t index, uint64_t bits)
{
	size_t bytes = type_bytes(v->type), offset = index * bytes;
	while (offset + bytes > v->init_bytes) {
		size_t n = v->init_bytes ? v->init_bytes * 2 : 64;
		uint8_t *p = sim_arena_alloc(ps->arena, n);
		if (v->init_bytes)
			memcpy(p, v->init, v->init_bytes);
		v->init = p;
		v->init_bytes = n;
	}
	memcpy(v->init + offset, &bits, bytes);
}

static uint64_t
constant_as(const struct constant *c, enum ptx_type type)
{
	double d;
	float f;
	uint32_t w = (uint32_t)c->bits;
	uint64_t q;
	if (type_kind(type) != 'f')
		return c->bits;
	if (c->kind != 'f')
		d = c->kind == 's' ? (double)(int64_t)c->bits : (double)c->bits;
	else if (c->is_f32 && type == PTX_F32)
		return w;
	else if (c->is_f32)
		memcpy(&f, &w, 4), d = f;
	else
		memcpy(&d, &c->bits, 8);
	if (type == PTX_F32) {
		f = (float)d;
		memcpy(&w, &f, 4);
		return w;
	}
	memcpy(&q, &d, 8);
	return q;
}

/* Parse name, name+4, generic(name), generic(name)+4; mask: 0xff00(name). */
static bool
parse_address(struct parser *ps, struct var *v, size_t index, uint64_t mask)
{
	struct reloc r = {
		.offset = index * type_bytes(v->type),
		.bytes = type_bytes(v->type),
		.place = lex_place(&ps->lx),
		.mask = mask,
	};
	unsigned ignored;
	if (tok_is(&ps->lx.tok, "generic")) {
		lex_next(&ps->lx);
		r.generic = true;
		if (!parse_expect(ps, '('))
			return false;
	}
	struct token *t = &ps->lx.tok;
	struct sym *sym = t->kind == TOK_IDENT ? scope_find(ps->scope, t->text, t->len, &ignored) :
						 NULL;
	if (!sym || (sym->kind != SYM_VAR && sym->kind != SYM_FUNC)) {
		parse_error(ps, "a constant, or the name of a variable or function declared above");
		return false;
	}
	r.var = sym->kind == SYM_VAR ? sym->var : NULL;
	r.func = sym->kind == SYM_FUNC ? sym->func : NULL;
	lex_next(&ps->lx);
	if (r.generic && !parse_expect(ps, ')'))
		return false;
	if ((lex_is(&ps->lx, '+') || lex_is(&ps->lx, '-')) && !parse_int(ps, &r.addend))
		return false;
	store_init(ps, v, index, 0);
	ARENA_PUSH(ps->arena, v->relocs, v->nrelocs, v->relocs_cap, r);
	return true;
}

static bool
parse_init_scalar(struct parser *ps, struct var *v, size_t index)
{
	struct constant c;
	if (ps->lx.tok.kind == TOK_IDENT && !tok_is(&ps->lx.tok, "WARP_SZ"))
		return parse_address(ps, v, index, 0);
	if (!parse_constant(ps, &c))
		return false;
	if (c.kind != 'f' && lex_accept(&ps->lx, '('))
		return parse_address(ps, v, index, c.bits) && parse_expect(ps, ')');
	store_init(ps, v, index, constant_as(&c, v->type));
	return true;
}

/* Parse a list in braces.  Nested braces are flattened: inner ones must be complete, as PTX has no
 * other form. */
static bool
parse_init_list(struct parser *ps, struct var *v, size_t *index)
{
	if (ps->depth >= PARSE_DEPTH) {
		parse_error(ps, "fewer nested braces");
		return false;
	}
	ps->depth++;
	bool ok = true;
	lex_next(&ps->lx);
	while (ok && !lex_is(&ps->lx, '}')) {
		if (lex_is(&ps->lx, '{'))
			ok = parse_init_list(ps, v, index);
		else
			ok = parse_init_scalar(ps, v, (*index)++);
		if (!lex_accept(&ps->lx, ','))
			break;
	}
	ps->depth--;
	return ok && parse_expect(ps, '}');
}

static bool
parse_init(struct parser *ps, struct var *v, struct shape *s)
{
	size_t n = 0;
	struct ptx_place where = lex_place(&ps->lx);
	bool ok;
	if (lex_is(&ps->lx, '{'))
		ok = parse_init_list(ps, v, &n);
	else
		ok = parse_init_scalar(ps, v, n++);
	if (!ok)
		return false;
	size_t per_elem = s->elem / type_bytes(s->type);
	if (s->unsized)
		s->count *= (n + per_elem - 1) / per_elem;
	if (n > s->count * per_elem) {
		diag_error(ps->diag, where, "%zu initialisers for %zu elements", n,
			s->count * per_elem);
		return false;
	}
	s->unsized = false;
	return true;
}

/* ---- declarations ---- */

/* Parse registers: .reg .b32 %r<10>, x, y; */
static bool
parse_register(struct parser *ps, enum ptx_type type)
{
	struct sym *sym = sim_arena_alloc(ps->arena, sizeof *sym);
	*sym = (struct sym){ .kind = SYM_REG, .type = type, .count = 1 };
	if (!(sym->name = parse_name(ps, "a register's name", &sym->place)))
		return false;
	if (lex_accept(&ps->lx, '<')) {
		struct ptx_place where = lex_place(&ps->lx);
		if (ps->lx.tok.kind != TOK_INT || ps->lx.tok.bits > 1 << 24) {
			diag_error(ps->diag, where,
				"expected the number of registers, below 16777216");
			return false;
		}
		sym->range = true;
		sym->count = (unsigned)ps->lx.tok.bits;
		lex_next(&ps->lx);
		if (!parse_expect(ps, '>'))
			return false;
	}
	parse_declare(ps, sym);
	return true;
}

static void
parse_registers(struct parser *ps)
{
	enum ptx_type type;
	if (lex_is_dot(&ps->lx, "v2") || lex_is_dot(&ps->lx, "v4")) {
		diag_error(ps->diag, lex_place(&ps->lx), "vector registers are not supported");
		parse_recover(ps);
		return;
	}
	if (!parse_type(ps, &type)) {
		parse_recover(ps);
		return;
	}
	do {
		if (!parse_register(ps, type)) {
			parse_recover(ps);
			return;
		}
	} while (lex_accept(&ps->lx, ','));
	if (!parse_expect(ps, ';'))
		parse_recover(ps);
}

static bool
same_var(const struct var *a, const struct var *b)
{
	return a->space == b->space && a->type == b->type &&
		(a->size == b->size || a->unsized || b->unsized);
}

/* Merge an .extern with a definition in one text: the two are one variable. */
static bool
merge_extern(struct parser *ps, struct var *v)
{
	unsigned ignored;
	struct sym *old = scope_find(ps->scope, v->name, (unsigned)strlen(v->name), &ignored);
	if (ps->body || !old || old->kind != SYM_VAR || !(old->var->external || v->external))
		return false;
	if (!same_var(old->var, v)) {
		diag_error(ps->diag, v->place, "'%s' was declared with another type", v->name);
		return true;
	}
	if (old->var->external && !v->external) {
		*old->var = *v;
		old->var->def = old->var;
	}
	return true;
}

static void
add_var(struct parser *ps, struct var *v)
{
	if (merge_extern(ps, v))
		return;
	struct sym *sym = sim_arena_alloc(ps->arena, sizeof *sym);
	*sym = (struct sym){ .name = v->name, .kind = SYM_VAR, .place = v->place, .var = v };
	parse_declare(ps, sym);
	bool in_module = !ps->body || v->space == SPACE_GLOBAL || v->space == SPACE_CONST;
	if (in_module)
		ARENA_PUSH(ps->arena, ps->m->vars, ps->m->nvars, ps->m->vars_cap, v);
	else
		ARENA_PUSH(ps->arena, ps->body->vars, ps->body->nvars, ps->body->vars_cap, v);
}

static bool
check_var(struct parser *ps, const struct var *v, bool has_init)
{
	if (has_init && v->space != SPACE_GLOBAL && v->space != SPACE_CONST)
		diag_error(ps->diag, v->place,
			"'%s': only .global and .const variables have initialisers", v->name);
	else if (v->unsized &&
		(!v->external ||
			(v->space != SPACE_SHARED && v->space != SPACE_GLOBAL &&
				v->space != SPACE_CONST)))
		diag_error(ps->diag, v->place, "'%s' has no size", v->name);
	else if (v->size > (v->space == SPACE_GLOBAL ? MAX_VAR_BYTES : (size_t)1 << 24))
		diag_error(ps->diag, v->place, "'%s' is too large for .%s", v->name,
			space_name(v->space));
	else
		return true;
	return false;
}

static bool
parse_one_var(struct parser *ps, enum space space, struct linkage l, struct shape s)
{
	struct var *v = sim_arena_alloc(ps->arena, sizeof *v);
	*v = (struct var){
		.space = space,
		.type = s.type,
		.align = s.align,
		.elem_bytes = s.elem,
		.external = l.external,
		.visible = l.visible,
		.weak = l.weak,
		.owner = ps->func,
	};
	v->def = v;
	if (!(v->name = parse_name(ps, "a variable's name", &v->place)))
		return false;
	if (lex_accept(&ps->lx, '<')) { /* .param .b32 p<4>: rare, and not what compilers write */
		diag_error(ps->diag, v->place, "a range of variables is not supported");
		return false;
	}
	if (!parse_dimensions(ps, &s))
		return false;
	bool has_init = lex_accept(&ps->lx, '=');
	if (has_init && !parse_init(ps, v, &s))
		return false;
	v->is_array = s.is_array;
	v->unsized = s.unsized;
	v->size = s.unsized ? 0 : s.elem * s.count;
	if (check_var(ps, v, has_init))
		add_var(ps, v);
	return true;
}

/* Skip to behind the next ';', over the braces of an initialiser, but not into another
 * definition. */
static void
recover_var(struct parser *ps)
{
	while (ps->lx.tok.kind != TOK_END && !lex_is_dot(&ps->lx, "visible") &&
		!lex_is_dot(&ps->lx, "entry") && !lex_is_dot(&ps->lx, "func")) {
		bool end = lex_is(&ps->lx, ';');
		lex_next(&ps->lx);
		if (end)
			return;
	}
}

void
parse_variables(struct parser *ps, enum space space, struct linkage linkage)
{
	struct shape s;
	if (space == SPACE_REG) {
		parse_registers(ps);
		return;
	}
	if (!parse_shape(ps, &s)) {
		parse_recover(ps);
		return;
	}
	do {
		if (!parse_one_var(ps, space, linkage, s)) {
			recover_var(ps);
			return;
		}
	} while (lex_accept(&ps->lx, ','));
	if (!parse_expect(ps, ';'))
		parse_recover(ps);
}

/* A formal parameter: .param or .reg, in a .callprototype without a usable name. */
bool
parse_formal(struct parser *ps, struct formal *f, bool named)
{
	struct shape s;
	*f = (struct formal){ .space = SPACE_PARAM, .slot = NO_REG, .place = lex_place(&ps->lx) };
	if (lex_accept_dot(&ps->lx, "reg")) {
		f->space = SPACE_REG;
		if (!parse_type(ps, &f->type))
			return false;
		s = (struct shape){
			.elem = type_bytes(f->type),
			.align = type_bytes(f->type),
			.count = 1,
		};
	} else {
		if (!lex_accept_dot(&ps->lx, "param")) {
			parse_error(ps, ".param");
			return false;
		}
		if (!parse_shape(ps, &s))
			return false;
		f->type = s.type;
	}
	if ((named || ps->lx.tok.kind == TOK_IDENT) &&
		!(f->name = parse_name(ps, "a parameter's name", &f->place)))
		return false;
	if (!parse_dimensions(ps, &s))
		return false;
	f->is_array = s.is_array;
	f->align = s.align;
	f->size = s.elem * s.count;
	if (f->size <= 1 << 20 && !s.unsized)
		return true;
	diag_error(ps->diag, f->place, "parameter is too large or has no size");
	return false;
}
