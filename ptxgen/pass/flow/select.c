/*
 * select.c: a short branch around sums and comparisons becomes a selection.
 *
 *      if (c) { t = x + 1; a = t; } else a = 0     ->      t = x + 1; a = c ? t : 0
 *      if (c || x < 1) a = 0                       ->      t = x < 1; d = c or t; a = d ? 0 : a
 *
 * Requires: a plain graph.  Keeps blocks marked `keep` and those with a label.  Both sides are
 * computed, so they may neither touch memory nor take long.  ptxas does as much for the machine
 * code; here it lets loads behind it be issued together, and what stays the same in a loop leave it.
 */
#include "ir/graph.h"
#include "pass/pass.h"

enum { MOST = 8, FARTHEST = 64, NEVER = 100 };

struct selecting {
	struct ir_func *f;
	struct graph *g;
	uint32_t *defs; /* by register: its assignments */
	uint32_t nregs; /* of the snapshot; later ones are the pass's own */
	ir_reg *as[2]; /* by register: what holds its value behind each side; IR_NOREG: as before */
	struct change { /* a variable that a side assigns */
		ir_reg reg;
		bool needed; /* … and that is read behind them */
	} changed[MOST];
	int nchanged, left;
	uint32_t *seen, search; /* by block id: the last search that came here */
};

static int
words(enum ir_type t)
{
	return t == IR_I64 || t == IR_F64 ? 2 : 1;
}

/* Return about as many instructions as the machine takes for i, or NEVER: it may trap or has an
 * effect. */
static int
cost(const struct ir_inst *i)
{
	switch (i->op) {
	case IR_MOV: return i->pinned || ir_is_address(i->src[0]) ? NEVER : 0;
	case IR_BITCAST: return 0;
	case IR_ADD:
	case IR_SUB:
	case IR_NEG:
	case IR_ABS:
	case IR_FMA:
	case IR_MIN_S:
	case IR_MAX_S:
	case IR_MIN_U:
	case IR_MAX_U:
	case IR_FMIN:
	case IR_FMAX:
	case IR_AND:
	case IR_OR:
	case IR_XOR:
	case IR_NOT:
	case IR_SHL:
	case IR_SHR_S:
	case IR_SHR_U:
	case IR_EQ:
	case IR_NE:
	case IR_LT_S:
	case IR_LE_S:
	case IR_LT_U:
	case IR_LE_U:
	case IR_LT:
	case IR_LE:
	case IR_SELECT:
	case IR_SEXT8:
	case IR_SEXT16:
	case IR_ZEXT8:
	case IR_ZEXT16:
	case IR_SEXT:
	case IR_ZEXT:
	case IR_TRUNC: return words(i->type);
	case IR_MUL:
	case IR_MAD: return i->type == IR_I64 ? NEVER : words(i->type);
	default: return NEVER;
	}
}

static void
find_reg(void *ctx, struct ir_value *v)
{
	ir_reg *wanted = ctx;

	if (v->kind == VAL_REG && v->u.reg == *wanted)
		*wanted = IR_NOREG;
}

/* Return whether r may be read from b's beginning on, before it is assigned.  Return true where
 * that is far to see. */
static bool
is_read_from(struct selecting *s, struct ir_block *b, ir_reg r)
{
	ir_reg wanted = r;

	if (s->seen[b->id] == s->search)
		return false;
	s->seen[b->id] = s->search;
	for (struct ir_inst *i = b->first; i; i = i->next) {
		if (ir_reads(i, r))
			return true;
		if (i->dst == r)
			return false;
	}
	ir_visit_term_uses(b, find_reg, &wanted);
	if (!wanted || --s->left < 0 || b->term == TERM_TABLE)
		return true;
	return (b->term == TERM_JUMP || b->term == TERM_BRANCH) &&
		(is_read_from(s, b->to[0], r) ||
			(b->term == TERM_BRANCH && is_read_from(s, b->to[1], r)));
}

static bool
is_needed(struct selecting *s, struct ir_block *join, ir_reg r)
{
	s->search++;
	s->left = FARTHEST;
	return is_read_from(s, join, r);
}

static bool
is_changed(const struct selecting *s, ir_reg r)
{
	for (int k = 0; k < s->nchanged; k++)
		if (s->changed[k].reg == r)
			return true;
	return false;
}

/* Return what a side costs, with the selections of what it assigns.  NEVER or more: it has to stay
 * a branch. */
static int
cost_of_side(struct selecting *s, const struct ir_block *b, struct ir_block *side,
	struct ir_block *join)
{
	int sum = 0;

	if (side == join)
		return 0;
	if (side->term != TERM_JUMP || side->to[0] != join || side->keep || side->label ||
		side->loop || side->in != b->in || s->g->npreds[side->id] != 1)
		return NEVER;
	for (struct ir_inst *i = side->first; i && sum < NEVER; i = i->next) {
		sum += i->dst < s->nregs ? cost(i) : NEVER;
		if (sum >= NEVER || is_changed(s, i->dst))
			continue;
		bool needed = is_needed(s, join, i->dst);
		if (s->defs[i->dst] == 1) {
			sum += needed ? NEVER : 0;
			continue;
		}
		enum ir_type type = s->f->regs[i->dst].type;
		if (type == IR_PRED || s->nchanged == MOST)
			return NEVER;
		s->changed[s->nchanged++] = (struct change){ i->dst, needed };
		sum += needed ? words(type) : 0;
	}
	return sum;
}

static void
rename_use(void *ctx, struct ir_value *v)
{
	const ir_reg *as = ctx;

	if (v->kind == VAL_REG && as[v->u.reg])
		v->u.reg = as[v->u.reg];
}

/* Move a side's instructions to b.  What they assign to variables goes to registers of its own. */
static void
move_side(struct selecting *s, struct ir_block *b, struct ir_block *side, ir_reg *as)
{
	for (struct ir_inst *i = side->first, *next; i; i = next) {
		next = i->next;
		ir_remove(side, i);
		i->prev = b->last;
		i->next = NULL;
		*(b->last ? &b->last->next : &b->first) = i;
		b->last = i;
		ir_visit_uses(i, rename_use, as);
		if (is_changed(s, i->dst))
			i->dst = as[i->dst] = ir_reg_new(s->f, s->f->regs[i->dst].type, NULL);
	}
}

static struct ir_value
value_behind(const ir_reg *as, ir_reg r)
{
	return ir_r(as[r] ? as[r] : r);
}

static bool
select_at(struct selecting *s, struct ir_block *b)
{
	struct ir_block *yes = b->to[0], *no = b->to[1], *join;

	if (b->term != TERM_BRANCH || b->cond.kind != VAL_REG || yes == no)
		return false;
	join = yes->term == TERM_JUMP &&
			(yes->to[0] == no || (no->term == TERM_JUMP && yes->to[0] == no->to[0])) ?
		yes->to[0] :
		no->term == TERM_JUMP && no->to[0] == yes ? yes :
							    NULL;
	s->nchanged = 0;
	if (!join || join == b ||
		cost_of_side(s, b, yes, join) + cost_of_side(s, b, no, join) > MOST)
		return false;
	if (yes != join)
		move_side(s, b, yes, s->as[0]);
	if (no != join)
		move_side(s, b, no, s->as[1]);
	struct ir_cursor c = { .func = s->f, .block = b, .place = b->place };
	for (int k = 0; k < s->nchanged; k++) {
		ir_reg r = s->changed[k].reg;
		struct ir_inst *i;

		if (s->changed[k].needed) {
			i = ir_emit(&c, IR_SELECT, s->f->regs[r].type, r, b->cond,
				value_behind(s->as[0], r));
			i->src[2] = value_behind(s->as[1], r);
		}
		s->as[0][r] = s->as[1][r] = IR_NOREG;
	}
	b->cond = ir_none();
	ir_jump(&c, join);
	return true;
}

/* Return whether m only decides, behind another decision, and is not long. */
static bool
only_decides(const struct selecting *s, const struct ir_block *b, const struct ir_block *m)
{
	int sum = 0;

	if (m->term != TERM_BRANCH || m->cond.kind != VAL_REG || m->to[0] == m->to[1] || m->keep ||
		m->label || m->loop || m->in != b->in || s->g->npreds[m->id] != 1)
		return false;
	for (const struct ir_inst *i = m->first; i && sum <= MOST; i = i->next)
		sum += i->dst < s->nregs && s->defs[i->dst] == 1 ? cost(i) : NEVER;
	return sum <= MOST;
}

/* Return whether the blocks are an if around one of them, when all ways to `shared` have become one. */
static bool
is_if(const struct selecting *s, const struct ir_block *shared, const struct ir_block *other)
{
	return (shared->term == TERM_JUMP && shared->to[0] == other) ||
		(other->term == TERM_JUMP && other->to[0] == shared &&
			s->g->npreds[other->id] == 1);
}

/* Make one decision of two, that of b and that of its successor b->to[side], of which one way each leads
 * to the same block. */
static bool
decide_once(struct selecting *s, struct ir_block *b, int side)
{
	struct ir_block *m = b->to[side], *shared = b->to[!side];

	if (b->term != TERM_BRANCH || b->cond.kind != VAL_REG || m == shared || m == b ||
		!only_decides(s, b, m))
		return false;
	int to = m->to[0] == shared ? 0 : 1; /* m's way there */
	struct ir_block *other = m->to[!to];
	if (m->to[to] != shared || !is_if(s, shared, other))
		return false;
	struct ir_cursor c = { .func = s->f, .block = b, .place = b->place };
	struct ir_value first = b->cond, second = m->cond;
	move_side(s, b, m, s->as[0]);
	if (side == 0) /* both lead to shared where these hold */
		first = ir_op1(&c, IR_NOT, IR_PRED, first);
	if (to == 1)
		second = ir_op1(&c, IR_NOT, IR_PRED, second);
	ir_branch(&c, ir_op2(&c, IR_OR, IR_PRED, first, second), shared, other);
	return true;
}

static bool
select_all(struct ir_func *f)
{
	struct arena *a = arena_new();
	struct selecting s = { .f = f,
		.g = graph_new(a, f, false),
		.defs = ir_count_defs(a, f),
		.nregs = f->nregs,
		.as = { NEWN(a, ir_reg, f->nregs), NEWN(a, ir_reg, f->nregs) },
		.seen = NEWN(a, uint32_t, f->nblocks) };
	bool any = false;

	for (uint32_t k = s.g->nrpo; k-- > 0;) {
		struct ir_block *b = s.g->rpo[k];

		any |= select_at(&s, b) || decide_once(&s, b, 0) || decide_once(&s, b, 1);
	}
	arena_free(a);
	return any;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	for (int round = 0; round < 4 && select_all(f); round++)
		pass_cfg.run(f, pc);
}

const struct pass pass_select = { 'L', "select", "short branches become selections", run, false,
	PTXGEN_SWITCH_SELECT + 1 };
