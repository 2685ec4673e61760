/*
 * inst.c: one IR instruction as PTX text.
 *
 * Operations with one PTX instruction are rows of the table `spellings`, over the vocabulary that
 * the simulator shares (ptxops.h).  The others have a function each.  Arithmetic always states its
 * rounding, so that ptxas contracts nothing by itself (PTX ISA 9.7.3: add without .rn may be
 * fused).
 */
#include "emit/internal.h"

#include <inttypes.h>
#include <string.h>

#include "base/diag.h"
#include "ptx/ptxops.h"

static const char *const op_text[] = {
#define X(name, spelling, types, mods, operands, class, effects) [PTX_OP_##name] = spelling,
	PTX_OPS(X)
#undef X
};

/* Which suffix the type of the operation gives. */
enum suffix { SUF_NONE, SUF_B, SUF_S, SUF_U };

struct spelling {
	enum ptx_op op;
	const char *mods;   /* for integers and predicates */
	enum suffix suffix; /* floats always say f */
	const char *fmods;  /* for floats; NULL: mods */
};

static const struct spelling spellings[IR_OP_COUNT] = {
	[IR_ADD] = { PTX_OP_ADD, "", SUF_S, ".rn" },
	[IR_SUB] = { PTX_OP_SUB, "", SUF_S, ".rn" },
	[IR_MUL] = { PTX_OP_MUL, ".lo", SUF_S, ".rn" },
	[IR_MULHI_S] = { PTX_OP_MUL, ".hi", SUF_S, NULL },
	[IR_MULHI_U] = { PTX_OP_MUL, ".hi", SUF_U, NULL },
	[IR_MAD] = { PTX_OP_MAD, ".lo", SUF_S, NULL },
	[IR_FMA] = { PTX_OP_FMA, "", SUF_NONE, ".rn" },
	[IR_DIV] = { PTX_OP_DIV, "", SUF_NONE, ".rn" },
	[IR_DIV_S] = { PTX_OP_DIV, "", SUF_S, NULL },
	[IR_DIV_U] = { PTX_OP_DIV, "", SUF_U, NULL },
	[IR_REM_S] = { PTX_OP_REM, "", SUF_S, NULL },
	[IR_REM_U] = { PTX_OP_REM, "", SUF_U, NULL },
	[IR_NEG] = { PTX_OP_NEG, "", SUF_S, NULL },
	[IR_ABS] = { PTX_OP_ABS, "", SUF_S, NULL },
	[IR_MIN_S] = { PTX_OP_MIN, "", SUF_S, NULL },
	[IR_MAX_S] = { PTX_OP_MAX, "", SUF_S, NULL },
	[IR_MIN_U] = { PTX_OP_MIN, "", SUF_U, NULL },
	[IR_MAX_U] = { PTX_OP_MAX, "", SUF_U, NULL },
	[IR_FMIN] = { PTX_OP_MIN, "", SUF_NONE, NULL },
	[IR_FMAX] = { PTX_OP_MAX, "", SUF_NONE, NULL },
	[IR_SQRT] = { PTX_OP_SQRT, "", SUF_NONE, ".rn" },
	[IR_EX2_APPROX] = { PTX_OP_EX2, ".approx.ftz", SUF_NONE, NULL },
	[IR_LG2_APPROX] = { PTX_OP_LG2, ".approx.ftz", SUF_NONE, NULL },
	[IR_SIN_APPROX] = { PTX_OP_SIN, ".approx.ftz", SUF_NONE, NULL },
	[IR_COS_APPROX] = { PTX_OP_COS, ".approx.ftz", SUF_NONE, NULL },
	[IR_RCP_APPROX] = { PTX_OP_RCP, ".approx.ftz", SUF_NONE, NULL },
	[IR_RSQRT_APPROX] = { PTX_OP_RSQRT, ".approx.ftz", SUF_NONE, NULL },
	[IR_FMA_SAT] = { PTX_OP_FMA, ".rn.sat", SUF_NONE, NULL },
	[IR_SQRT_APPROX] = { PTX_OP_SQRT, ".approx.ftz", SUF_NONE, NULL },
	[IR_AND] = { PTX_OP_AND, "", SUF_B, NULL },
	[IR_OR] = { PTX_OP_OR, "", SUF_B, NULL },
	[IR_XOR] = { PTX_OP_XOR, "", SUF_B, NULL },
	[IR_NOT] = { PTX_OP_NOT, "", SUF_B, NULL },
	[IR_SHL] = { PTX_OP_SHL, "", SUF_B, NULL },
	[IR_SHR_S] = { PTX_OP_SHR, "", SUF_S, NULL },
	[IR_SHR_U] = { PTX_OP_SHR, "", SUF_U, NULL },
	[IR_CLZ] = { PTX_OP_CLZ, "", SUF_B, NULL },
	[IR_POPC] = { PTX_OP_POPC, "", SUF_B, NULL },
	[IR_BREV] = { PTX_OP_BREV, "", SUF_B, NULL },
	[IR_EQ] = { PTX_OP_SETP, ".eq", SUF_S, NULL },
	[IR_NE] = { PTX_OP_SETP, ".ne", SUF_S, ".neu" },
	[IR_LT_S] = { PTX_OP_SETP, ".lt", SUF_S, NULL },
	[IR_LE_S] = { PTX_OP_SETP, ".le", SUF_S, NULL },
	[IR_LT_U] = { PTX_OP_SETP, ".lt", SUF_U, NULL },
	[IR_LE_U] = { PTX_OP_SETP, ".le", SUF_U, NULL },
	[IR_LT] = { PTX_OP_SETP, ".lt", SUF_NONE, NULL },
	[IR_LE] = { PTX_OP_SETP, ".le", SUF_NONE, NULL },
};

/* Return the type as it stands behind the operation's name: ".s32". */
static const char *
suffix(enum ir_type type, enum suffix s)
{
	static const char *const text[][4] = {
		[IR_NONE] = { "", "", "", "" },
		[IR_PRED] = { ".pred", ".pred", ".pred", ".pred" },
		[IR_I32] = { ".b32", ".b32", ".s32", ".u32" },
		[IR_I64] = { ".b64", ".b64", ".s64", ".u64" },
		[IR_F32] = { ".f32", ".f32", ".f32", ".f32" },
		[IR_F64] = { ".f64", ".f64", ".f64", ".f64" },
	};
	return text[type][s];
}

static bool
is_float(enum ir_type t)
{
	return t == IR_F32 || t == IR_F64;
}

static void
emit_float(struct emitter *e, enum ir_type type, double v)
{
	if (type == IR_F32) {
		float f = (float)v;
		uint32_t bits;
		memcpy(&bits, &f, sizeof bits);
		fprintf(e->out, "0f%08" PRIX32, bits);
	} else {
		uint64_t bits;
		memcpy(&bits, &v, sizeof bits);
		fprintf(e->out, "0d%016" PRIX64, bits);
	}
}

void
emit_value(struct emitter *e, enum ir_type type, struct ir_value v)
{
	switch (v.kind) {
	case VAL_NONE: diag_bug("emit", "%s: an operand is missing", e->f->name);
	case VAL_REG: fputs(e->reg_names[v.u.reg], e->out); break;
	case VAL_INT:
		if (is_float(type))
			emit_float(e, type, (double)v.u.i);
		else if (type == IR_PRED)
			fputs(v.u.i ? "-1" : "0", e->out);
		else
			fprintf(e->out, "%" PRId64, type == IR_I32 ? (int32_t)v.u.i : v.u.i);
		break;
	case VAL_FLOAT: emit_float(e, type, v.u.f); break;
	case VAL_SLOT: fputs(e->slot_names[v.u.slot->id], e->out); break;
	case VAL_SYMBOL: fputs(v.u.symbol->name, e->out); break;
	}
	if (ir_is_address(v) && v.offset)
		fprintf(e->out, "+%" PRId64, v.offset);
}

static void
emit_reg(struct emitter *e, ir_reg r)
{
	if (r == IR_NOREG)
		diag_bug("emit", "%s: an instruction has no result", e->f->name);
	fputs(e->reg_names[r], e->out);
}

/* Begin a line: "\tadd.s32 \t". */
static void
begin(struct emitter *e, enum ptx_op op, const char *mods, const char *type)
{
	fprintf(e->out, "\t%s%s%s \t", op_text[op], mods, type);
}

static void
end(struct emitter *e)
{
	fputs(";\n", e->out);
}

static void
comma(struct emitter *e)
{
	fputs(", ", e->out);
}

/* Return the type of source k as its literal is written. */
static enum ir_type
literal_type(const struct ir_inst *i, int k)
{
	if ((i->op == IR_SHL || i->op == IR_SHR_S || i->op == IR_SHR_U) && k == 1)
		return IR_I32;
	return i->type;
}

/* Return whether i is printed as a reciprocal.  In float ptxas's rcp.rn tests its operand before it begins: it is
 * done after 77 cycles on an H200, div.rn after 58 (tests/baseline/calibrate.h200.2026-11-23.tsv). */
static bool
is_reciprocal(const struct emitter *e, const struct ir_inst *i)
{
	return i->op == IR_DIV && i->src[0].kind == VAL_FLOAT && i->src[0].u.f == 1 &&
		(i->type == IR_F64 || e->o->modes.rough_division);
}

/* Return the modifiers of an operation on floats, as -ftz=, -prec-div= and -prec-sqrt= have it. */
static const char *
float_mods(struct emitter *e, const struct ir_inst *i)
{
	const struct spelling *s = &spellings[i->op];
	const struct float_modes *m = &e->o->modes;
	const char *mods = s->fmods ? s->fmods : s->mods;

	if (i->type != IR_F32)
		return mods;
	if (i->op == IR_DIV && m->rough_division)
		mods = is_reciprocal(e, i) ? ".approx" : ".full";
	if (i->op == IR_SQRT && m->rough_root)
		mods = ".approx";
	if (!m->flush || strstr(mods, ".ftz"))
		return mods;
	return i->op == IR_FMA_SAT ? ".rn.ftz.sat" : arena_printf(e->scratch, "%s.ftz", mods);
}

static void
emit_plain(struct emitter *e, const struct ir_inst *i)
{
	const struct spelling *s = &spellings[i->op];
	bool reciprocal = is_reciprocal(e, i);

	begin(e, reciprocal ? PTX_OP_RCP : s->op, is_float(i->type) ? float_mods(e, i) : s->mods,
		suffix(i->type, s->suffix));
	emit_reg(e, i->dst);
	for (int k = reciprocal; k < ir_ops[i->op].nsrc; k++) {
		comma(e);
		emit_value(e, literal_type(i, k), i->src[k]);
	}
	end(e);
}

/* ---- moves ---- */

static const char *
space_text(enum ir_space s)
{
	static const char *const text[] = {
		[SPACE_GENERIC] = "",
		[SPACE_GLOBAL] = ".global",
		[SPACE_SHARED] = ".shared",
		[SPACE_LOCAL] = ".local",
		[SPACE_CONST] = ".const",
		[SPACE_PARAM] = ".param",
	};
	return text[s];
}

static enum ir_space
address_space(struct ir_value v)
{
	if (v.kind == VAL_SLOT)
		return v.u.slot->kind == SLOT_LOCAL ? SPACE_LOCAL : SPACE_SHARED;
	return v.u.symbol->kind == SYM_VAR ? v.u.symbol->space : SPACE_GENERIC;
}

static void
emit_cvta(struct emitter *e, enum ir_space space, ir_reg dst, struct ir_value from)
{
	begin(e, PTX_OP_CVTA, space_text(space), ".u64");
	emit_reg(e, dst);
	comma(e);
	emit_value(e, IR_I64, from);
	end(e);
}

static void
emit_mov(struct emitter *e, const struct ir_inst *i)
{
	bool address = ir_is_address(i->src[0]);

	begin(e, PTX_OP_MOV, "", address ? ".u64" : suffix(i->type, SUF_B));
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->type, i->src[0]);
	end(e);
	if (address && i->op == IR_MOV && address_space(i->src[0]) != SPACE_GENERIC)
		emit_cvta(e, address_space(i->src[0]), i->dst, ir_r(i->dst));
}

static void
emit_select(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_SELP, "", suffix(i->type, SUF_B));
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->type, i->src[1]);
	comma(e);
	emit_value(e, i->type, i->src[2]);
	comma(e);
	emit_value(e, IR_PRED, i->src[0]);
	end(e);
}

static void
emit_wide(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_MUL, ".wide", i->op == IR_MULWIDE_S ? ".s32" : ".u32");
	emit_reg(e, i->dst);
	for (int k = 0; k < 2; k++) {
		comma(e);
		emit_value(e, IR_I32, i->src[k]);
	}
	end(e);
}

static void
emit_copysign(struct emitter *e, const struct ir_inst *i)
{
	/* PTX ISA 9.7.3.2: the sign of a, the magnitude of b */
	begin(e, PTX_OP_COPYSIGN, "", suffix(i->type, SUF_B));
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->type, i->src[1]);
	comma(e);
	emit_value(e, i->type, i->src[0]);
	end(e);
}

static void
emit_isnan(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_SETP, ".nan", suffix(i->type, SUF_B));
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->type, i->src[0]);
	comma(e);
	emit_value(e, i->type, i->src[0]);
	end(e);
}

/* ---- conversions ---- */

static void
cvt(struct emitter *e, const struct ir_inst *i, const char *mods, const char *to, const char *from)
{
	begin(e, PTX_OP_CVT, arena_printf(e->scratch, "%s%s", mods, to), from);
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->from ? i->from : i->type, i->src[0]);
	end(e);
}

static void
emit_mask(struct emitter *e, const struct ir_inst *i, int mask)
{
	begin(e, PTX_OP_AND, "", ".b32");
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, IR_I32, i->src[0]);
	fprintf(e->out, ", %d", mask);
	end(e);
}

static void
emit_convert(struct emitter *e, const struct ir_inst *i)
{
	const char *to = suffix(i->type, SUF_B);

	switch (i->op) {
	case IR_SEXT8: cvt(e, i, "", ".s32", ".s8"); break;
	case IR_SEXT16: cvt(e, i, "", ".s32", ".s16"); break;
	case IR_ZEXT8: emit_mask(e, i, 0xff); break;
	case IR_ZEXT16: emit_mask(e, i, 0xffff); break;
	case IR_SEXT: cvt(e, i, "", ".s64", ".s32"); break;
	case IR_ZEXT: cvt(e, i, "", ".u64", ".u32"); break;
	case IR_TRUNC: cvt(e, i, "", ".u32", ".u64"); break;
	case IR_S2F: cvt(e, i, ".rn", to, suffix(i->from, SUF_S)); break;
	case IR_U2F: cvt(e, i, ".rn", to, suffix(i->from, SUF_U)); break;
	case IR_F2S: cvt(e, i, ".rzi", suffix(i->type, SUF_S), suffix(i->from, SUF_B)); break;
	case IR_F2U: cvt(e, i, ".rzi", suffix(i->type, SUF_U), suffix(i->from, SUF_B)); break;
	case IR_F2F: cvt(e, i, i->type == IR_F32 ? ".rn" : "", to, suffix(i->from, SUF_B)); break;
	case IR_FLOOR: cvt(e, i, ".rmi", to, to); break;
	case IR_CEIL: cvt(e, i, ".rpi", to, to); break;
	case IR_TRUNCF: cvt(e, i, ".rzi", to, to); break;
	default: cvt(e, i, ".rni", to, to); break;
	}
}

static void
emit_bitcast(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_MOV, "", ir_type_bytes(i->type) == 8 ? ".b64" : ".b32");
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, i->from, i->src[0]);
	end(e);
}

/* ---- memory ---- */

static void
emit_address(struct emitter *e, struct ir_value base, int64_t offset)
{
	fputc('[', e->out);
	if (base.kind == VAL_INT) {
		fprintf(e->out, "%" PRId64, base.u.i + offset);
	} else {
		if (base.kind != VAL_REG) {
			base.offset += offset;
			offset = 0;
		}
		emit_value(e, IR_I64, base);
		if (offset) /* PTX wants a sign of its own before a negative offset */
			fprintf(e->out, "+%" PRId64, offset);
	}
	fputc(']', e->out);
}

static const char *
mem_text(enum ir_mem m)
{
	static const char *const text[] = {
		[MEM_S8] = ".s8",
		[MEM_U8] = ".u8",
		[MEM_S16] = ".s16",
		[MEM_U16] = ".u16",
		[MEM_32] = ".b32",
		[MEM_64] = ".b64",
		[MEM_F32] = ".f32",
		[MEM_F64] = ".f64",
	};
	return text[m];
}

static const char *
access_text(struct emitter *e, const struct ir_inst *i)
{
	return arena_printf(e->scratch, "%s%s", i->is_volatile ? ".volatile" : "",
		space_text(i->space));
}

/* Return what i, or all of its vector, accesses: plain bits where its elements differ. */
static enum ir_mem
vector_mem(const struct ir_inst *i)
{
	enum ir_mem mem = i->mem;

	for (int k = i->vector; k > 1; k--, i = i->next)
		if (i->next->mem != mem)
			return ir_mem_bytes(mem) == 4 ? MEM_32 : MEM_64;
	return mem;
}

static const char *
vector_text(const struct ir_inst *i)
{
	return i->vector == 4 ? ".v4" : i->vector == 2 ? ".v2" : "";
}

/* Emit what i loads to, or stores, and the same of its vector. */
static void
emit_vector(struct emitter *e, const struct ir_inst *i)
{
	int n = i->vector;

	fputs(n > 1 ? "{" : "", e->out);
	for (int k = 0; k == 0 || k < n; k++, i = i->next) {
		if (k)
			comma(e);
		if (i->op == IR_LD)
			emit_reg(e, i->dst);
		else
			emit_value(e, i->type, i->src[1]);
	}
	fputs(n > 1 ? "}" : "", e->out);
}

static void
emit_ld(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_LD,
		arena_printf(e->scratch, "%s%s", i->read_only ? ".global.nc" : access_text(e, i),
			vector_text(i)),
		mem_text(vector_mem(i)));
	emit_vector(e, i);
	comma(e);
	emit_address(e, i->src[0], i->offset);
	fprintf(e->out, ";%s\n", i->carries ? PTX_CARRIES : "");
}

static void
emit_st(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_ST, arena_printf(e->scratch, "%s%s", access_text(e, i), vector_text(i)),
		mem_text(vector_mem(i)));
	emit_address(e, i->src[0], i->offset);
	comma(e);
	emit_vector(e, i);
	end(e);
}

static void
emit_ldparam(struct emitter *e, const struct ir_inst *i)
{
	begin(e, PTX_OP_LD, ".param", mem_text(i->mem));
	emit_reg(e, i->dst);
	fprintf(e->out, ", [%s", e->param_names[i->index]);
	if (i->offset)
		fprintf(e->out, "%+" PRId64, i->offset);
	fputs("];\n", e->out);
}

static void
emit_atom(struct emitter *e, const struct ir_inst *i)
{
	static const struct {
		const char *op;
		enum suffix suffix;
	} ops[] = {
		[ATOM_ADD] = { ".add", SUF_U },
		[ATOM_MIN_S] = { ".min", SUF_S },
		[ATOM_MAX_S] = { ".max", SUF_S },
		[ATOM_MIN_U] = { ".min", SUF_U },
		[ATOM_MAX_U] = { ".max", SUF_U },
		[ATOM_AND] = { ".and", SUF_B },
		[ATOM_OR] = { ".or", SUF_B },
		[ATOM_XOR] = { ".xor", SUF_B },
		[ATOM_EXCH] = { ".exch", SUF_B },
		[ATOM_CAS] = { ".cas", SUF_B },
	};
	bool bits = ops[i->atom].suffix == SUF_B;
	enum ir_type type = bits && i->type == IR_F64 ? IR_I64 :
		bits && i->type == IR_F32             ? IR_I32 :
							i->type;
	bool red = i->dst == IR_NOREG && i->atom != ATOM_CAS && i->atom != ATOM_EXCH;

	begin(e, red ? PTX_OP_RED : PTX_OP_ATOM,
		arena_printf(e->scratch, "%s%s", space_text(i->space), ops[i->atom].op),
		suffix(type, ops[i->atom].suffix));
	if (!red) {
		fputs(i->dst == IR_NOREG ? "_" : e->reg_names[i->dst], e->out);
		comma(e);
	}
	emit_address(e, i->src[0], i->offset);
	for (int k = 1; k < 3 && i->src[k].kind != VAL_NONE; k++) {
		comma(e);
		emit_value(e, i->type, i->src[k]);
	}
	end(e);
}

static void
emit_fence(struct emitter *e, const struct ir_inst *i)
{
	static const char *const fence[] = { ".acq_rel.cta", ".acq_rel.gpu", ".acq_rel.sys",
		".sc.gpu" };
	static const char *const membar[] = { ".cta", ".gl", ".sys", ".gl" };

	fprintf(e->out, "\t%s%s;\n", op_text[e->t->fence ? PTX_OP_FENCE : PTX_OP_MEMBAR],
		(e->t->fence ? fence : membar)[i->index]);
}

/* ---- threads, warps, barriers ---- */

static void
emit_sreg(struct emitter *e, const struct ir_inst *i)
{
	static const char *const text[] = {
		[SREG_TID] = "%tid.x",
		[SREG_NTID] = "%ntid.x",
		[SREG_CTAID] = "%ctaid.x",
		[SREG_NCTAID] = "%nctaid.x",
		[SREG_LANEID] = "%laneid",
		[SREG_WARPID] = "%warpid",
		[SREG_CLOCK] = "%clock",
		[SREG_GLOBALTIMER] = "%globaltimer",
		[SREG_LANEMASK_LT] = "%lanemask_lt",
		[SREG_LANEMASK_GE] = "%lanemask_ge",
		[SREG_DYNAMIC_SHARED] = "%dynamic_smem_size",
		[SREG_TID_X] = "%tid.x",
		[SREG_TID_Y] = "%tid.y",
		[SREG_TID_Z] = "%tid.z",
		[SREG_NTID_X] = "%ntid.x",
		[SREG_NTID_Y] = "%ntid.y",
		[SREG_NTID_Z] = "%ntid.z",
		[SREG_CTAID_X] = "%ctaid.x",
		[SREG_CTAID_Y] = "%ctaid.y",
		[SREG_CTAID_Z] = "%ctaid.z",
	};
	begin(e, PTX_OP_MOV, "", i->type == IR_I64 ? ".u64" : ".u32");
	emit_reg(e, i->dst);
	fprintf(e->out, ", %s;\n", text[i->index]);
}

static void
emit_bar(struct emitter *e, const struct ir_inst *i)
{
	bool arrive = i->op == IR_BAR_ARRIVE;

	/*
	 * Not bar.sync, which is barrier.sync.aligned: lanes of a warp may come from different
	 * branches, and from sm_70 on an aligned barrier then counts the warp twice (seen to hang
	 * on an H200).  Up to sm_6x the two are the same (PTX ISA 9.7.13.1).
	 */
	begin(e, PTX_OP_BARRIER, arrive ? ".arrive" : ".sync", "");
	emit_value(e, IR_I32, i->src[0]);
	if (i->src[1].kind != VAL_NONE) {
		comma(e);
		emit_value(e, IR_I32, i->src[1]);
	}
	end(e);
}

static void
emit_warpsync(struct emitter *e, const struct ir_inst *i)
{
	if (i->src[1].kind == VAL_REG)
		fprintf(e->out, "\t@%s bar.warp.sync \t", e->reg_names[i->src[1].u.reg]);
	else
		begin(e, PTX_OP_BAR, ".warp.sync", "");
	emit_value(e, IR_I32, i->src[0]);
	end(e);
}

static void
shfl(struct emitter *e, const struct ir_inst *i, const char *dst, const char *src)
{
	static const char *const mode[] = { ".sync.up", ".sync.down", ".sync.bfly", ".sync.idx" };

	begin(e, PTX_OP_SHFL, mode[i->index], ".b32");
	fprintf(e->out, "%s, %s", dst, src);
	for (int k = 1; k < 4; k++) {
		comma(e);
		emit_value(e, IR_I32, i->src[k]);
	}
	end(e);
}

/* Emit a shuffle, which moves 32 bits.  Wider values go in halves. */
static void
emit_shfl(struct emitter *e, const struct ir_inst *i)
{
	const char *dst = e->reg_names[i->dst], *src = e->reg_names[i->src[0].u.reg];

	if (ir_type_bytes(i->type) == 4) {
		shfl(e, i, dst, src);
		return;
	}
	fprintf(e->out, "\t{\n\t.reg .b32 \t%%lo, %%hi;\n");
	fprintf(e->out, "\t%s.b64 \t{%%lo, %%hi}, %s;\n", op_text[PTX_OP_MOV], src);
	shfl(e, i, "%lo", "%lo");
	shfl(e, i, "%hi", "%hi");
	fprintf(e->out, "\t%s.b64 \t%s, {%%lo, %%hi};\n\t}\n", op_text[PTX_OP_MOV], dst);
}

static void
emit_vote(struct emitter *e, const struct ir_inst *i)
{
	static const char *const mode[] = { ".sync.ballot.b32", ".sync.any.pred",
		".sync.all.pred" };

	begin(e, PTX_OP_VOTE, mode[i->index], "");
	emit_reg(e, i->dst);
	comma(e);
	emit_value(e, IR_PRED, i->src[0]);
	comma(e);
	emit_value(e, IR_I32, i->src[1]);
	end(e);
}

/* Emit activemask.  It came with PTX 6.2; before, a vote of the lanes that are here says the
 * same. */
static void
emit_activemask(struct emitter *e, const struct ir_inst *i)
{
	bool votes = e->t->arch < 90;

	begin(e, votes ? PTX_OP_VOTE : PTX_OP_ACTIVEMASK, votes ? ".ballot" : "", ".b32");
	emit_reg(e, i->dst);
	if (votes)
		fputs(", 1", e->out);
	end(e);
}

/* ---- calls: PTX ISA 7.1; every argument through the .param space ---- */

const char *
param_text(struct emitter *e, const struct ir_param *p, const char *name)
{
	if (p->type == IR_NONE) /* PTX has no objects of size 0 */
		return arena_printf(e->scratch, ".param .align %" PRIu64 " .b8 %s[%" PRIu64 "]",
			p->align, name, p->bytes ? p->bytes : 1);
	return arena_printf(e->scratch, ".param .b%d %s", ir_type_bytes(p->type) * 8, name);
}

void
emit_params(struct emitter *e, const struct ir_param *p, int n, const char **names)
{
	for (int i = 0; i < n; i++)
		fprintf(e->out, "%s\n\t%s", i ? "," : "", param_text(e, &p[i], names[i]));
	if (n)
		fputc('\n', e->out);
}

/* Copy an aggregate between memory and a parameter, in pieces of its alignment. */
static void
copy_param(struct emitter *e, const struct ir_param *p, const char *name, struct ir_value addr,
	bool to_param)
{
	uint64_t unit = p->align < 8 ? p->align : 8;
	const char *type = unit == 8 ? ".b64" : unit == 4 ? ".b32" : unit == 2 ? ".u16" : ".u8";
	enum ir_space space = addr.kind == VAL_REG ? SPACE_GENERIC : address_space(addr);

	const char *piece = name_beside(e, "%piece");
	fprintf(e->out, "\t{\n\t.reg .b%d \t%s;\n", unit == 8 ? 64 : 32, piece);
	for (uint64_t at = 0; at < p->bytes; at += unit) {
		if (!to_param)
			fprintf(e->out, "\t%s.param%s \t%s, [%s+%" PRIu64 "];\n",
				op_text[PTX_OP_LD], type, piece, name, at);
		begin(e, to_param ? PTX_OP_LD : PTX_OP_ST, space_text(space), type);
		if (to_param)
			fprintf(e->out, "%s, ", piece);
		emit_address(e, addr, (int64_t)at);
		if (!to_param)
			fprintf(e->out, ", %s", piece);
		fprintf(e->out, ";%s\n", to_param ? PTX_CARRIES : "");
		if (to_param)
			fprintf(e->out, "\t%s.param%s \t[%s+%" PRIu64 "], %s;\n",
				op_text[PTX_OP_ST], type, name, at, piece);
	}
	fputs("\t}\n", e->out);
}

static void
store_param(struct emitter *e, const struct ir_param *p, const char *name, struct ir_value v)
{
	if (p->type == IR_NONE) {
		if (p->bytes)
			copy_param(e, p, name, v, true);
		return;
	}
	begin(e, PTX_OP_ST, ".param", suffix(p->type, SUF_B));
	fprintf(e->out, "[%s], ", name);
	emit_value(e, p->type, v);
	end(e);
}

static void
emit_prototype(struct emitter *e, const struct ir_call *call, const char *name)
{
	fprintf(e->out, "\t%s: .callprototype ", name);
	if (call->result.type != IR_NONE || call->result.bytes)
		fprintf(e->out, "(%s) ", param_text(e, &call->result, "_"));
	fputs("_ (", e->out);
	for (int i = 0; i < call->nargs; i++)
		fprintf(e->out, "%s%s", i ? ", " : "", param_text(e, &call->sig[i], "_"));
	fputs(");\n", e->out);
}

static const char *
argument_name(struct emitter *e, int k)
{
	return name_beside(e, arena_printf(e->scratch, "arg%d", k));
}

static void
emit_call(struct emitter *e, const struct ir_inst *i)
{
	const struct ir_call *call = i->call;
	bool result = call->result.type != IR_NONE || call->result.bytes;
	const char *prototype = arena_printf(e->scratch, "$proto%u", ++e->calls);
	const char *retval = name_beside(e, "retval");

	fputs("\t{\n", e->out);
	for (int k = 0; k < call->nargs; k++) {
		const char *name = argument_name(e, k);
		fprintf(e->out, "\t%s;\n", param_text(e, &call->sig[k], name));
		store_param(e, &call->sig[k], name, call->args[k]);
	}
	if (result)
		fprintf(e->out, "\t%s;\n", param_text(e, &call->result, retval));
	if (!call->callee)
		emit_prototype(e, call, prototype);
	fprintf(e->out, "\t%s%s ", op_text[PTX_OP_CALL], call->callee ? ".uni" : "");
	if (result)
		fprintf(e->out, "(%s), ", retval);
	if (call->callee)
		fputs(call->callee->name, e->out);
	else
		emit_value(e, IR_I64, call->target);
	if (call->nargs || !call->callee) {
		fputs(", (", e->out);
		for (int k = 0; k < call->nargs; k++)
			fprintf(e->out, "%s%s", k ? ", " : "", argument_name(e, k));
		fputc(')', e->out);
	}
	fprintf(e->out, call->callee ? ";\n" : ", %s;\n", prototype);
	if (call->result.bytes && call->result_addr.kind != VAL_NONE)
		copy_param(e, &call->result, retval, call->result_addr, false);
	else if (result && !call->result.bytes && i->dst != IR_NOREG)
		fprintf(e->out, "\t%s.param%s \t%s, [%s];\n", op_text[PTX_OP_LD],
			suffix(call->result.type, SUF_B), e->reg_names[i->dst], retval);
	fputs("\t}\n", e->out);
}

void
emit_return(struct emitter *e, struct ir_value v)
{
	if (v.kind != VAL_NONE && (e->f->result.type != IR_NONE || e->f->result.bytes))
		store_param(e, &e->f->result, name_beside(e, "result"), v);
}

/* ---- all ---- */

void
emit_inst(struct emitter *e, const struct ir_inst *i)
{
	switch (i->op) {
	case IR_MOV:
	case IR_ADDR: emit_mov(e, i); break;
	case IR_SELECT: emit_select(e, i); break;
	case IR_MULWIDE_S:
	case IR_MULWIDE_U: emit_wide(e, i); break;
	case IR_COPYSIGN: emit_copysign(e, i); break;
	case IR_ISNAN: emit_isnan(e, i); break;
	case IR_SEXT8:
	case IR_SEXT16:
	case IR_ZEXT8:
	case IR_ZEXT16:
	case IR_SEXT:
	case IR_ZEXT:
	case IR_TRUNC:
	case IR_S2F:
	case IR_U2F:
	case IR_F2S:
	case IR_F2U:
	case IR_F2F:
	case IR_FLOOR:
	case IR_CEIL:
	case IR_TRUNCF:
	case IR_RINT: emit_convert(e, i); break;
	case IR_BITCAST: emit_bitcast(e, i); break;
	case IR_TOGENERIC: emit_cvta(e, i->space, i->dst, i->src[0]); break;
	case IR_LD: emit_ld(e, i); break;
	case IR_ST: emit_st(e, i); break;
	case IR_LDPARAM: emit_ldparam(e, i); break;
	case IR_ATOM: emit_atom(e, i); break;
	case IR_FENCE: emit_fence(e, i); break;
	case IR_SREG: emit_sreg(e, i); break;
	case IR_BAR:
	case IR_BAR_ARRIVE: emit_bar(e, i); break;
	case IR_WARPSYNC: emit_warpsync(e, i); break;
	case IR_SHFL: emit_shfl(e, i); break;
	case IR_VOTE: emit_vote(e, i); break;
	case IR_ACTIVEMASK: emit_activemask(e, i); break;
	case IR_CALL: emit_call(e, i); break;
	case IR_TRAP: fprintf(e->out, "\t%s;\n", op_text[PTX_OP_TRAP]); break;
	default:
		if (!spellings[i->op].mods)
			diag_bug("emit", "%s: '%s' has no PTX spelling", e->f->name,
				ir_ops[i->op].name);
		emit_plain(e, i);
	}
}
