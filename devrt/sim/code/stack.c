/*
 * stack.c: divergence on sm_35.  A warp has one program counter and a stack.  SSY pushes where its
 * lanes meet again: those that execute an instruction with .S wait there until all have come.  PBK
 * and BRK do so for a loop's end, PCNT and CONT for its next turn, CAL or PRET and RET for a call:
 * lanes that leave by one of these leave the entries above it, too.  A branch that only some lanes
 * take pushes the others.
 *
 * Entries of the first kinds are joins, those of the last are groups without one (exec/warp.c): of
 * a warp without independent threads only the last group runs.
 */
#include "code/lanes.h"

enum { MAX_STACK = 1 << 20 }; /* entries, of which a call has one */

static void
described_as(struct decoded *d, enum ptx_op op)
{
	((struct pinst *)d->in->src)->op = op;
}

/* ---- push ---- */

static int
push(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)mask;
	warp_push_join(w, in->target, w->mask, 0)->kind = in->mode;
	return ACT_NEXT;
}

void
sass_ssy(struct decoded *d)
{
	const char *name = d->l->op;
	d->in->mode = !strcmp(name, "SSY") ? JOIN_SYNC :
		!strcmp(name, "PBK")       ? JOIN_BREAK :
		!strcmp(name, "PCNT")      ? JOIN_CONTINUE :
					     JOIN_RETURN;
	sass_mod(d->l, "NOINC");
	d->in->target = code_target(d, &d->l->o[0]);
	d->in->fn = push;
}

/* ---- pop ---- */

static int
leave(struct warp *w, const struct inst *in, enum join_kind kind, uint32_t mask)
{
	int act = warp_leave(w, kind, mask);
	if (act == ACT_FAULT)
		return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_TRAP,
			"nothing on the warp's stack to return to");
	return act;
}

/* Return the lanes in which the instruction's condition holds. */
static uint32_t
taken(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	return x->cc ? mask & code_cc_lanes(w, x->cc) : mask;
}

static int
leave_to(struct warp *w, const struct inst *in, uint32_t mask)
{
	mask = taken(w, in, mask);
	return mask ? leave(w, in, in->mode, mask) : ACT_NEXT;
}

void
sass_leave(struct decoded *d)
{
	const char *name = d->l->op;
	d->in->mode = !strcmp(name, "BRK") ? JOIN_BREAK :
		!strcmp(name, "CONT")      ? JOIN_CONTINUE :
					     JOIN_RETURN;
	described_as(d, d->in->mode == JOIN_RETURN ? PTX_OP_RET : PTX_OP_BRA);
	sass_read_operands(d, d->l->n ? "c" : "");
	d->in->fn = leave_to;
}

static exec_fn *
inner_of(const struct inst *in)
{
	return ((const struct described *)in->src)->fn;
}

static int
then_sync(struct warp *w, const struct inst *in, uint32_t mask)
{
	int act = inner_of(in)(w, in, mask);
	return act == ACT_NEXT ? leave(w, in, JOIN_SYNC, mask) : act;
}

void
sass_then_sync(struct decoded *d)
{
	enum ptx_class class = op_rows[d->in->src->op].class;
	if (class == PTX_C_JUMP || d->in->src->op == PTX_OP_BAR) {
		d->wrong = "S";
		return;
	}
	((struct described *)d->in->src)->fn = d->in->fn;
	d->in->fn = then_sync;
}

/* ---- jumps and calls ---- */

/* Execute BRA.  .U: only if all lanes jump; else what follows makes those wait that would have. */
static int
bra(struct warp *w, const struct inst *in, uint32_t mask)
{
	mask = taken(w, in, mask);
	if (in->vec && mask != w->mask)
		return ACT_NEXT;
	return mask ? warp_jump(w, in->target, NO_PC, mask) : ACT_NEXT;
}

void
sass_bra35(struct decoded *d)
{
	struct sass_line *l = d->l;
	d->in->vec = sass_mod(l, "U");
	described_as(d, PTX_OP_BRA);
	sass_read_operands(d, l->n == 2 ? "cl" : "l");
	if (!d->wrong)
		d->in->target = code_target(d, &l->o[l->n - 1]);
	d->in->fn = bra;
}

/* Jump to what the register holds, added to a place: of this section, or where all code begins. */
static int
brx(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint64_t to[WARP];
	SRC(a, 0)
	FOR_LANES(i, mask) {
		GET(a)
		to[i] = (uint64_t)x->base + (uint64_t)(int64_t)(int32_t)a;
	}
	return code_jump(w, in, mask, to);
}

void
sass_brx35(struct decoded *d)
{
	described_as(d, PTX_OP_BRX);
	d->x->base += (int64_t)(CODE_BASE + d->code->base + d->l->address + d->code->family->bytes);
	d->in->fn = brx;
}

/* Addresses of code have 32 bits here, of which those above are the same for all. */
void
sass_jmx(struct decoded *d)
{
	described_as(d, PTX_OP_BRX);
	d->x->base = (int64_t)CODE_BASE;
	d->in->fn = brx;
}

/* Execute a call.  Lanes that do not call wait where the others return to. */
static int
call(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct join *j = warp_push_join(w, w->pc, w->mask, w->mask & ~mask);
	j->kind = JOIN_RETURN;
	if (j->depth > MAX_STACK)
		return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_STACK,
			"the warp's stack of calls is used up");
	w->mask = mask;
	return warp_jump(w, in->target, NO_PC, mask);
}

void
sass_cal(struct decoded *d)
{
	const struct sass_operand *o = &d->l->o[0];
	uint64_t to = (uint64_t)o->value;
	described_as(d, PTX_OP_CALL);
	sass_mod(d->l, "NOINC");
	if (o->unknown) {
		d->wrong = o->name;
	} else if (to >= CODE_BUILTIN) {
		code_call_builtin(d, to);
	} else {
		d->in->target = code_target(d, o);
		d->in->fn = call;
	}
}

static int
exit_if(struct warp *w, const struct inst *in, uint32_t mask)
{
	mask = taken(w, in, mask);
	return mask ? exec_exit(w, in, mask) : ACT_NEXT;
}

void
sass_exit35(struct decoded *d)
{
	described_as(d, PTX_OP_EXIT);
	sass_read_operands(d, d->l->n ? "c" : "");
	d->in->fn = exit_if;
}
