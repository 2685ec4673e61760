/*
 * static.c: what one instruction of machine code costs.
 *
 * The assembler has decided the order of issue and says in each instruction when the next one may
 * follow (the stall count) and which of six counters it waits for, marks until its result is there,
 * and marks until its operands are read (exec/opclass.h).  So registers need no scoreboard: its
 * first six entries are the counters.  From the model come the pipelines, and the latencies of what
 * takes a time that the assembler does not know.
 *
 * On sm_35 the assembler says stall counts, and which instructions go in pairs; registers that are
 * still computed hold a warp back there, as in PTX.
 */
#include "timing/timing.h"

enum { CODE_BYTES = 16 }; /* of an instruction */

static enum cost_flow
flow_of(const struct inst *in, const struct static_inst *s)
{
	bool jumps = (s->cls == OP_BRANCH || s->cls == OP_CALL) && in->src;
	switch (jumps ? in->src->op : PTX_OP_MOV) {
	case PTX_OP_BRX: return FLOW_TABLE;
	case PTX_OP_BRA: return FLOW_BRANCH;
	case PTX_OP_CALL: return s->form == FORM_INDIRECT ? FLOW_CALL_POINTER : FLOW_CALL;
	case PTX_OP_RET: return FLOW_RET;
	default: return FLOW_PLAIN;
	}
}

static struct op_time
time_of(const struct timing_model *m, const struct static_inst *s)
{
	if (s->form == FORM_UNIFORM)
		return m->uniform;
	switch (s->cls) {
	case OP_CVT: return s->form == FORM_ALU ? m->op[OP_CVT] : m->convert;
	case OP_CONST: return (struct op_time){ UNIT_MISC, m->op[OP_SREG].ii, m->const_latency };
	case OP_LOAD:
		return (struct op_time){ s->form == FORM_TEXTURE ? UNIT_TEX : UNIT_LSU, 0, 0 };
	case OP_STORE:
	case OP_ATOMIC: return (struct op_time){ UNIT_LSU, 0, 0 };
	case OP_FENCE: return (struct op_time){ UNIT_NONE, 0, m->fence };
	case OP_FREE:
	case OP_BRANCH:
	case OP_CALL:
	case OP_BARRIER:
	case OP_NOP: return (struct op_time){ UNIT_NONE, 0, 1 };
	default: return m->op[s->cls];
	}
}

void
static_cost(const struct timing_model *m, struct cost *c, const struct static_inst *s)
{
	struct op_time t = time_of(m, s);
	const struct sass_control *k = &s->control;
	c->is_static = true;
	c->cls = s->cls;
	c->unit = t.unit;
	c->busy = (float)t.ii;
	c->latency = (float)t.latency;
	c->slots = 1;
	c->own = k->stall ? (float)k->stall : 1;
	if (s->form == FORM_CONVERGE)
		c->own += (float)m->converge;
	if (s->form == FORM_EXCLUSIVE)
		c->own += (float)m->exclusive;
	c->flow = flow_of(c->in, s);
	for (unsigned i = 0; i < s->nread; i++)
		c->read[c->nread++] = s->read[i];
	for (unsigned i = 0; i < s->nwritten; i++)
		c->written[c->nwritten++] = s->written[i];
	for (unsigned i = 0; i < SASS_COUNTERS && !s->has_registers; i++)
		if (k->wait_mask >> i & 1)
			c->read[c->nread++] = (uint16_t)i;
	if (k->write_barrier < SASS_COUNTERS)
		c->written[c->nwritten++] = (uint16_t)k->write_barrier;
	c->line = c->in->id * CODE_BYTES / 128;
	c->form = s->form;
	c->reads_end = k->read_barrier < SASS_COUNTERS ? (uint16_t)(k->read_barrier + 1) : 0;
}
