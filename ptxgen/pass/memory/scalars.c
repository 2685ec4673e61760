/*
 * scalars.c: memory that is only reached at known offsets becomes registers, and elements of
 * constant tables become constants.
 *
 *      struct { float re, im; } z;  z.re = a; … = z.re         ->      z_0 = a; … = z_0
 *      static const float w[3] = { 1, 2, 1 };  … = w[1]        ->      … = 2
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 * A thread's own variable qualifies when nobody but loads and stores sees its address, and each of
 * them reaches one of its pieces: pieces do not overlap, but one may consist of smaller ones, each of
 * them half of the next (a structure is copied in units of its alignment).  Arrays qualify once the
 * loops over them are written out.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <string.h>

/* What a register is the address of. */
struct origin {
	struct ir_value base; /* VAL_SLOT or VAL_SYMBOL with its offset; VAL_NONE: something else */
};

struct piece {
	int64_t at;
	int bytes;
	enum ir_type type;
	ir_reg reg;
};

struct variable {  /* a slot */
	bool seen; /* its address goes elsewhere, or an access is not of a kind that we know */
	VEC(struct piece) piece;
};

struct promoting {
	struct ir_func *f;
	struct arena *a;
	bool *single;
	struct origin *origin; /* by register, those of the snapshot */
	uint32_t nregs;
	struct variable *variable; /* by slot id */
};

/* ---- addresses ---- */

/* Return v as the address of a slot or symbol, or VAL_NONE. */
static struct ir_value
address_of(const struct promoting *p, struct ir_value v)
{
	if (ir_is_address(v))
		return v;
	return v.kind == VAL_REG && v.u.reg < p->nregs ? p->origin[v.u.reg].base : ir_none();
}

/* Return whether i only carries an address on, so that its result's origin is known. */
static bool
carries_address(const struct promoting *p, const struct ir_inst *i)
{
	if (i->dst == IR_NOREG || !p->single[i->dst])
		return false;
	return i->op == IR_MOV || i->op == IR_ADDR ||
		(i->op == IR_ADD && i->type == IR_I64 && i->src[1].kind == VAL_INT);
}

static void
find_origins(struct promoting *p, const struct graph *g)
{
	for (uint32_t k = 0; k < g->nrpo; k++) {
		for (const struct ir_inst *i = g->rpo[k]->first; i; i = i->next) {
			struct ir_value base = carries_address(p, i) ? address_of(p, i->src[0]) :
								       ir_none();
			if (base.kind == VAL_NONE)
				continue;
			if (i->op == IR_ADD)
				base.offset += i->src[1].u.i;
			p->origin[i->dst].base = base;
		}
	}
}

/* Return what an access reaches, with its offset, or VAL_NONE: something else. */
static struct ir_value
accessed(const struct promoting *p, const struct ir_inst *i)
{
	struct ir_value v = address_of(p, i->src[0]);

	v.offset += i->offset;
	return v;
}

/* ---- who sees a variable ---- */

static void
show(void *ctx, struct ir_value *v)
{
	const struct promoting *p = ctx;
	struct ir_value base = address_of(p, *v);

	if (base.kind == VAL_SLOT)
		p->variable[base.u.slot->id].seen = true;
}

static void
note_access(struct promoting *p, const struct ir_inst *i)
{
	struct ir_value to = accessed(p, i);
	struct variable *x;
	int bytes = ir_mem_bytes(i->mem);
	enum ir_type type = ir_mem_type(i->mem);

	if (to.kind != VAL_SLOT)
		return;
	x = &p->variable[to.u.slot->id];
	if (i->is_volatile || to.offset < 0 || to.offset + bytes > (int64_t)to.u.slot->size ||
		to.u.slot->kind != SLOT_LOCAL)
		x->seen = true;
	for (size_t k = 0; k < x->piece.n; k++) {
		struct piece *q = &x->piece.v[k];
		if (q->at != to.offset || q->bytes != bytes)
			continue;
		if (type == IR_F32 || type == IR_F64)
			q->type = type;
		return;
	}
	if (x->piece.n < MOST_PIECES)
		vec_push(p->a, &x->piece, ((struct piece){ to.offset, bytes, type, IR_NOREG }));
	else
		x->seen = true;
}

static void
look_at_uses(struct promoting *p)
{
	for (struct ir_block *b = p->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op == IR_LD || i->op == IR_ST) {
				note_access(p, i);
				if (i->op == IR_ST)
					show(p, &i->src[1]);
			} else if (!carries_address(p, i)) {
				ir_visit_uses(i, show, p);
			}
		}
		ir_visit_term_uses(b, show, p);
	}
}

/* ---- pieces ---- */

static struct piece *
piece_at(const struct variable *x, int64_t at, int bytes)
{
	for (size_t k = 0; k < x->piece.n; k++)
		if (x->piece.v[k].at == at && x->piece.v[k].bytes == bytes)
			return &x->piece.v[k];
	return NULL;
}

static bool
overlap(const struct piece *p, const struct piece *q)
{
	return p->at < q->at + q->bytes && q->at < p->at + p->bytes;
}

/* Return whether something reaches a part of the piece only: its halves are pieces then. */
static bool
is_halved(const struct variable *x, const struct piece *p)
{
	for (size_t k = 0; k < x->piece.n; k++)
		if (x->piece.v[k].bytes < p->bytes && overlap(&x->piece.v[k], p))
			return true;
	return false;
}

/* Add the halves that nothing reaches as such.  They are at the end, where they are looked at, too. */
static void
halve(struct promoting *p, struct variable *x)
{
	for (size_t k = 0; k < x->piece.n; k++) {
		int bytes = x->piece.v[k].bytes / 2;
		int64_t at = x->piece.v[k].at;

		for (int n = 0; n < 2 && is_halved(x, &x->piece.v[k]); n++, at += bytes)
			if (!piece_at(x, at, bytes))
				vec_push(p->a, &x->piece,
					((struct piece){ at, bytes, IR_I32, IR_NOREG }));
	}
}

static void
settle_pieces(struct promoting *p, struct variable *x)
{
	for (size_t k = 0; k < x->piece.n; k++)
		x->seen |= x->piece.v[k].at % x->piece.v[k].bytes != 0;
	if (!x->seen)
		halve(p, x);
}

static void
name_pieces(struct promoting *p, struct ir_slot *s)
{
	struct variable *x = &p->variable[s->id];

	for (size_t k = 0; k < x->piece.n && !x->seen; k++) {
		struct piece *q = &x->piece.v[k];
		const char *name = s->size == (uint64_t)q->bytes ?
			s->name :
			arena_printf(p->f->arena, "%s_%lld", s->name,
				(long long)(q->at / q->bytes));

		if (!is_halved(x, q))
			q->reg = ir_reg_new(p->f, q->type, s->name ? name : NULL);
	}
}

/* ---- values ---- */

static struct ir_value
constant_bits(enum ir_type to, uint64_t bits)
{
	uint32_t low = (uint32_t)bits;
	float f;
	double d;

	memcpy(&f, &low, sizeof f);
	memcpy(&d, &bits, sizeof d);
	switch (to) {
	case IR_F32: return ir_float(f);
	case IR_F64: return ir_float(d);
	case IR_I32: return ir_int((int32_t)low);
	default: return ir_int((int64_t)bits);
	}
}

/* Return whether the value keeps its bits as one of another type.  NaNs may not. */
static bool
is_exact(struct ir_value v)
{
	return v.kind != VAL_FLOAT || v.u.f == v.u.f;
}

static uint64_t
bits_of(struct ir_value v, enum ir_type type)
{
	float f = (float)v.u.f;
	uint32_t low;
	uint64_t bits;

	if (v.kind == VAL_INT)
		return (uint64_t)v.u.i;
	memcpy(&low, &f, sizeof low);
	memcpy(&bits, &v.u.f, sizeof bits);
	return type == IR_F32 ? low : bits;
}

/* Return the bits of v, of type `from`, as a value of another type of the same size. */
static struct ir_value
as_type(struct ir_cursor *c, struct ir_value v, enum ir_type from, enum ir_type to)
{
	if (from == to && (v.kind != VAL_INT || to == IR_I32 || to == IR_I64))
		return v;
	if (v.kind == VAL_INT || v.kind == VAL_FLOAT)
		return constant_bits(to, bits_of(v, from));
	return ir_convert(c, IR_BITCAST, to, from, v);
}

/* ---- accesses become copies ---- */

static void
become(struct ir_inst *i, enum ir_op op, enum ir_type type, struct ir_value v)
{
	ir_become(i, op, type, IR_NONE, v, ir_none());
	i->offset = 0;
	i->carries = i->read_only = false;
}

/* Return the type of the integer that so many bytes lie in. */
static enum ir_type
word(int bytes)
{
	return bytes == 8 ? IR_I64 : IR_I32;
}

/* Return the bytes of a piece as an integer, whose other bits say nothing. */
static struct ir_value
piece_value(struct ir_cursor *c, const struct variable *x, int64_t at, int bytes)
{
	const struct piece *q = piece_at(x, at, bytes);
	enum ir_type type = word(bytes);
	int half = bytes / 2;

	if (q->reg != IR_NOREG)
		return as_type(c, ir_r(q->reg), q->type, type);
	struct ir_value low = piece_value(c, x, at, half);
	struct ir_value high = piece_value(c, x, at + half, half);
	if (bytes == 8) {
		low = ir_convert(c, IR_ZEXT, IR_I64, IR_I32, low);
		high = ir_convert(c, IR_ZEXT, IR_I64, IR_I32, high);
	} else {
		low = ir_op2(c, IR_AND, IR_I32, low, ir_int((1 << 8 * half) - 1));
	}
	high = ir_op2(c, IR_SHL, type, high, ir_int(8 * half));
	return ir_op2(c, IR_OR, type, low, high);
}

static void
replace_load(struct ir_cursor *c, struct ir_inst *i, const struct variable *x,
	const struct piece *q)
{
	enum ir_type type = ir_mem_type(i->mem);
	struct ir_value v = ir_r(q->reg);
	enum ir_type from = q->type;

	if (q->reg == IR_NOREG) {
		v = piece_value(c, x, q->at, q->bytes);
		from = word(q->bytes);
	}
	v = as_type(c, v, from, type);
	become(i, ir_mem_extension(i->mem), type, v);
}

/* Return half a value of so many bytes. */
static struct ir_value
half_of(struct ir_cursor *c, struct ir_value v, int bytes, bool high)
{
	enum ir_type type = word(bytes);
	int by = high ? 4 * bytes : 0;

	if (v.kind == VAL_INT)
		return ir_int((int32_t)(uint32_t)((uint64_t)v.u.i >> by));
	if (high)
		v = ir_op2(c, IR_SHR_U, type, v, ir_int(by));
	return bytes == 8 ? ir_convert(c, IR_TRUNC, IR_I32, IR_I64, v) : v;
}

static void
set_piece(struct ir_cursor *c, const struct variable *x, const struct piece *q, struct ir_value v)
{
	int half = q->bytes / 2;

	if (q->reg != IR_NOREG) {
		ir_mov(c, q->reg, as_type(c, v, word(q->bytes), q->type));
		return;
	}
	set_piece(c, x, piece_at(x, q->at, half), half_of(c, v, q->bytes, false));
	set_piece(c, x, piece_at(x, q->at + half, half), half_of(c, v, q->bytes, true));
}

static void
replace_store(struct ir_cursor *c, struct ir_inst *i, const struct variable *x,
	const struct piece *q)
{
	enum ir_type type = ir_mem_type(i->mem);
	struct ir_value v = i->src[1];

	if (q->reg == IR_NOREG) {
		set_piece(c, x, q, as_type(c, v, type, word(q->bytes)));
		i->op = IR_MOV; /* into a register of nobody */
		i->dst = ir_reg_new(c->func, IR_I32, NULL);
		become(i, IR_MOV, IR_I32, ir_int(0));
		return;
	}
	v = as_type(c, v, type, q->type);
	i->dst = q->reg;
	become(i, IR_MOV, q->type, v);
}

static uint64_t
read_bytes(const uint8_t *from, int bytes)
{
	uint64_t v = 0;

	for (int k = 0; k < bytes; k++)
		v |= (uint64_t)from[k] << 8 * k;
	return v;
}

/* Return the element that is loaded from a table that nobody may write, or VAL_NONE. */
static struct ir_value
table_element(const struct ir_inst *i, struct ir_value from)
{
	const struct ir_symbol *s = from.u.symbol;
	int bytes = ir_mem_bytes(i->mem);
	uint64_t bits;

	if (i->op != IR_LD || i->is_volatile || s->kind != SYM_VAR || !s->constant ||
		from.offset < 0 || (uint64_t)from.offset + bytes > s->size || s->relocs)
		return ir_none();
	bits = s->bytes ? read_bytes(s->bytes + from.offset, bytes) : 0;
	switch (i->mem) {
	case MEM_S8: return ir_int((int8_t)bits);
	case MEM_S16: return ir_int((int16_t)bits);
	case MEM_U8:
	case MEM_U16: return ir_int((int64_t)bits);
	default: return constant_bits(ir_mem_type(i->mem), bits);
	}
}

static void
replace(struct promoting *p, struct ir_block *b, struct ir_inst *i)
{
	struct ir_value to = accessed(p, i), element;
	struct ir_cursor c = ir_before(p->f, b, i);
	struct variable *x;

	if (to.kind == VAL_SYMBOL) {
		element = table_element(i, to);
		if (element.kind != VAL_NONE && is_exact(element))
			become(i, IR_MOV, ir_mem_type(i->mem), element);
		return;
	}
	x = to.kind == VAL_SLOT ? &p->variable[to.u.slot->id] : NULL;
	if (!x || x->seen)
		return;
	if (i->op == IR_LD)
		replace_load(&c, i, x, piece_at(x, to.offset, ir_mem_bytes(i->mem)));
	else
		replace_store(&c, i, x, piece_at(x, to.offset, ir_mem_bytes(i->mem)));
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct promoting p = { f, a, graph_single(a, g), NEWN(a, struct origin, f->nregs), f->nregs,
		NEWN(a, struct variable, f->nslots + 1) };

	(void)pc;
	find_origins(&p, g);
	look_at_uses(&p);
	for (struct ir_slot *s = f->slots; s; s = s->next) {
		settle_pieces(&p, &p.variable[s->id]);
		name_pieces(&p, s);
	}
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_LD || i->op == IR_ST)
				replace(&p, b, i);
	arena_free(a);
}

const struct pass pass_scalars = { 'j', "scalars",
	"memory at known offsets becomes registers and constants", run, false,
	PTXGEN_SWITCH_SCALARS + 1 };
