/*
 * valid.c: is an instruction well formed?  Each opcode's row in ptxops.h gives its types, modifiers
 * and operand pattern; register sizes follow PTX ISA 9.4.1 (tables 25 to 27).  What passes here the
 * decoder takes without further questions.
 */
#include <string.h>

#include "ptx/parse.h"

static const char *
kind_name(char kind)
{
	return kind == 'f' ? "floating-point" : kind == 'p' ? "predicate" : "integer";
}

static bool
bad(struct parser *ps, struct ptx_place where, const struct pinst *p, const char *what)
{
	diag_error(ps->diag, where, "'%s': %s", op_name(p->op), what);
	return false;
}

/* Return whether a register of type r may stand where the instruction wants type t.  wider: ld, st
 * and cvt. */
static bool
reg_fits(enum ptx_type r, enum ptx_type t, bool wider)
{
	char rk = type_kind(r), tk = type_kind(t);
	if ((rk == 'p') != (tk == 'p'))
		return false;
	if (tk == 'f')
		return type_bytes(r) == type_bytes(t) && (rk == 'f' || rk == 'b');
	if (tk != 'b' && rk == 'f')
		return false;
	return type_bytes(r) == type_bytes(t) ||
		(wider && rk != 'f' && type_bytes(r) > type_bytes(t));
}

static bool
check_reg(struct parser *ps, const struct pinst *p, const struct opnd *o, enum ptx_type want,
	bool wider)
{
	const struct preg *r = &ps->body->regs[o->reg];
	if (reg_fits(r->type, want, wider))
		return true;
	if (r->range)
		diag_error(ps->diag, o->place, "'%s' wants .%s here, register '%s%u' is .%s",
			op_name(p->op), type_name(want), r->name, r->index, type_name(r->type));
	else
		diag_error(ps->diag, o->place, "'%s' wants .%s here, register '%s' is .%s",
			op_name(p->op), type_name(want), r->name, type_name(r->type));
	return false;
}

static enum ptx_type
sreg_type(enum sreg s)
{
	static const unsigned char types[] = {
#define X(name, spelling, type) PTX_##type,
		PTX_SREGS(X)
#undef X
	};
	return (enum ptx_type)types[s];
}

static bool
check_source(struct parser *ps, const struct pinst *p, const struct opnd *o, enum ptx_type t,
	bool wider)
{
	char kind = type_kind(t);
	if (o->negated && t != PTX_PRED)
		return bad(ps, o->place, p, "'!' wants a predicate");
	if (o->kind == O_REG && (o->reg2 != NO_REG || o->sink2))
		return bad(ps, o->place, p, "only a destination may be a pair p|q");
	switch (o->kind) {
	case O_REG: return check_reg(ps, p, o, t, wider);
	case O_IMM:
		if (kind == 'f')
			return bad(ps, o->place, p, "wants a floating-point constant here");
		return true;
	case O_FIMM:
		if (kind != 'f' && !(kind == 'b' && type_bytes(t) >= 4))
			return bad(ps, o->place, p, "wants an integer here");
		return true;
	case O_SREG:
		if (kind == 'f' || kind == 'p' ||
			(type_bytes(t) == 8) != (type_bytes(sreg_type(o->sreg)) == 8))
			return bad(ps, o->place, p, "special register of another size");
		return true;
	case O_VAR:
	case O_FUNC:
		if (p->op != PTX_OP_MOV && p->op != PTX_OP_CVTA)
			return bad(ps, o->place, p, "takes no address; use mov first");
		if (kind == 'f' || kind == 'p' || type_bytes(t) < 4)
			return bad(ps, o->place, p, "an address wants 32 or 64 bits");
		return true;
	case O_NAME:
		diag_error(ps->diag, o->place, "'%.*s' is not declared", (int)o->name.len,
			o->name.text);
		return false;
	default: return bad(ps, o->place, p, "wants a register or a constant here");
	}
}

static bool
check_dest(struct parser *ps, const struct pinst *p, const struct opnd *o, enum ptx_type t,
	bool wider, bool pair)
{
	if (o->kind == O_NAME) {
		diag_error(ps->diag, o->place, "'%.*s' is not declared", (int)o->name.len,
			o->name.text);
		return false;
	}
	if (o->kind != O_REG && o->kind != O_SINK)
		return bad(ps, o->place, p, "wants a destination register here");
	if (o->negated)
		return bad(ps, o->place, p, "'!' cannot stand before a destination");
	if ((o->reg2 != NO_REG || o->sink2) && !pair)
		return bad(ps, o->place, p, "has one destination");
	if (o->reg2 != NO_REG && ps->body->regs[o->reg2].type != PTX_PRED)
		return bad(ps, o->place, p, "the second destination must be a .pred register");
	return o->kind == O_SINK || check_reg(ps, p, o, t, wider);
}

/* ---- memory operands and the values that go with them ---- */

enum space
inst_space(const struct pinst *p)
{
	if (has_mod(p, PTX_MOD_GLOBAL))
		return SPACE_GLOBAL;
	if (has_mod(p, PTX_MOD_SHARED) || has_mod(p, PTX_MOD_SHARED_CTA))
		return SPACE_SHARED;
	if (has_mod(p, PTX_MOD_LOCAL))
		return SPACE_LOCAL;
	if (has_mod(p, PTX_MOD_PARAM) || has_mod(p, PTX_MOD_PARAM_ENTRY) ||
		has_mod(p, PTX_MOD_PARAM_FUNC))
		return SPACE_PARAM;
	return has_mod(p, PTX_MOD_CONST) ? SPACE_CONST : SPACE_GENERIC;
}

static bool
check_memory(struct parser *ps, const struct pinst *p, const struct opnd *o)
{
	if (o->kind != O_MEM)
		return bad(ps, o->place, p, "wants an address in brackets here");
	const struct opnd *b = &o->elems[0];
	enum space space = inst_space(p);
	if (b->kind == O_REG) {
		enum ptx_type t = ps->body->regs[b->reg].type;
		if (type_bytes(t) < 4 || type_kind(t) == 'f' || type_kind(t) == 'p')
			return bad(ps, b->place, p, "an address register must be .b32 or .b64");
	}
	if (b->kind != O_VAR)
		return true;
	bool generic_ok = space == SPACE_GENERIC &&
		(b->var->space == SPACE_GLOBAL || b->var->space == SPACE_CONST);
	if (b->var->space == space || generic_ok)
		return true;
	diag_error(ps->diag, b->place, "'%s' lies in .%s, not in .%s", b->var->name,
		space_name(b->var->space), space_name(space));
	return false;
}

static bool
check_values(struct parser *ps, const struct pinst *p, const struct opnd *o, bool load)
{
	enum ptx_type t = p->types[0];
	unsigned want = has_mod(p, PTX_MOD_V2) ? 2 : has_mod(p, PTX_MOD_V4) ? 4 : 0;
	if (!want)
		return load ? check_dest(ps, p, o, t, true, false) :
			      check_source(ps, p, o, t, true);
	if (o->kind != O_VEC || o->n != want)
		return bad(ps, o->place, p,
			want == 2 ? ".v2 wants {a, b}" : ".v4 wants {a, b, c, d}");
	if (want * type_bytes(t) > 16)
		return bad(ps, o->place, p, "a vector has 16 bytes at most");
	for (unsigned i = 0; i < want; i++)
		if (!(load ? check_dest(ps, p, &o->elems[i], t, true, false) :
			     check_source(ps, p, &o->elems[i], t, true)))
			return false;
	return true;
}

/* ---- mov ---- */

static bool
check_pack(struct parser *ps, const struct pinst *p, const struct opnd *o, bool dest)
{
	unsigned bytes = type_bytes(p->types[0]);
	if (type_kind(p->types[0]) != 'b' || (o->n != 2 && o->n != 4) || bytes / o->n < 1 ||
		(bytes == 2))
		return bad(ps, o->place, p, "packs two or four registers into .b32 or .b64");
	enum ptx_type part = bytes / o->n == 4 ? PTX_B32 : bytes / o->n == 2 ? PTX_B16 : PTX_B8;
	for (unsigned i = 0; i < o->n; i++)
		if (!(dest ? check_dest(ps, p, &o->elems[i], part, part == PTX_B8, false) :
			     check_source(ps, p, &o->elems[i], part, part == PTX_B8)))
			return false;
	return true;
}

static bool
check_mov(struct parser *ps, const struct pinst *p)
{
	const struct opnd *d = &p->o[0], *s = &p->o[1];
	enum ptx_type t = p->types[0];
	if (d->kind == O_VEC && s->kind == O_VEC)
		return bad(ps, d->place, p, "packs or unpacks, not both");
	if (d->kind == O_VEC)
		return check_pack(ps, p, d, true) && check_source(ps, p, s, t, false);
	if (!check_dest(ps, p, d, t, false, false))
		return false;
	return s->kind == O_VEC ? check_pack(ps, p, s, false) : check_source(ps, p, s, t, false);
}

/* ---- barriers and votes, whose operands depend on the modifiers ---- */

static bool
check_sources(struct parser *ps, const struct pinst *p, unsigned from, unsigned to)
{
	for (unsigned i = from; i < to; i++)
		if (!check_source(ps, p, &p->o[i], PTX_U32, false))
			return false;
	return true;
}

static bool
check_barrier_id(struct parser *ps, const struct pinst *p, const struct opnd *o)
{
	if (o->kind == O_IMM && o->imm > 15)
		return bad(ps, o->place, p, "there are barriers 0 to 15");
	return true;
}

static bool
check_bar(struct parser *ps, struct pinst *p)
{
	bool red = has_mod(p, PTX_MOD_REDB), arrive = has_mod(p, PTX_MOD_ARRIVE);
	bool sync = has_mod(p, PTX_MOD_SYNC);
	if (has_mod(p, PTX_MOD_WARP)) {
		if (!sync || p->n != 1)
			return bad(ps, p->place, p, "bar.warp.sync has one operand, the mask");
		return check_sources(ps, p, 0, 1);
	}
	if (red + arrive + sync != 1)
		return bad(ps, p->place, p, "wants .sync, .arrive or .red");
	if (!red) {
		if (p->n < (arrive ? 2u : 1u) || p->n > 2)
			return bad(ps, p->place, p,
				arrive ? "wants a barrier and a thread count" :
					 "wants a barrier and maybe a thread count");
		return check_barrier_id(ps, p, &p->o[0]) && check_sources(ps, p, 0, p->n);
	}
	bool popc = has_mod(p, PTX_MOD_MPOPC);
	if (popc + has_mod(p, PTX_MOD_MAND) + has_mod(p, PTX_MOD_MOR) != 1 || p->ntypes != 1 ||
		(popc ? p->types[0] != PTX_U32 : p->types[0] != PTX_PRED))
		return bad(ps, p->place, p, "red is .popc.u32, .and.pred or .or.pred");
	if (p->n < 3 || p->n > 4)
		return bad(ps, p->place, p, "red wants d, a, [b,] p");
	return check_dest(ps, p, &p->o[0], p->types[0], false, false) &&
		check_barrier_id(ps, p, &p->o[1]) && check_sources(ps, p, 1, p->n - 1) &&
		check_source(ps, p, &p->o[p->n - 1], PTX_PRED, false);
}

static bool
check_vote(struct parser *ps, struct pinst *p)
{
	bool sync = has_mod(p, PTX_MOD_SYNC), ballot = has_mod(p, PTX_MOD_BALLOT);
	int modes = ballot + has_mod(p, PTX_MOD_VALL) + has_mod(p, PTX_MOD_VANY) +
		has_mod(p, PTX_MOD_VUNI);
	if (modes != 1 || p->ntypes != 1 || p->types[0] != (ballot ? PTX_B32 : PTX_PRED))
		return bad(ps, p->place, p, "is .all.pred, .any.pred, .uni.pred or .ballot.b32");
	if (p->n != (sync ? 3u : 2u))
		return bad(ps, p->place, p, sync ? "wants d, p, mask" : "wants d, p");
	return check_dest(ps, p, &p->o[0], p->types[0], false, false) &&
		check_source(ps, p, &p->o[1], PTX_PRED, false) && check_sources(ps, p, 2, p->n);
}

/* ---- call ---- */

static bool
check_arg(struct parser *ps, const struct pinst *p, const struct opnd *o, const struct formal *f,
	bool ret)
{
	if (o->kind == O_VAR && o->var->space == SPACE_PARAM) {
		if (o->var->size != f->size || o->imm)
			return bad(ps, o->place, p, "argument and parameter differ in size");
		return true;
	}
	if (f->is_array)
		return bad(ps, o->place, p, "an array parameter wants a .param variable");
	if (ret)
		return check_dest(ps, p, o, f->type, f->space == SPACE_PARAM, false);
	return check_source(ps, p, o, f->type, f->space == SPACE_PARAM);
}

static bool
check_call_against(struct parser *ps, const struct pinst *p, const struct sim_func *f)
{
	const struct call_parts *c = p->call;
	if (f->entry)
		return bad(ps, p->place, p, "an .entry cannot be called");
	if (c->nrets != f->nrets || c->nargs != f->nparams) {
		diag_error(ps->diag, p->place,
			"'%s' takes %u arguments and returns %u values, "
			"the call has %u and %u",
			f->name, f->nparams, f->nrets, c->nargs, c->nrets);
		return false;
	}
	for (unsigned i = 0; i < c->nrets; i++)
		if (!check_arg(ps, p, &c->rets[i], &f->rets[i], true))
			return false;
	for (unsigned i = 0; i < c->nargs; i++)
		if (!check_arg(ps, p, &c->args[i], &f->params[i], false))
			return false;
	return true;
}

/* Return the prototype of a pointer call: the named one, or that of the first of its
 * .calltargets. */
static const struct sim_func *
find_proto(struct parser *ps, const struct pinst *p)
{
	const struct opnd *o = &p->call->proto;
	unsigned index;
	if (o->kind != O_NAME)
		return NULL;
	struct sym *sym = scope_find(ps->scope, o->name.text, o->name.len, &index);
	if (sym && sym->kind == SYM_TARGETS && sym->list->calls && sym->list->n) {
		const struct token *t = &sym->list->names[0];
		sym = scope_find(ps->scope, t->text, t->len, &index);
	}
	return sym && (sym->kind == SYM_PROTO || sym->kind == SYM_FUNC) ? sym->func : NULL;
}

static bool
check_call(struct parser *ps, const struct pinst *p)
{
	const struct opnd *t = &p->call->target;
	if (t->kind == O_FUNC)
		return check_call_against(ps, p, t->func);
	if (t->kind == O_NAME) {
		diag_error(ps->diag, t->place, "function '%.*s' is not declared", (int)t->name.len,
			t->name.text);
		return false;
	}
	if (t->kind != O_REG)
		return bad(ps, t->place, p, "wants a function or a register");
	if (!check_reg(ps, p, t, PTX_B64, false))
		return false;
	const struct sim_func *f = find_proto(ps, p);
	if (!f)
		return bad(ps, p->place, p,
			"a call through a register wants a .callprototype or .calltargets "
			"declared above");
	return check_call_against(ps, p, f);
}

/* ---- rules beyond the pattern ---- */

static bool
check_mul(struct parser *ps, const struct pinst *p)
{
	int halves = has_mod(p, PTX_MOD_LO) + has_mod(p, PTX_MOD_HI) + has_mod(p, PTX_MOD_WIDE);
	bool flt = type_kind(p->types[0]) == 'f';
	if (flt ? halves != 0 : halves != 1)
		return bad(ps, p->place, p,
			flt ? "floating-point has no .lo, .hi or .wide" :
			      "integers want one of .lo, .hi, .wide");
	if (has_mod(p, PTX_MOD_WIDE) && type_bytes(p->types[0]) == 8)
		return bad(ps, p->place, p, ".wide wants 16 or 32 bits");
	if (has_mod(p, PTX_MOD_WIDE) && !strchr(op_rows[p->op].operands, 'D'))
		return bad(ps, p->place, p, "has no .wide");
	return true;
}

static bool
has_rounding(const struct pinst *p)
{
	return has_mod(p, PTX_MOD_RN) || has_mod(p, PTX_MOD_RZ) || has_mod(p, PTX_MOD_RM) ||
		has_mod(p, PTX_MOD_RP);
}

static bool
has_int_rounding(const struct pinst *p)
{
	return has_mod(p, PTX_MOD_RNI) || has_mod(p, PTX_MOD_RZI) || has_mod(p, PTX_MOD_RMI) ||
		has_mod(p, PTX_MOD_RPI);
}

static bool
check_rounding(struct parser *ps, const struct pinst *p)
{
	bool approx = has_mod(p, PTX_MOD_APPROX) || has_mod(p, PTX_MOD_FULL);
	if (type_kind(p->types[0]) != 'f')
		return has_rounding(p) || approx || has_mod(p, PTX_MOD_FTZ) ?
			bad(ps, p->place, p, "integers are not rounded") :
			true;
	if (has_mod(p, PTX_MOD_FTZ) && p->types[0] == PTX_F64 && !approx)
		return bad(ps, p->place, p, ".f64 has no .ftz");
	if (op_rows[p->op].mods & PTX_M_MUST && !has_rounding(p) && !approx)
		return bad(ps, p->place, p, "wants a rounding such as .rn");
	return true;
}

static bool
check_cvt(struct parser *ps, const struct pinst *p)
{
	char dk = type_kind(p->types[0]), sk = type_kind(p->types[1]);
	if (dk == 'b' || sk == 'b')
		return bad(ps, p->place, p, "wants .u, .s or .f types");
	bool rounds = (dk == 'f' && sk != 'f') ||
		(p->types[0] == PTX_F32 && p->types[1] == PTX_F64);
	if (dk != 'f' && sk == 'f' && !has_int_rounding(p))
		return bad(ps, p->place, p, "to an integer wants .rni, .rzi, .rmi or .rpi");
	if (rounds && !has_rounding(p))
		return bad(ps, p->place, p, "wants .rn, .rz, .rm or .rp");
	if (!rounds && has_rounding(p))
		return bad(ps, p->place, p, "does not round here");
	if (sk != 'f' && has_int_rounding(p))
		return bad(ps, p->place, p, "does not round here");
	return true;
}

static bool
one_of(const struct pinst *p, unsigned group)
{
	int n = 0;
	for (int m = 0; m < PTX_NMODS; m++)
		if ((mod_groups((enum ptx_mod)m) & group) && has_mod(p, (enum ptx_mod)m))
			n++;
	return n == 1;
}

static bool
check_compare(struct parser *ps, const struct pinst *p)
{
	enum ptx_type t = p->types[p->op == PTX_OP_SET];
	int cmps = 0,
	    bools = has_mod(p, PTX_MOD_MAND) + has_mod(p, PTX_MOD_MOR) + has_mod(p, PTX_MOD_MXOR);
	for (int m = 0; m < PTX_NMODS; m++)
		cmps += (mod_groups((enum ptx_mod)m) & PTX_M_CMP) && has_mod(p, (enum ptx_mod)m);
	if (cmps != 1)
		return bad(ps, p->place, p, "wants one comparison such as .lt");
	if (has_mod(p, PTX_MOD_MPOPC) || bools > 1 || (bools == 1) != (p->n == 4))
		return bad(ps, p->place, p, "a third source goes with .and, .or or .xor");
	bool unordered = has_mod(p, PTX_MOD_EQU) || has_mod(p, PTX_MOD_NEU) ||
		has_mod(p, PTX_MOD_LTU) || has_mod(p, PTX_MOD_LEU) || has_mod(p, PTX_MOD_GTU) ||
		has_mod(p, PTX_MOD_GEU) || has_mod(p, PTX_MOD_NUM) || has_mod(p, PTX_MOD_ISNAN);
	bool low = has_mod(p, PTX_MOD_LO) || has_mod(p, PTX_MOD_LS) || has_mod(p, PTX_MOD_HI) ||
		has_mod(p, PTX_MOD_HS);
	bool equality = has_mod(p, PTX_MOD_EQ) || has_mod(p, PTX_MOD_NE);
	char k = type_kind(t);
	if ((unordered && k != 'f') || (low && k != 'u') || (k == 'b' && !equality))
		return bad(ps, p->place, p, "this comparison does not go with this type");
	if (p->op == PTX_OP_SET && p->types[0] != PTX_U32 && p->types[0] != PTX_S32 &&
		p->types[0] != PTX_F32)
		return bad(ps, p->place, p, "gives .u32, .s32 or .f32");
	return true;
}

static bool
check_atom(struct parser *ps, const struct pinst *p)
{
	enum ptx_type t = p->types[0];
	unsigned bytes = type_bytes(t);
	char k = type_kind(t);
	bool cas = has_mod(p, PTX_MOD_CAS);
	if (!one_of(p, PTX_M_ATOM))
		return bad(ps, p->place, p, "wants one operation such as .add");
	if (p->op == PTX_OP_ATOM && p->n != (cas ? 4u : 3u))
		return bad(ps, p->place, p,
			cas ? "cas wants d, [a], compare, swap" : "wants d, [a], b");
	if (p->op == PTX_OP_RED && (cas || has_mod(p, PTX_MOD_EXCH)))
		return bad(ps, p->place, p, "has no .cas or .exch");
	bool ok;
	if (cas || has_mod(p, PTX_MOD_EXCH))
		ok = bytes >= 4 || (cas && t == PTX_B16);
	else if (has_mod(p, PTX_MOD_AADD))
		ok = bytes >= 4 && k != 'b';
	else if (has_mod(p, PTX_MOD_AINC) || has_mod(p, PTX_MOD_ADEC))
		ok = t == PTX_U32;
	else if (has_mod(p, PTX_MOD_AMIN) || has_mod(p, PTX_MOD_AMAX))
		ok = bytes >= 4 && (k == 'u' || k == 's');
	else
		ok = bytes >= 4 && k != 'f';
	return ok || bad(ps, p->place, p, "this operation does not take this type");
}

static bool
check_shfl(struct parser *ps, const struct pinst *p)
{
	bool sync = has_mod(p, PTX_MOD_SYNC);
	if (!one_of(p, PTX_M_SHFL))
		return bad(ps, p->place, p, "wants one of .up, .down, .bfly, .idx");
	if (p->n != (sync ? 5u : 4u))
		return bad(ps, p->place, p,
			sync ? "sync wants d, a, b, c, mask" : "wants d, a, b, c");
	return true;
}

static bool
check_sat(struct parser *ps, const struct pinst *p)
{
	if (!has_mod(p, PTX_MOD_SAT) || p->op == PTX_OP_CVT || p->types[0] == PTX_F32)
		return true;
	bool hi = p->op == PTX_OP_ADD || p->op == PTX_OP_SUB || has_mod(p, PTX_MOD_HI);
	return (p->types[0] == PTX_S32 && hi && p->op != PTX_OP_MUL) ||
		bad(ps, p->place, p, ".sat goes with .s32 (and .hi) or .f32");
}

static bool
check_level(struct parser *ps, const struct pinst *p)
{
	unsigned masks = op_rows[p->op].mods & (PTX_M_SHF | PTX_M_VOTE | PTX_M_TESTP);
	if (masks && p->op != PTX_OP_VOTE && !one_of(p, masks))
		return bad(ps, p->place, p, "wants one mode");
	if (p->op == PTX_OP_LD && has_mod(p, PTX_MOD_NC) && inst_space(p) != SPACE_GLOBAL)
		return bad(ps, p->place, p, ".nc goes with .global");
	if (p->op == PTX_OP_ST && inst_space(p) == SPACE_CONST)
		return bad(ps, p->place, p, "constant memory cannot be written");
	if (p->op == PTX_OP_BRX && !has_mod(p, PTX_MOD_IDX))
		return bad(ps, p->place, p, "wants .idx");
	if (p->op == PTX_OP_SLCT && p->types[1] != PTX_S32 && p->types[1] != PTX_F32)
		return bad(ps, p->place, p, "the selector is .s32 or .f32");
	if (p->op == PTX_OP_REDUX && !one_of(p, PTX_M_ATOM))
		return bad(ps, p->place, p, "wants one operation such as .add");
	if (op_rows[p->op].class == PTX_C_ATOMIC && inst_space(p) > SPACE_SHARED)
		return bad(ps, p->place, p, "works in global, shared and generic space");
	return true;
}

static bool
check_special(struct parser *ps, const struct pinst *p)
{
	unsigned mods = op_rows[p->op].mods;
	if (!check_level(ps, p) || !check_sat(ps, p))
		return false;
	if (p->op == PTX_OP_CVT)
		return check_cvt(ps, p);
	if (p->op == PTX_OP_SHFL)
		return check_shfl(ps, p);
	if (op_rows[p->op].class == PTX_C_ATOMIC)
		return check_atom(ps, p);
	if (mods & PTX_M_CMP)
		return check_compare(ps, p);
	if (mods & PTX_M_HALF && p->op != PTX_OP_DP2A && !check_mul(ps, p))
		return false;
	return !(mods & PTX_M_RND) || check_rounding(ps, p);
}

/* ---- the pattern ---- */

static enum ptx_type
widened(const struct pinst *p)
{
	static const enum ptx_type twice[PTX_NTYPES] = {
		[PTX_U16] = PTX_U32,
		[PTX_S16] = PTX_S32,
		[PTX_U32] = PTX_U64,
		[PTX_S32] = PTX_S64,
	};
	return has_mod(p, PTX_MOD_WIDE) ? twice[p->types[0]] : p->types[0];
}

static bool
check_operand(struct parser *ps, const struct pinst *p, char letter, const struct opnd *o)
{
	enum ptx_type t = p->types[0], last = p->types[p->ntypes ? p->ntypes - 1 : 0];
	bool cvt = p->op == PTX_OP_CVT;
	switch (letter) {
	case 'd': return check_dest(ps, p, o, t, cvt, false);
	case 'D': return check_dest(ps, p, o, widened(p), false, false);
	case 'l': return check_dest(ps, p, o, PTX_B32, false, false);
	case 'q': return check_dest(ps, p, o, p->op == PTX_OP_MATCH ? PTX_B32 : t, false, true);
	case 'P': return check_dest(ps, p, o, PTX_PRED, false, p->op == PTX_OP_SETP);
	case 's':
		if (p->op == PTX_OP_ISSPACEP)
			t = PTX_B64;
		return check_source(ps, p, o, t, false);
	case 'S': return check_source(ps, p, o, widened(p), false);
	case 'x': return check_source(ps, p, o, last, cvt);
	case 'u': return check_source(ps, p, o, PTX_B32, false);
	case 'p': return check_source(ps, p, o, PTX_PRED, false);
	case 'm': return check_memory(ps, p, o);
	case 'v': return check_values(ps, p, o, p->op != PTX_OP_ST);
	case 't': return o->kind == O_IMM || bad(ps, o->place, p, "wants a constant here");
	case 'L':
	case 'T': return o->kind == O_NAME || bad(ps, o->place, p, "wants a label here");
	default: return false;
	}
}

static bool
check_pattern(struct parser *ps, const struct pinst *p)
{
	const char *pattern = op_rows[p->op].operands;
	unsigned i = 0, least = 0, most = 0;
	bool optional = false;
	for (const char *s = pattern; *s; s++) {
		if (*s == '?')
			optional = true;
		else
			most++, least += !optional;
	}
	if (p->n < least || p->n > most) {
		diag_error(ps->diag, p->place, "'%s' has %u operands, expected %s%u",
			op_name(p->op), p->n, least < most ? "at least " : "", least);
		return false;
	}
	for (const char *s = pattern; *s && i < p->n; s++)
		if (*s != '?' && !check_operand(ps, p, *s, &p->o[i++]))
			return false;
	return true;
}

static bool
check_types(struct parser *ps, const struct pinst *p)
{
	unsigned allowed = op_rows[p->op].types;
	unsigned want = allowed == PTX_T_NONE ? 0 : allowed & PTX_T_TWO ? 2 : 1;
	if (op_rows[p->op].class == PTX_C_BARRIER)
		return true;
	if (p->ntypes != want) {
		diag_error(ps->diag, p->place, "'%s' has %u types, expected %u", op_name(p->op),
			p->ntypes, want);
		return false;
	}
	for (unsigned i = 0; i < want; i++)
		if (!(allowed >> p->types[i] & 1)) {
			diag_error(ps->diag, p->place, "'%s' does not take %s type .%s",
				op_name(p->op), kind_name(type_kind(p->types[i])),
				type_name(p->types[i]));
			return false;
		}
	return true;
}

bool
check_inst(struct parser *ps, struct pinst *p)
{
	if (p->op == PTX_OP_CALL)
		return check_call(ps, p);
	if (!check_types(ps, p))
		return false;
	if (op_rows[p->op].class == PTX_C_BARRIER)
		return check_bar(ps, p);
	if (p->op == PTX_OP_VOTE)
		return check_vote(ps, p);
	if (p->op == PTX_OP_MOV)
		return p->n == 2 ? check_mov(ps, p) : bad(ps, p->place, p, "has two operands");
	return check_special(ps, p) && check_pattern(ps, p);
}
