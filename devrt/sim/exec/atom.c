/*
 * atom.c: atom and red (PTX ISA 9.7.12.14).  Lanes go one after the other in lane order.  On
 * global memory a team waits for its turn first (grid.c), so results do not depend on the number of
 * host threads; only kernels whose atomics all commute and are never looked at run without waiting,
 * and then the host's own atomics do the work.
 */
#include <string.h>

#include "exec/observer.h"

static uint32_t
atom_wrap(enum ptx_mod op, uint32_t old, uint32_t b)
{
	if (op == PTX_MOD_AINC)
		return old >= b ? 0 : old + 1;
	return old == 0 || old > b ? b : old - 1;
}

static uint64_t
extend(uint64_t v, const struct inst *in)
{
	unsigned drop = 64 - in->bytes * 8u;
	if (type_kind(in->src->types[0]) == 's')
		return (uint64_t)((int64_t)(v << drop) >> drop);
	return v << drop >> drop;
}

static bool
less(const struct inst *in, uint64_t a, uint64_t b)
{
	a = extend(a, in);
	b = extend(b, in);
	return type_kind(in->src->types[0]) == 's' ? (int64_t)a < (int64_t)b : a < b;
}

static uint64_t
add_float(const struct inst *in, uint64_t a, uint64_t b)
{
	if (in->bytes == 8) {
		double x, y;
		memcpy(&x, &a, 8);
		memcpy(&y, &b, 8);
		x += y;
		memcpy(&a, &x, 8);
		return a;
	}
	float x, y;
	uint32_t p = (uint32_t)a, q = (uint32_t)b;
	memcpy(&x, &p, 4);
	memcpy(&y, &q, 4);
	x += y;
	memcpy(&p, &x, 4);
	return p;
}

static uint64_t
atom_result(const struct inst *in, uint64_t old, uint64_t b, uint64_t c)
{
	switch (in->mode) {
	case PTX_MOD_AADD:
		return type_kind(in->src->types[0]) == 'f' ? add_float(in, old, b) : old + b;
	case PTX_MOD_MAND: return old & b;
	case PTX_MOD_MOR: return old | b;
	case PTX_MOD_MXOR: return old ^ b;
	case PTX_MOD_AMIN: return less(in, b, old) ? b : old;
	case PTX_MOD_AMAX: return less(in, old, b) ? b : old;
	case PTX_MOD_EXCH: return b;
	case PTX_MOD_CAS: return extend(old, in) == extend(b, in) ? c : old;
	default: return atom_wrap((enum ptx_mod)in->mode, (uint32_t)old, (uint32_t)b);
	}
}

static uint64_t
read_slot(struct warp *w, const struct inst *in, uint32_t operand, uint32_t lane)
{
	return in->bytes == 8 ? ((uint64_t *)at(w, operand))[lane] :
				((uint32_t *)at(w, operand))[lane];
}

static void
write_slot(struct warp *w, const struct inst *in, uint32_t lane, uint64_t v)
{
	if (in->bytes == 8)
		((uint64_t *)at(w, in->d))[lane] = v;
	else
		((uint32_t *)at(w, in->d))[lane] = (uint32_t)v;
}

/* Apply the operation with the host's atomics if it commutes: other teams may do the same at this
 * moment. */
static void
host_atomic(const struct inst *in, uint8_t *p, uint64_t b)
{
	if (in->bytes == 8) {
		uint64_t *q = (uint64_t *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED);
		while (!__atomic_compare_exchange_n(q, &old, atom_result(in, old, b, 0), true,
			__ATOMIC_RELAXED, __ATOMIC_RELAXED))
			;
	} else {
		uint32_t *q = (uint32_t *)p, old = __atomic_load_n(q, __ATOMIC_RELAXED);
		while (!__atomic_compare_exchange_n(q, &old, (uint32_t)atom_result(in, old, b, 0),
			true, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			;
	}
}

static bool
needs_turn(struct warp *w, const struct inst *in, const uint64_t addr[WARP], uint32_t mask)
{
	if (w->team->has_turn)
		return false;
	FOR_LANES(i, mask)
		if (mem_is_global((enum space)in->space, addr[i]))
			return !(in->free_red && w->team->grid->free_red);
	return false;
}

/* Apply it for one lane.  Set *changed if memory did, by which a spinning warp is judged. */
static void
apply(struct warp *w, const struct inst *in, uint32_t lane, uint8_t *p, bool *changed)
{
	uint64_t old = 0, b = read_slot(w, in, in->b, lane), c = 0;
	if (in->mode == PTX_MOD_CAS)
		c = read_slot(w, in, in->c, lane);
	memcpy(&old, p, in->bytes);
	uint64_t new = atom_result(in, old, b, c);
	memcpy(p, &new, in->bytes);
	write_slot(w, in, lane, old);
	*changed |= extend(new, in) != extend(old, in);
}

static int
exec_atom(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint64_t addr[WARP];
	bool changed = false, shared = false;
	mem_addresses(w, in, addr);
	if (needs_turn(w, in, addr, mask))
		return ACT_WAIT_TURN;
	FOR_LANES(i, mask) {
		uint8_t *p = mem_resolve(w, in, i, (enum space)in->space, addr[i], in->bytes, true);
		if (!p)
			return ACT_FAULT;
		shared = in->free_red && w->team->grid->free_red &&
			mem_is_global((enum space)in->space, addr[i]);
		if (shared)
			host_atomic(in, p, read_slot(w, in, in->b, i));
		else
			apply(w, in, i, p, &changed);
	}
	if (w->watched)
		mem_report(w, in, mask, addr, ACCESS_ATOMIC);
	uint64_t first = read_slot(w, in, in->d, (uint32_t)__builtin_ctz(mask));
	w->team->changed |= changed;
	if (changed || shared)
		w->polls = 0;
	else
		warp_note_poll(w, in, addr[__builtin_ctz(mask)], first ^ mask);
	return ACT_NEXT;
}

exec_fn *
select_atom(const struct pinst *p)
{
	(void)p;
	return exec_atom;
}
