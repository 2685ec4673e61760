/*
 * unroll_arrays.c: what becomes of a loop's accesses to arrays of the thread's own and to tables when its
 * iterations are written out, for unroll.c.
 */
#include "pass/pass.h"
#include "pass/loop/unroll_int.h"

enum { BY_CONSTANT = 4 }; /* instructions of a division by a constant */

/* What a register is in an iteration. */
enum {
	KNOWN = 1, /* what each iteration knows: the variable, arrays' addresses, what comes of these alone */
	STAYS = 2, /* the same in all iterations */
	MOVES = 4, /* computed from the variable and from what stays the same */
};

/* Return how many bytes the array has, a thread's own or a table, of which v is an element's address that is
 * computed; 0: v is none. */
static uint64_t
array_bytes(struct ir_inst *const *def, struct ir_value v, int depth)
{
	const struct ir_inst *d = v.kind == VAL_REG ? def[v.u.reg] : NULL;
	uint64_t bytes;

	if (d && (d->op == IR_MOV || d->op == IR_ADDR) && depth)
		v = d->src[0];
	if (depth && v.kind == VAL_SLOT)
		return v.u.slot->size;
	if (depth && v.kind == VAL_SYMBOL && v.u.symbol->constant)
		return v.u.symbol->size;
	if (!d || d->op != IR_ADD || depth >= 4)
		return 0;
	bytes = array_bytes(def, d->src[0], depth + 1);
	return bytes ? bytes : array_bytes(def, d->src[1], depth + 1);
}

static bool
gives_array(const struct ir_inst *i)
{
	return i->op == IR_ADDR || (i->op == IR_MOV && i->src[0].kind == VAL_SYMBOL);
}

/* Return by register an assignment: in the loop, or of an array's address. */
static struct ir_inst **
find_defs(const struct unrolling *u)
{
	struct ir_inst **def = NEWN(u->a, struct ir_inst *, u->f->nregs);

	for (const struct ir_block *b = u->f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG && (gives_array(i) || loop_has(u->l, b)))
				def[i->dst] = i;
	return def;
}

/* Return what i computes from operands of these kinds: KNOWN, MOVES, both or 0. */
static uint8_t
kind_of(const struct ir_inst *i, const uint8_t *kinds)
{
	uint8_t all = KNOWN | STAYS | MOVES, any = 0;
	bool from_rest = true;

	if (!(ir_ops[i->op].flags & IRF_PURE) || !ir_ops[i->op].nsrc)
		return 0;
	for (int k = 0; k < 4; k++)
		if (i->src[k].kind == VAL_REG) {
			uint8_t kind = kinds[i->src[k].u.reg];
			all &= kind;
			any |= kind;
			from_rest &= (kind & (STAYS | MOVES)) != 0;
		}
	return (all & KNOWN) | (from_rest ? any & MOVES : 0);
}

/* Return by register what it is. */
static uint8_t *
find_kinds(const struct unrolling *u)
{
	uint8_t *kinds = NEWN(u->a, uint8_t, u->f->nregs);
	const uint32_t *defs = loop_defs(u->a, u->f, u->l);

	for (ir_reg r = 1; r < u->f->nregs; r++)
		kinds[r] = defs[r] ? 0 : STAYS;
	for (const struct ir_block *b = u->f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG && gives_array(i))
				kinds[i->dst] = KNOWN | STAYS;
	kinds[u->i.var] = KNOWN | MOVES;
	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (const struct ir_inst *i = u->l->block[k]->first; i; i = i->next)
			if (i->dst != IR_NOREG && defs[i->dst] == 1)
				kinds[i->dst] |= kind_of(i, kinds);
	return kinds;
}

/* Return whether i accesses memory that no other thread changes, at an address of this kind. */
static bool
is_own_access(const struct ir_inst *i, const uint8_t *kinds, uint8_t kind)
{
	return (i->op == IR_LD || i->op == IR_ST) && i->space != SPACE_SHARED &&
		(i->src[0].kind == VAL_REG ? kinds[i->src[0].u.reg] & kind : kind == KNOWN);
}

uint64_t
unroll_fewest_elements(const struct unrolling *u)
{
	struct ir_inst **def = find_defs(u);
	const uint8_t *kinds = find_kinds(u);
	uint64_t fewest = UINT64_MAX;

	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (const struct ir_inst *i = u->l->block[k]->first; i; i = i->next) {
			uint64_t n = is_own_access(i, kinds, MOVES) ?
				array_bytes(def, i->src[0], 0) / ir_mem_bytes(i->mem) :
				0;
			if (n && n < fewest)
				fewest = n;
		}
	return fewest;
}

int64_t
unroll_beside_lookups(const struct unrolling *u)
{
	struct ir_inst **def = find_defs(u);
	const uint8_t *kinds = find_kinds(u);
	int64_t stay = 0, lookups = 0;

	for (uint32_t k = 0; k < u->l->nblocks; k++)
		for (struct ir_inst *i = u->l->block[k]->first; i; i = i->next) {
			bool own = is_own_access(i, kinds, KNOWN);
			bool lookup = own && array_bytes(def, i->src[0], 0);
			bool by_known = is_division(i) && i->src[1].kind == VAL_REG &&
				kinds[i->src[1].u.reg] & KNOWN;

			lookups += lookup || by_known;
			if (by_known)
				stay += BY_CONSTANT;
			else if (!lookup)
				stay += !(kinds[i->dst] & KNOWN) && i->op != IR_MOV &&
					!(own && i->src[0].kind == VAL_SLOT);
		}
	return lookups ? stay : -1;
}
