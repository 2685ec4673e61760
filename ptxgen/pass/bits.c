/*
 * bits.c: values are loaded and stored as what they are.
 *
 *      n = ld.b32 [p]; x = bitcast n       ->      x = ld.f32 [p]
 *      n = bitcast x; st.b32 [p], n        ->      st.f32 [p], x
 *      n = bitcast x; y = bitcast n        ->      y = x
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.  Structures
 * are copied as integers of their alignment; when scalars.c has made registers of the copies, this is
 * what is left of them.
 */
#include "ir/graph.h"
#include "pass/pass.h"

#include <string.h>

struct casting {
	struct ir_func *f;
	bool *single;
	struct ir_inst **def; /* by register: its last assignment */
	bool *only_cast;      /* by register: nothing but bitcasts reads it */
};

static void
note_use(void *ctx, struct ir_value *v)
{
	struct casting *s = ctx;

	if (v->kind == VAL_REG)
		s->only_cast[v->u.reg] = false;
}

static void
find_facts(struct casting *s)
{
	memset(s->only_cast, true, s->f->nregs * sizeof *s->only_cast);
	for (struct ir_block *b = s->f->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->dst != IR_NOREG)
				s->def[i->dst] = i;
			if (i->op != IR_BITCAST)
				ir_visit_uses(i, note_use, s);
		}
		ir_visit_term_uses(b, note_use, s);
	}
}

/* The bitcast that v is the result of, if its operand is still what it was. */
static struct ir_inst *
cast_behind(const struct casting *s, struct ir_value v)
{
	struct ir_inst *d = v.kind == VAL_REG && s->single[v.u.reg] ? s->def[v.u.reg] : NULL;

	if (!d || d->op != IR_BITCAST)
		return NULL;
	return d->src[0].kind != VAL_REG || s->single[d->src[0].u.reg] ? d : NULL;
}

static bool
is_word(const struct ir_inst *i)
{
	return i->mem == MEM_32 || i->mem == MEM_64;
}

static enum ir_mem
float_of(enum ir_mem mem)
{
	return mem == MEM_32 ? MEM_F32 : MEM_F64;
}

static void
load_as_float(const struct casting *s, struct ir_inst *i)
{
	if (i->op != IR_LD || !is_word(i) || !s->single[i->dst] || !s->only_cast[i->dst])
		return;
	i->mem = float_of(i->mem);
	i->type = s->f->regs[i->dst].type = ir_mem_type(i->mem);
}

static void
become_copy(struct ir_inst *i, struct ir_value v)
{
	i->op = IR_MOV;
	i->from = IR_NONE;
	i->src[0] = v;
}

static void
drop_cast(const struct casting *s, struct ir_inst *i)
{
	struct ir_inst *d;

	if (i->op == IR_ST && is_word(i) && (d = cast_behind(s, i->src[1]))) {
		i->mem = float_of(i->mem);
		i->type = ir_mem_type(i->mem);
		i->src[1] = d->src[0];
	} else if (i->op == IR_BITCAST && (d = cast_behind(s, i->src[0]))) {
		become_copy(i, d->src[0]);
	} else if (i->op == IR_BITCAST && i->src[0].kind == VAL_REG &&
		s->f->regs[i->src[0].u.reg].type == i->type) {
		become_copy(i, i->src[0]);
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct casting s = { f, graph_single(a, graph_new(a, f, false)),
		NEWN(a, struct ir_inst *, f->nregs), NEWN(a, bool, f->nregs) };

	(void)pc;
	find_facts(&s);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			load_as_float(&s, i);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			drop_cast(&s, i);
	arena_free(a);
}

const struct pass pass_bits = { 'b', "bits", "values are loaded and stored as what they are", run,
	false, 0 };
