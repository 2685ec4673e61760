/*
 * reduce.c: reductions (OpenMP 5.2 [5.5]): private copies that begin with the operator's
 * identity, and their combination into the original, for scalars, arrays and array sections.
 *
 * Among threads a combination is one OMP_REDUCE per element; where only one thread runs it is plain
 * arithmetic.  The OMP_REDUCEs of a directive stand side by side, so that they are done together;
 * only a long array's are in a loop.  A sum of complex numbers is one of their parts, each an element.
 */
#include <limits.h>

#include "build/internal.h"

/* A sum of _Bool is 1 where one of them is (C11 6.3.1.2). */
static int
ir_reduction(enum omp_reduction_op op, const struct type *t)
{
	static const int ops[] = {
		[RED_ADD] = IRED_ADD,
		[RED_SUB] = IRED_ADD,
		[RED_MUL] = IRED_MUL,
		[RED_AND] = IRED_AND,
		[RED_OR] = IRED_OR,
		[RED_XOR] = IRED_XOR,
		[RED_LOGAND] = IRED_LOGAND,
		[RED_LOGOR] = IRED_LOGOR,
		[RED_MIN] = IRED_MIN,
		[RED_MAX] = IRED_MAX,
	};

	return plain(t)->kind == TY_BOOL && ops[op] == IRED_ADD ? IRED_OR : ops[op];
}

/* Return the largest or smallest value of an integer type, as I32 or I64 constants are written. */
static int64_t
extreme(const struct type *t, bool largest)
{
	int bits = plain(t)->kind == TY_BOOL ? 1 : (int)t->size * 8;

	if (is_unsigned_type(t))
		return int_value(t,
			largest ? (bits == 64 ? ~(uint64_t)0 : ((uint64_t)1 << bits) - 1) : 0);
	return int_value(t, largest ? ((uint64_t)1 << (bits - 1)) - 1 : (uint64_t)1 << (bits - 1));
}

static struct ir_value
identity(enum omp_reduction_op op, const struct type *t)
{
	bool real = is_float_type(t);

	switch (op) {
	case RED_MUL:
	case RED_LOGAND: return real ? ir_float(1) : ir_int(1);
	case RED_AND: return ir_int(int_value(t, ~(uint64_t)0));
	case RED_MIN: return real ? ir_float(__builtin_inf()) : ir_int(extreme(t, true));
	case RED_MAX: return real ? ir_float(-__builtin_inf()) : ir_int(extreme(t, false));
	default: return real ? ir_float(0) : ir_int(0);
	}
}

struct ir_value
combined(struct fb *b, const struct private *p, const struct type *t, struct ir_value x,
	struct ir_value y)
{
	enum omp_reduction_op op = p->var->op;
	bool real = is_float_type(t), u = is_unsigned_type(t);
	enum ir_type type = reg_type(t);
	struct ir_value v;

	switch (op) {
	case RED_ADD:
	case RED_SUB: v = ir_op2(&b->c, IR_ADD, type, x, y); break;
	case RED_MUL: v = ir_op2(&b->c, IR_MUL, type, x, y); break;
	case RED_AND: v = ir_op2(&b->c, IR_AND, type, x, y); break;
	case RED_OR: v = ir_op2(&b->c, IR_OR, type, x, y); break;
	case RED_XOR: v = ir_op2(&b->c, IR_XOR, type, x, y); break;
	case RED_LOGAND:
	case RED_LOGOR:
		y = to_cond(b, y, t);
		v = ir_op2(&b->c, op == RED_LOGAND ? IR_AND : IR_OR, IR_PRED, to_cond(b, x, t), y);
		return convert(b, from_cond(b, v), &int_type, t);
	case RED_MIN:
		v = ir_op2(&b->c, real ? IR_FMIN : u ? IR_MIN_U : IR_MIN_S, type, x, y);
		break;
	default: v = ir_op2(&b->c, real ? IR_FMAX : u ? IR_MAX_U : IR_MAX_S, type, x, y); break;
	}
	return type == IR_I32 ? convert(b, v, &int_type, t) : v;
}

/* ---- loops over elements ---- */

struct element_loop
begin_elements(struct fb *b, struct ir_value len)
{
	struct element_loop l = { new_block(b), new_block(b), new_block(b),
		ir_reg_new(b->f, IR_I64, "k") };

	ir_mov(&b->c, l.k, ir_int(0));
	begin_block(b, l.test);
	ir_branch(&b->c, ir_compare(&b->c, IR_LT_U, IR_I64, ir_r(l.k), len), l.body, l.end);
	begin_block(b, l.body);
	return l;
}

void
end_elements(struct fb *b, struct element_loop *l)
{
	ir_emit(&b->c, IR_ADD, IR_I64, l->k, ir_r(l->k), ir_int(1));
	ir_jump(&b->c, l->test);
	begin_block(b, l->end);
}

struct lval
element(struct fb *b, struct addr first, const struct type *elem, struct ir_value k)
{
	if (k.kind == VAL_INT)
		return mem_lval(addr_add(first, k.u.i * (int64_t)elem->size), elem);
	return mem_lval(addr_index(b, first, ir_op2(&b->c, IR_MUL, IR_I64, k, ir_int(elem->size))),
		elem);
}

int
few_elements(const struct private *p)
{
	enum { FEW = 4 };

	return p->len.kind == VAL_INT && p->len.u.i <= FEW ? (int)p->len.u.i : 0;
}

/* ---- private copies ---- */

/* Return whether it is one of parts: of elements, or of complex numbers' real and imaginary ones. */
static bool
has_parts(const struct private *p)
{
	const struct type *t = p->var->decl->type;

	return t->kind == TY_ARRAY || t->kind == TY_POINTER ||
		(is_complex_type(t) && !p->var->declared);
}

static const struct type *
part_type(const struct private *p)
{
	const struct type *t = type_element(p->var->decl->type->base);

	return is_complex_type(t) && !p->var->declared ? t->base : t;
}

/* Find the section's first element and length, which are the whole array's if nothing was
 * written. */
static void
find_section(struct fb *b, struct private *p)
{
	const struct decl *d = p->var->decl;
	struct lval whole = home_lval(b, p->original, d->type);
	struct ir_value lo, size = type_size(b, d->type->base);

	p->to = d->type->kind == TY_POINTER ? addr_of(load(b, whole), SPACE_GENERIC) : whole.addr;
	p->len = p->var->red_len            ? build_as(b, p->var->red_len, &long_type) :
		d->type->kind == TY_POINTER ? ir_int(1) :
					      ir_int(d->type->size / p->elem->size);
	if (p->var->red_lo) {
		lo = build_as(b, p->var->red_lo, &long_type);
		if (lo.kind == VAL_INT && size.kind == VAL_INT)
			p->to = addr_add(p->to, lo.u.i * size.u.i);
		else
			p->to = addr_index(b, p->to, ir_op2(&b->c, IR_MUL, IR_I64, lo, size));
	}
	/* rows of a multi-dimensional array count as their elements, complex numbers as two */
	if (p->var->red_len && d->type->base->size != p->elem->size)
		p->len = ir_op2(&b->c, IR_MUL, IR_I64, p->len,
			ir_int(d->type->base->size / p->elem->size));
}

static struct addr
private_storage(struct fb *b, struct private *p)
{
	bool shared = regions_share(b, p->var->decl);
	struct ir_value bytes, copy;

	if (p->len.kind == VAL_INT) {
		struct ir_slot *s = ir_slot_new(b->f, shared ? SLOT_TEAM : SLOT_LOCAL,
			p->var->decl->name, p->len.u.i * p->elem->size, p->elem->align);
		return addr_of(ir_slot_value(s, 0), shared ? SPACE_GENERIC : SPACE_LOCAL);
	}
	bytes = ir_op2(&b->c, IR_MUL, IR_I64, p->len, ir_int(p->elem->size));
	need_heap(b->u);
	copy = ir_op1(&b->c, IR_ALLOCA, IR_I64, bytes);
	b->c.block->last->index = ALLOCA_ARRAY;
	return addr_of(copy, SPACE_GENERIC);
}

/* Return the home of the variable inside, placed so that x[lo] is the copy's first element. */
static struct home *
section_home(struct fb *b, struct private *p)
{
	const struct decl *d = p->var->decl;
	struct ir_value back, origin;
	ir_reg r;

	if (d->type->kind != TY_POINTER && !p->var->red_lo)
		return mem_home(b, p->from);
	back = p->var->red_lo ?
		ir_op2(&b->c, IR_MUL, IR_I64, build_as(b, p->var->red_lo, &long_type),
			type_size(b, d->type->base)) :
		ir_int(0);
	origin = ir_op2(&b->c, IR_SUB, IR_I64, addr_value(b, p->from), back);
	if (d->type->kind == TY_ARRAY)
		return mem_home(b, addr_of(origin, SPACE_GENERIC));
	r = ir_reg_new(b->f, IR_I64, d->name);
	ir_mov(&b->c, r, origin);
	return reg_home(b, r);
}

void
begin_copy(struct fb *b, const struct private *p, struct lval copy, struct lval original)
{
	if (p->var->declared)
		declared_begin(b, p->var->declared, copy, original);
	else
		store(b, copy, identity(p->var->op, copy.type));
}

void
reset_copy(struct fb *b, const struct private *p)
{
	const struct type *t = p->var->decl->type;
	struct lval original = home_lval(b, p->original, t);

	begin_copy(b, p, home_lval(b, p->copy, t), original);
}

static void
begin_element(struct fb *b, const struct private *p, struct ir_value k)
{
	struct lval original = element(b, p->to, p->elem, k);

	begin_copy(b, p, element(b, p->from, p->elem, k), original);
}

static void
begin_section(struct fb *b, struct private *p)
{
	struct element_loop l;

	p->elem = part_type(p);
	find_section(b, p);
	p->from = private_storage(b, p);
	p->copy = section_home(b, p);
	for (int k = 0; k < few_elements(p); k++)
		begin_element(b, p, ir_int(k));
	if (few_elements(p))
		return;
	l = begin_elements(b, p->len);
	begin_element(b, p, ir_r(l.k));
	end_elements(b, &l);
}

void
begin_reduction(struct fb *b, struct private *p)
{
	if (has_parts(p)) {
		begin_section(b, p);
		return;
	}
	p->copy = new_home(b, p->var->decl);
	reset_copy(b, p);
}

/* Return whether only one thread has a copy, so that there is nobody to wait for. */
static bool
is_plain(struct fb *b, const struct private *p)
{
	return p->own || (!p->league && one_thread(b));
}

/* Return whether the last thread to begin reads what the first one to end writes. */
static bool
reads_original(struct fb *b, const struct private *p)
{
	const struct omp_declared_reduction *r = p->var->declared;

	if (p->var->kind != VAR_REDUCTION || !r || !r->reads_original || is_plain(b, p))
		return false;
	if (p->league && !is_for_last_team(b, p))
		error_at(b, p->var->place,
			"the initialiser of reduction '%s' reads 'omp_orig', which "
			"other teams may have changed: expected a reduction of one team, "
			"or an array section of constant length",
			r->name);
	return b->region && !p->league;
}

void
settle_reductions(struct fb *b, const struct private *p)
{
	bool wait = false;

	for (; p; p = p->next)
		wait |= reads_original(b, p);
	if (wait)
		region_barrier(b);
}

/* ---- combining ---- */

struct ir_reduce *
reduction_of(struct fb *b, const struct private *p, const struct type *t)
{
	struct ir_reduce *r = NEW(b->arena, struct ir_reduce);

	r->op = ir_reduction(p->var->op, t);
	r->is_signed = !is_unsigned_type(t);
	r->type = reg_type(t);
	r->mem = mem_type(t);
	return r;
}

/* Return the slot of known size that a private copy in memory lies in, or NULL. */
static struct ir_slot *
copy_slot(const struct private *p)
{
	struct addr at = p->elem ? p->from : p->copy->addr;
	bool known = !p->elem || p->len.kind == VAL_INT;

	return known && at.base.kind == VAL_SLOT && !at.base.offset && !at.offset ? at.base.u.slot :
										    NULL;
}

/* Note what the lanes of a simd loop combine, if it gets some. */
void
note_combines(struct fb *b, struct ir_simd *simd, const struct private *p)
{
	for (; p; p = p->next) {
		const struct type *t = p->elem ? p->elem : p->var->decl->type;
		bool in_register = !p->elem && p->var->kind == VAR_REDUCTION &&
			p->copy->kind == HOME_REG;
		struct ir_combine *one = NEW(b->arena, struct ir_combine);
		struct ir_slot *slot;

		if (p->var->kind != VAR_REDUCTION)
			continue;
		if (p->var->inscan) {
			simd->alone = "it has a scan";
			continue;
		}
		if (p->var->declared) {
			simd->alone = "its reduction is one that the program declares";
			continue;
		}
		slot = in_register ? NULL : copy_slot(p);
		if (!in_register && !slot) {
			simd->alone = "it reduces an array section whose length is not constant";
			continue;
		}
		*one = (struct ir_combine){
			.next = simd->combines,
			.how = reduction_of(b, p, t),
			.copy = in_register ? p->copy->reg : IR_NOREG,
			.slot = slot ? slot->id : 0,
			.length = p->elem ? p->len.u.i : 1,
			.identity = identity(p->var->op, t),
		};
		simd->combines = one;
	}
}

/* Emit one OMP_REDUCE.  Return what it gives where a combiner is called, an I32. */
static struct ir_value
emit_reduce(struct fb *b, const struct private *p, struct ir_reduce *r, struct addr to,
	struct ir_value v)
{
	bool league = p->league && !p->partial;
	ir_reg dst = r->combiner ? ir_reg_new(b->f, IR_I32, NULL) : IR_NOREG;
	struct ir_inst *i = ir_emit(&b->c, IR_OMP_REDUCE, r->type, dst, whole_address(b, to), v);

	r->space = to.space;
	r->league = league;
	r->ordered = b->u->options->ordered_reductions && b->region && !league;
	r->of_team = p->partial != NULL;
	i->reduce = r;
	i->construct = b->region;
	if (b->region)
		b->region->u.parallel.has_barrier = true;
	return ir_r(dst);
}

struct ir_value
emit_scan(struct fb *b, struct private *p, const struct type *t, struct ir_value v,
	struct ir_value parity, struct ir_value *total)
{
	struct ir_reduce *r = reduction_of(b, p, t);
	struct ir_inst *i, *all;

	i = ir_emit(&b->c, IR_OMP_SCAN, r->type, ir_reg_new(b->f, r->type, NULL), v, parity);
	all = ir_emit(&b->c, IR_OMP_TOTAL, r->type, ir_reg_new(b->f, r->type, NULL), ir_none(),
		ir_none());
	i->reduce = r;
	i->construct = all->construct = b->region;
	b->region->u.parallel.has_barrier = true;
	*total = ir_r(all->dst);
	return ir_r(i->dst);
}

/* What a thread has of a list item, or of one element, on its way to the original. */
struct share {
	struct private *p;
	struct ir_reduce *how;
	struct lval to, from;
	struct ir_value v; /* the value; declared: whether it is left to combine it */
};

void
combine_alone(struct fb *b, const struct private *p, struct lval to, struct lval from)
{
	struct ir_value share;

	if (p->var->declared) {
		declared_combine(b, p->var->declared, to, from, false);
		return;
	}
	share = load(b, from);
	store(b, to, combined(b, p, to.type, load(b, to), share));
}

void
share_value(struct fb *b, struct private *p, struct lval to, struct lval from,
	struct shares *shares)
{
	const struct omp_declared_reduction *declared = p->var->declared;
	struct share s = { .p = p, .to = to };

	s.to.addr = addr_of(whole_address(b, to.addr), to.addr.space);
	s.how = declared ? declared_share(b, declared, &from) : reduction_of(b, p, to.type);
	s.from = from;
	s.v = declared ? from.addr.base : load(b, from);
	vec_push(b->arena, &shares->list, s);
}

/* Combine two values, or leave it to send_shares(). */
static void
combine(struct fb *b, struct private *p, struct lval to, struct lval from, struct shares *shares)
{
	bool plain = is_plain(b, p) || (to.in_reg && !b->region);
	const struct omp_declared_reduction *declared = p->var->declared;

	if (to.in_reg && !plain)
		error_at(b, p->var->place,
			"reduction variable '%s' is private in the enclosing parallel region",
			p->var->decl->name);
	else if (declared && !plain && b->u->options->ordered_reductions)
		error_at(b, p->var->place,
			"-fdeterministic-reduction cannot combine by '%s', whose order is "
			"that in which threads come: leave the option out",
			declared->name);
	else if (plain)
		combine_alone(b, p, to, from);
	else
		share_value(b, p, to, from, shares);
}

/* Combine with the original, by declared reductions, what is left of it to threads that get `left`,
 * or to any. */
static void
send_rest(struct fb *b, const struct share *s, enum ir_op test, enum ir_left left, bool among)
{
	struct ir_block *end = NULL;

	if (s->how)
		end = begin_only(b, ir_compare(&b->c, test, IR_I32, s->v, ir_int(left)));
	declared_combine(b, s->p->var->declared, s->to, s->from, among);
	if (end)
		begin_block(b, end);
}

void
send_shares(struct fb *b, struct shares *shares)
{
	struct share *s = shares->list.v, *end = s + shares->list.n;

	for (; s < end; s++)
		if (s->how)
			s->v = emit_reduce(b, s->p, s->how, s->to.addr, s->v);
	for (s = shares->list.v; s < end; s++) {
		if (!s->p->var->declared)
			continue;
		if (s->p->partial && s->how)
			send_rest(b, s, IR_EQ, IR_LEFT_ALONE, false);
		send_rest(b, s, s->p->partial ? IR_EQ : IR_NE,
			s->p->partial ? IR_LEFT_AMONG : IR_LEFT_NONE, true);
	}
}

static void
end_element(struct fb *b, struct private *p, struct ir_value k, struct shares *shares)
{
	struct lval from = element(b, p->from, p->elem, k);

	combine(b, p, element(b, p->to, p->elem, k), from, shares);
}

static void
end_section(struct fb *b, struct private *p, struct shares *shares)
{
	struct shares here = { 0 };
	struct element_loop l;

	for (int k = 0; k < few_elements(p); k++)
		end_element(b, p, ir_int(k), shares);
	if (few_elements(p))
		return;
	l = begin_elements(b, p->len);
	end_element(b, p, ir_r(l.k), &here);
	send_shares(b, &here);
	end_elements(b, &l);
}

void
end_reductions(struct fb *b, struct private *p)
{
	struct shares shares = { 0 };

	end_by_last_team(b, p);
	for (; p; p = p->next) {
		const struct type *t = p->var->decl->type;

		if (p->var->kind != VAR_REDUCTION || p->var->inscan || p->partial)
			continue;
		if (p->elem) {
			end_section(b, p, &shares);
		} else {
			struct lval copy = home_lval(b, p->copy, t);

			combine(b, p, home_lval(b, p->original, t), copy, &shares);
		}
	}
	send_shares(b, &shares);
}
