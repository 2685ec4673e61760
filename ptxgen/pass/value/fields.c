/*
 * fields.c: a field of bits that is taken out and put elsewhere is shifted once.
 *
 *      ((x >> 5) & 3) << 2     ->      (x >> 3) & 12
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 */
#include "ir/graph.h"
#include "pass/pass.h"

struct fields {
	struct ir_func *f;
	bool *single;
	struct ir_inst **def; /* graph_defs */
	uint32_t *uses;       /* by register */
	uint32_t nregs;
};

/* Return v's assignment if it is this operation of a register that has one value and of a constant. */
static const struct ir_inst *
find(const struct fields *s, struct ir_value v, enum ir_op op)
{
	const struct ir_inst *d = v.kind == VAL_REG && v.u.reg < s->nregs ? s->def[v.u.reg] : NULL;

	return d && d->op == op && d->src[1].kind == VAL_INT && d->src[0].kind == VAL_REG &&
			d->src[0].u.reg < s->nregs && s->single[d->src[0].u.reg] ?
		d :
		NULL;
}

/* Return x shifted to the left by `up`, or to the right where that is negative. */
static struct ir_value
shifted(struct ir_cursor *c, enum ir_type type, struct ir_value x, int64_t up)
{
	if (up == 0)
		return x;
	return ir_op2(c, up > 0 ? IR_SHL : IR_SHR_U, type, x, ir_int(up > 0 ? up : -up));
}

/* Let i, a field's shift to the left, be the mask of one shift. */
static void
move_once(struct fields *s, struct ir_block *b, struct ir_inst *i)
{
	const struct ir_inst *mask = find(s, i->src[0], IR_AND), *down = NULL;
	int64_t up = i->src[1].u.i, by;
	int width = 8 * ir_type_bytes(i->type);
	uint64_t field;

	for (enum ir_op op = IR_SHR_S; mask && !down && op <= IR_SHR_U; op++)
		down = find(s, mask->src[0], op);
	if (!down || s->uses[mask->dst] != 1 || mask->type != i->type || down->type != i->type)
		return;
	by = down->src[1].u.i;
	field = (uint64_t)mask->src[1].u.i;
	if (up < 0 || up >= width || by < 0 || by >= width || mask->src[1].u.i < 0 ||
		(by && field >> (width - by))) /* bits that the shift to the right has filled in */
		return;
	struct ir_cursor c = ir_before(s->f, b, i);
	ir_become(i, IR_AND, i->type, IR_NONE, shifted(&c, i->type, down->src[0], up - by),
		ir_bits(i->type, field << up));
	i->nsw = false;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct fields s = { f, graph_single(a, g), NULL, NEWN(a, uint32_t, f->nregs), f->nregs };

	(void)pc;
	s.def = graph_defs(a, g, s.single);
	ir_visit_func_uses(f, ir_count_use, s.uses);
	for (uint32_t k = 0; k < g->nrpo; k++)
		for (struct ir_inst *i = g->rpo[k]->first; i; i = i->next)
			if (i->op == IR_SHL && i->src[1].kind == VAL_INT)
				move_once(&s, g->rpo[k], i);
	arena_free(a);
}

const struct pass pass_fields = { 'F', "fields", "a field of bits is moved by one shift", run,
	false, 0 };
