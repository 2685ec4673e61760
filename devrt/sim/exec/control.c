/*
 * control.c: branches, calls, returns and ends (PTX ISA 9.7.12).
 */
#include <string.h>

#include "exec/exec.h"

int
exec_nop(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)w, (void)in, (void)mask;
	return ACT_NEXT;
}

/* Go on, or end the slice if it is used up.  Called after what can be repeated for ever: a jump
 * backward or a call. */
static int
go_on(struct warp *w)
{
	if (!warp_tired(w))
		return ACT_NEXT;
	warp_save(w);
	return ACT_RESCHED;
}

int
warp_jump(struct warp *w, uint32_t target, uint32_t rpc, uint32_t mask)
{
	uint32_t stay = w->mask & ~mask, here = w->pc - 1;
	if (stay) {
		uint32_t pcs[] = { w->pc, target }, masks[] = { stay, mask };
		warp_diverge(w, rpc, 2, pcs, masks);
	} else {
		w->pc = target;
	}
	return target <= here ? go_on(w) : ACT_NEXT;
}

int
exec_bra(struct warp *w, const struct inst *in, uint32_t mask)
{
	return warp_jump(w, in->target, in->rpc, mask);
}

unsigned
sort_lanes(unsigned n, const uint64_t key[WARP], uint32_t mask, uint64_t keys[], uint32_t masks[])
{
	FOR_LANES(i, mask) {
		unsigned k = 0;
		while (k < n && keys[k] != key[i])
			k++;
		if (k == n) {
			keys[n] = key[i];
			masks[n++] = 0;
		}
		masks[k] |= 1u << i;
	}
	return n;
}

int
warp_scatter(struct warp *w, uint32_t rpc, unsigned n, const uint64_t to[], const uint32_t masks[])
{
	uint32_t pcs[WARP + 1] = { 0 }, here = w->pc - 1;
	bool backward = false;
	for (unsigned k = 0; k < n; k++) {
		pcs[k] = (uint32_t)to[k];
		backward |= pcs[k] <= here;
	}
	if (n == 1)
		w->pc = pcs[0];
	else
		warp_diverge(w, rpc, n, pcs, masks);
	return backward ? go_on(w) : ACT_NEXT;
}

int
exec_brx(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct jump_table *t = in->extra;
	const uint32_t *index = at(w, in->a);
	uint64_t key[WARP], keys[WARP + 1];
	uint32_t masks[WARP + 1], stay = w->mask & ~mask;
	FOR_LANES(i, mask) {
		if (index[i] >= t->n)
			return fault(w, in, i, SIM_BAD_ADDRESS,
				"brx.idx: index %u is not below %u, the number of "
				"targets",
				index[i], t->n);
		key[i] = t->pcs[index[i]];
	}
	unsigned n = sort_lanes(0, key, mask, keys, masks);
	if (stay) {
		keys[n] = w->pc;
		masks[n++] = stay;
	}
	return warp_scatter(w, in->rpc, n, keys, masks);
}

/* ---- calls ---- */

/* Return a place of one lane: in local memory of a frame, or in a register slot of it. */
static uint8_t *
lane_place(struct warp *w, struct frame *f, bool var, uint32_t where, bool wide, uint32_t lane)
{
	if (var)
		return frame_local(w, f, lane) + where;
	uint8_t *bases[] = { f->regs, f->func->consts, w->base[BASE_SREG], w->base[BASE_SCRATCH] };
	return bases[where & 3] + (where & ~3u) + lane * (wide ? 8u : 4u);
}

static void
copy_value(struct warp *w, const struct call_copy *c, struct frame *here, struct frame *there,
	uint32_t lane, bool back)
{
	uint8_t *h = lane_place(w, here, c->here_var, c->here, c->here_wide, lane);
	uint8_t *t = lane_place(w, there, c->there_var, c->there, c->there_wide, lane);
	if (back)
		memcpy(h, t, c->bytes);
	else
		memcpy(t, h, c->bytes);
}

static struct frame *
enter(struct warp *w, struct sim_func *f, const struct call_site *site, uint32_t mask)
{
	struct frame *n = warp_push_frame(w, f, site, mask);
	for (unsigned k = 0; n && k < site->nargs; k++)
		FOR_LANES(i, mask)
			copy_value(w, &site->args[k], w->frame, n, i, false);
	return n;
}

static int
stack_used_up(struct warp *w, const struct inst *in, uint32_t mask)
{
	return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_STACK,
		"the stack of %zu bytes a thread is used up at call depth %u",
		w->team->grid->stack_bytes, w->frame->depth + 1);
}

static void
run_frame(struct warp *w, struct frame *n, uint32_t mask)
{
	w->frame = n;
	w->pc = 0;
	w->mask = mask;
	w->code = n->func->code;
	w->base[BASE_FRAME] = n->regs;
	w->base[BASE_CONST] = n->func->consts;
	warp_save(w);
}

int
exec_call(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct call_site *s = in->extra;
	if (s->func->builtin)
		return builtin_call(w, in, s, mask);
	struct frame *n = enter(w, s->func, s, mask);
	if (!n)
		return stack_used_up(w, in, mask);
	warp_push_join(w, w->pc, w->mask, w->mask & ~mask);
	run_frame(w, n, mask);
	return go_on(w);
}

static struct sim_func *
check_target(struct warp *w, const struct inst *in, uint64_t addr, uint32_t lane)
{
	const struct call_site *s = in->extra;
	struct sim_func *f = device_func(w->team->grid->dev, addr);
	if (!f || !f->code || f->entry) {
		fault(w, in, lane, SIM_BAD_ADDRESS,
			"call through a pointer: 0x%llx is not a function",
			(unsigned long long)addr);
		return NULL;
	}
	bool same = f->nparams == s->nargs && f->nrets == s->nrets;
	for (unsigned k = 0; same && k < s->nargs; k++)
		same = f->params[k].size == s->args[k].bytes &&
			(f->params[k].space == SPACE_PARAM ? f->params[k].offset :
							     f->params[k].slot) == s->args[k].there;
	for (unsigned k = 0; same && k < s->nrets; k++)
		same = f->rets[k].size == s->rets[k].bytes;
	if (!same)
		fault(w, in, lane, SIM_BAD_ADDRESS,
			"call through a pointer: '%s' has other parameters than "
			"the prototype",
			f->name);
	return same ? f : NULL;
}

/* Execute an indirect jump.  Lanes with different targets become groups, which meet again behind
 * the call. */
int
exec_call_pointer(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct call_site *s = in->extra;
	uint64_t keys[WARP];
	uint32_t masks[WARP];
	unsigned n = sort_lanes(0, at(w, in->a), mask, keys, masks);
	struct frame *frames[WARP];
	for (unsigned k = 0; k < n; k++) {
		struct sim_func *f = check_target(w, in, keys[k],
			(uint32_t)__builtin_ctz(masks[k]));
		if (!f)
			return ACT_FAULT;
		if (!(frames[k] = enter(w, f, s, masks[k])))
			return stack_used_up(w, in, masks[k]);
	}
	struct join *j = warp_push_join(w, w->pc, w->mask, w->mask & ~mask);
	for (unsigned k = 1; k < n; k++)
		warp_add_group(w,
			(struct group){ .frame = frames[k], .join = j, .mask = masks[k] });
	run_frame(w, frames[0], masks[0]);
	warp_to_top(w);
	return go_on(w);
}

int
exec_ret(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct frame *f = w->frame;
	if (!f->parent)
		return exec_exit(w, in, mask);
	for (unsigned k = 0; k < f->site->nrets; k++)
		FOR_LANES(i, mask)
			copy_value(w, &f->site->rets[k], f->parent, f, i, true);
	return warp_return_lanes(w, mask);
}

int
exec_exit(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)in;
	bool whole = mask == w->mask;
	warp_exit_lanes(w, mask);
	return whole ? ACT_RESCHED : ACT_NEXT;
}

int
exec_trap(struct warp *w, const struct inst *in, uint32_t mask)
{
	return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_TRAP, "trap instruction");
}

int
exec_brkpt(struct warp *w, const struct inst *in, uint32_t mask)
{
	return fault(w, in, (uint32_t)__builtin_ctz(mask), SIM_TRAP, "breakpoint instruction");
}
