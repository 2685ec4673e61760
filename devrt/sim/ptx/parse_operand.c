/*
 * parse_operand.c: operands of instructions (PTX ISA 6): registers, constants, addresses, vectors.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "ptx/parse.h"

#define MAX_REGS (1u << 20)

uint32_t
parse_reg_number(struct parser *ps, struct sym *sym, unsigned index)
{
	if (index >= sym->nregs) {
		unsigned n = sym->nregs ? sym->nregs * 2 : 16;
		n = n <= index ? index + 1 : n;
		n = n > sym->count ? sym->count : n;
		uint32_t *regs = sim_arena_alloc(ps->arena, n * sizeof *regs);
		for (unsigned i = 0; i < n; i++)
			regs[i] = i < sym->nregs ? sym->regs[i] : NO_REG;
		sym->regs = regs;
		sym->nregs = n;
	}
	if (sym->regs[index] != NO_REG)
		return sym->regs[index];
	struct pfunc *b = ps->body;
	struct preg r = { sym->type, sym->name, sym->len, index, sym->range };
	sym->regs[index] = b->nregs < MAX_REGS ? b->nregs : 0;
	if (b->nregs >= MAX_REGS)
		diag_error(ps->diag, lex_place(&ps->lx), "more than %u registers", MAX_REGS);
	else
		ARENA_PUSH(ps->arena, b->regs, b->nregs, b->regs_cap, r);
	return sym->regs[index];
}

/* ---- special registers ---- */

static bool
find_sreg(const char *spelling, enum sreg *out)
{
	static const char *const names[] = {
#define X(name, spelling, type) spelling,
		PTX_SREGS(X)
#undef X
	};
	for (int i = 0; i < SREG_ENVREG; i++)
		if (!strcmp(names[i], spelling)) {
			*out = (enum sreg)i;
			return true;
		}
	if (!strncmp(spelling, "%envreg", 7) || !strncmp(spelling, "%pm", 3)) {
		*out = spelling[1] == 'e' ? SREG_ENVREG : SREG_PM;
		const char *digits = spelling + (spelling[1] == 'e' ? 7 : 3);
		return isdigit((unsigned char)digits[0]) && strlen(digits) <= 2 &&
			(!digits[1] || isdigit((unsigned char)digits[1]));
	}
	return false;
}

static bool
parse_sreg(struct parser *ps, const struct token *name, struct opnd *o)
{
	char spelling[32];
	int n = snprintf(spelling, sizeof spelling, "%.*s", (int)name->len, name->text);
	if (n >= 20)
		return false;
	if (ps->lx.tok.kind == TOK_DOT && !ps->lx.tok.spaced && ps->lx.tok.len == 1) {
		spelling[n] = '.';
		spelling[n + 1] = ps->lx.tok.text[0];
		spelling[n + 2] = 0;
		lex_next(&ps->lx);
	}
	o->kind = O_SREG;
	return find_sreg(spelling, &o->sreg);
}

/* ---- names ---- */

static bool
parse_offset(struct parser *ps, uint64_t *offset)
{
	int64_t value;
	bool minus = lex_is(&ps->lx, '-');
	if (!minus && !lex_is(&ps->lx, '+'))
		return true;
	lex_next(&ps->lx);
	if (!parse_int(ps, &value))
		return false;
	*offset += minus ? -(uint64_t)value : (uint64_t)value;
	return true;
}

/* Parse what is behind p in p|q (setp, testp, shfl, match). */
static bool
parse_second(struct parser *ps, struct opnd *o)
{
	unsigned index;
	if (!lex_accept(&ps->lx, '|'))
		return true;
	struct token t = ps->lx.tok;
	if (tok_is(&t, "_")) {
		o->sink2 = true;
		lex_next(&ps->lx);
		return true;
	}
	struct sym *sym = t.kind == TOK_IDENT ? scope_find(ps->scope, t.text, t.len, &index) : NULL;
	if (!sym || sym->kind != SYM_REG) {
		parse_error(ps, "a predicate register behind '|'");
		return false;
	}
	o->reg2 = parse_reg_number(ps, sym, index);
	lex_next(&ps->lx);
	return true;
}

static bool
parse_named(struct parser *ps, struct opnd *o)
{
	unsigned index;
	struct token t = ps->lx.tok;
	struct sym *sym = scope_find(ps->scope, t.text, t.len, &index);
	lex_next(&ps->lx);
	if (tok_is(&t, "_")) {
		o->kind = O_SINK;
		return parse_second(ps, o);
	}
	if (!sym) {
		if (t.text[0] == '%') {
			if (parse_sreg(ps, &t, o))
				return true;
			diag_error(ps->diag, o->place,
				"'%.*s' is not a declared or special register", (int)t.len, t.text);
			return false;
		}
		o->kind = O_NAME;
		o->name = t;
		return true;
	}
	switch (sym->kind) {
	case SYM_REG:
		o->kind = O_REG;
		o->reg = parse_reg_number(ps, sym, index);
		return parse_second(ps, o);
	case SYM_VAR:
		o->kind = O_VAR;
		o->var = sym->var;
		return parse_offset(ps, &o->imm);
	case SYM_FUNC:
		o->kind = O_FUNC;
		o->func = sym->func;
		return true;
	default:
		o->kind = O_NAME;
		o->name = t;
		return true;
	}
}

/* ---- brackets and braces ---- */

static bool
parse_memory(struct parser *ps, struct opnd *o)
{
	lex_next(&ps->lx);
	o->kind = O_MEM;
	o->elems = sim_arena_alloc(ps->arena, sizeof *o->elems);
	o->n = 1;
	struct opnd *base = o->elems;
	if (!parse_operand(ps, base))
		return false;
	if (base->kind == O_VAR || base->kind == O_IMM) {
		o->imm = base->imm;
	} else if (base->kind == O_NAME) {
		diag_error(ps->diag, base->place, "'%.*s' is not declared", (int)base->name.len,
			base->name.text);
		return false;
	} else if (base->kind != O_REG) {
		diag_error(ps->diag, base->place,
			"an address is a register, a variable or a constant, plus an offset");
		return false;
	}
	return parse_offset(ps, &o->imm) && parse_expect(ps, ']');
}

static bool
parse_vector(struct parser *ps, struct opnd *o)
{
	unsigned cap = 0;
	lex_next(&ps->lx);
	o->kind = O_VEC;
	do {
		struct opnd e;
		if (ps->depth >= PARSE_DEPTH) {
			diag_error(ps->diag, lex_place(&ps->lx), "nested too deeply");
			return false;
		}
		ps->depth++;
		bool ok = parse_operand(ps, &e);
		ps->depth--;
		if (!ok)
			return false;
		ARENA_PUSH(ps->arena, o->elems, o->n, cap, e);
	} while (lex_accept(&ps->lx, ','));
	return parse_expect(ps, '}');
}

static bool
parse_literal(struct parser *ps, struct opnd *o)
{
	struct constant c;
	if (!parse_constant(ps, &c))
		return false;
	o->kind = c.kind == 'f' ? O_FIMM : O_IMM;
	o->imm = c.bits;
	o->imm_f32 = c.is_f32;
	return true;
}

/* Parse !p, or a constant expression that begins with '!'. */
static bool
parse_not(struct parser *ps, struct opnd *o)
{
	struct lexer saved = ps->lx;
	unsigned index;
	lex_next(&ps->lx);
	struct token *t = &ps->lx.tok;
	struct sym *sym = t->kind == TOK_IDENT ? scope_find(ps->scope, t->text, t->len, &index) :
						 NULL;
	if (!sym || sym->kind != SYM_REG) {
		ps->lx = saved;
		return parse_literal(ps, o);
	}
	o->negated = true;
	o->kind = O_REG;
	o->reg = parse_reg_number(ps, sym, index);
	lex_next(&ps->lx);
	return true;
}

bool
parse_operand(struct parser *ps, struct opnd *o)
{
	*o = (struct opnd){ .place = lex_place(&ps->lx), .reg = NO_REG, .reg2 = NO_REG };
	if (lex_is(&ps->lx, '['))
		return parse_memory(ps, o);
	if (lex_is(&ps->lx, '{'))
		return parse_vector(ps, o);
	if (lex_is(&ps->lx, '!'))
		return parse_not(ps, o);
	if (ps->lx.tok.kind == TOK_IDENT && !tok_is(&ps->lx.tok, "WARP_SZ"))
		return parse_named(ps, o);
	return parse_literal(ps, o);
}
