/*
 * verify.c: the invariants of ir.h, checked between passes.
 *
 * A violation is a bug of ours, never the user's: the function is printed and the process aborts
 * with the name of the pass that ran last.
 */
#include "ir/ir.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/diag.h"

struct check {
	const struct ir_func *f;
	const char *after;
	const struct ir_block *block;
};

static void __attribute__((format(printf, 2, 3)))
broken(const struct check *c, const char *fmt, ...)
{
	char text[256];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	ir_dump(c->f, NULL, stderr);
	diag_bug(c->after, "%s: block b%u: %s", c->f->name, c->block ? c->block->id : 0, text);
}

static void
check_value(void *ctx, struct ir_value *v)
{
	struct check *c = ctx;

	if (v->kind == VAL_REG && (v->u.reg == IR_NOREG || v->u.reg >= c->f->nregs))
		broken(c, "register %u does not exist", v->u.reg);
}

/* The register type that source k of i must have, or IR_NONE where anything goes. */
static enum ir_type
source_type(const struct ir_inst *i, int k)
{
	switch (i->op) {
	case IR_SELECT: return k == 0 ? IR_PRED : i->type;
	case IR_WARPSYNC: return k == 1 ? IR_PRED : IR_I32;
	case IR_SHL:
	case IR_SHR_S:
	case IR_SHR_U: return k == 1 ? IR_I32 : i->type;
	case IR_MULWIDE_S:
	case IR_MULWIDE_U: return IR_I32;
	case IR_SEXT8:
	case IR_SEXT16:
	case IR_ZEXT8:
	case IR_ZEXT16:
	case IR_SEXT:
	case IR_ZEXT: return IR_I32;
	case IR_TRUNC: return IR_I64;
	case IR_S2F:
	case IR_U2F:
	case IR_F2S:
	case IR_F2U:
	case IR_F2F:
	case IR_BITCAST: return i->from;
	case IR_LD:
	case IR_ATOM:
	case IR_ST: return k == 0 ? IR_I64 : i->type;
	case IR_MEMCPY:
	case IR_MEMZERO:
	case IR_ALLOCA:
	case IR_TOGENERIC: return IR_I64;
	default: return ir_ops[i->op].flags & IRF_PURE && i->op != IR_SREG ? i->type : IR_NONE;
	}
}

static enum ir_type
result_type(const struct ir_inst *i)
{
	switch (i->op) {
	case IR_EQ:
	case IR_NE:
	case IR_LT_S:
	case IR_LE_S:
	case IR_LT_U:
	case IR_LE_U:
	case IR_LT:
	case IR_LE:
	case IR_ISNAN: return IR_PRED;
	case IR_CLZ:
	case IR_POPC:
	case IR_FFS: return IR_I32;
	case IR_CALL:
	case IR_VOTE:
	case IR_SHFL:
	case IR_ACTIVEMASK: return IR_NONE;
	default: return i->type;
	}
}

/* Source k of i may be missing. */
static bool
is_optional(const struct ir_inst *i, int k)
{
	return ((i->op == IR_BAR || i->op == IR_BAR_ARRIVE || i->op == IR_WARPSYNC) && k == 1) ||
		(i->op == IR_ATOM && i->atom != ATOM_CAS && k == 2);
}

static void
check_call(struct check *c, const struct ir_call *call)
{
	if (!call || (!call->callee && call->target.kind == VAL_NONE))
		broken(c, "call without a callee");
	for (int k = 0; k < call->nargs; k++) {
		if (call->args[k].kind == VAL_NONE)
			broken(c, "call without its argument %d", k);
		if (call->sig[k].type == IR_NONE && !call->sig[k].align)
			broken(c, "call with an argument %d of no size", k);
	}
}

static void
check_inst(struct check *c, struct ir_inst *i)
{
	const struct ir_op_info *info = &ir_ops[i->op];

	ir_visit_uses(i, check_value, c);
	if (i->dst >= c->f->nregs)
		broken(c, "%s: result register %u does not exist", info->name, i->dst);
	if (i->dst != IR_NOREG && result_type(i) != IR_NONE &&
		c->f->regs[i->dst].type != result_type(i))
		broken(c, "%s: result %%%u has the wrong type", info->name, i->dst);
	for (int k = 0; k < info->nsrc; k++) {
		enum ir_type want = source_type(i, k);
		bool reg = i->src[k].kind == VAL_REG;

		if (i->src[k].kind == VAL_NONE && !is_optional(i, k))
			broken(c, "%s: source %d is missing", info->name, k);
		if (want != IR_NONE && reg && c->f->regs[i->src[k].u.reg].type != want)
			broken(c, "%s: source %d (%%%u) has the wrong type", info->name, k,
				i->src[k].u.reg);
	}
	if (i->op == IR_CALL)
		check_call(c, i->call);
	if ((i->op == IR_OMP_REDUCE || i->op == IR_OMP_SCAN) && !i->reduce)
		broken(c, "%s without its record", info->name);
	if (i->op == IR_OMP_SCAN && (!i->next || i->next->op != IR_OMP_TOTAL))
		broken(c, "omp.scan without omp.total behind it");
}

/* An edge stays inside one construct's body. */
static void
check_edge(struct check *c, const struct ir_block *to, const struct ir_construct *in)
{
	if (!to)
		broken(c, "an edge leads nowhere");
	else if (to->in != in)
		broken(c, "the edge to b%u crosses a construct's border", to->id);
	else if (to == c->f->blocks)
		broken(c, "an edge leads back to the prologue");
}

static void
check_term(struct check *c, struct ir_block *b)
{
	bool value = c->f->result.type != IR_NONE || c->f->result.bytes;

	ir_visit_term_uses(b, check_value, c);
	if (b->cond.kind == VAL_NONE &&
		(b->term == TERM_BRANCH || b->term == TERM_TABLE || (b->term == TERM_RET && value)))
		broken(c, "the terminator's operand is missing");
	switch (b->term) {
	case TERM_NONE: broken(c, "no terminator"); break;
	case TERM_JUMP: check_edge(c, b->to[0], b->in); break;
	case TERM_BRANCH:
		check_edge(c, b->to[0], b->in);
		check_edge(c, b->to[1], b->in);
		break;
	case TERM_TABLE:
		for (int i = 0; i < b->ntable; i++)
			check_edge(c, b->table[i], b->in);
		break;
	case TERM_CONSTRUCT:
		check_edge(c, b->construct->body, b->construct);
		check_edge(c, b->construct->next, b->in);
		break;
	case TERM_END:
		if (b->construct != b->in)
			broken(c, "ends a construct that it is not in");
		break;
	case TERM_RET:
	case TERM_EXIT:
	case TERM_UNREACHABLE: break;
	}
}

struct borders {
	struct check *c;
	const struct ir_construct **home; /* per register: region of its first assignment */
	bool *assigned;
};

static void
assign(struct borders *s, ir_reg r, const struct ir_construct *region)
{
	if (s->assigned[r] && s->home[r] != region)
		broken(s->c, "register %%%u is assigned on both sides of a region's border", r);
	s->assigned[r] = true;
	s->home[r] = region;
}

static void
check_border_use(void *ctx, struct ir_value *v)
{
	struct borders *s = ctx;

	if (v->kind != VAL_REG || !s->home[v->u.reg])
		return;
	if (s->home[v->u.reg] != ir_region_of(s->c->block))
		broken(s->c, "register %%%u leaves the region that assigns it", v->u.reg);
}

static void
check_borders(struct check *c)
{
	struct arena *scratch = arena_new();
	struct borders s = { c, NEWN(scratch, const struct ir_construct *, c->f->nregs),
		NEWN(scratch, bool, c->f->nregs) };

	for (struct ir_block *b = c->f->blocks; b; b = b->next) {
		c->block = b;
		for (struct ir_inst *i = b->first; i; i = i->next)
			if (i->dst != IR_NOREG)
				assign(&s, i->dst, ir_region_of(b));
		if (b->term == TERM_CONSTRUCT && b->construct->kind == CON_LOOP)
			assign(&s, b->construct->u.loop.index, ir_region_of(b));
	}
	for (struct ir_block *b = c->f->blocks; b; b = b->next) {
		c->block = b;
		ir_visit_block_uses(b, check_border_use, &s);
	}
	arena_free(scratch);
}

void
ir_verify(const struct ir_func *f, const char *after)
{
	struct check c = { .f = f, .after = after };

	if (!f->blocks)
		broken(&c, "no blocks");
	for (int k = 0; k < f->nparams; k++)
		if (f->params[k].type == IR_NONE && !f->params[k].align)
			broken(&c, "parameter %d has no size", k);
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		c.block = b;
		for (struct ir_inst *i = b->first; i; i = i->next)
			check_inst(&c, i);
		check_term(&c, b);
	}
	if (f->kernel && !f->kernel->scheme_done)
		check_borders(&c);
}
