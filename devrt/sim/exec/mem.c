/*
 * mem.c: ld and st (PTX ISA 9.7.9).  This is the only place where an address that device code
 * formed becomes a host pointer, and only after a check against the allocation, the window or,
 * where the launch may use the host's memory, its mappings.
 *
 * The fast path handles a warp whose addresses all fall into the allocation that the same
 * instruction met last; consecutive addresses are copied in one piece.
 */
#include <string.h>

#include "exec/observer.h"

/* ---- addresses ---- */

/* Return an address of 64 bits.  sm_35's machine code forms generic addresses in shared and local
 * memory of 32 bits: a window's number from bit 24 on. */
static inline uint64_t
generic_address(const struct grid *g, uint64_t addr)
{
	uint64_t window = addr >> LOW_WINDOW_SHIFT;
	if (!g->low_windows || (window != WINDOW_SHARED && window != WINDOW_LOCAL))
		return addr;
	return WINDOW_ADDR(window) | (addr & (((uint64_t)1 << LOW_WINDOW_SHIFT) - 1));
}

static inline uint64_t
sum_of_pairs(struct warp *w, const struct inst *in, int lane)
{
	const uint32_t *lo = at(w, in->a), *hi = at(w, in->e), *base = at(w, in->c);
	return (lo[lane] | (uint64_t)hi[lane] << 32) +
		(base[lane] | (uint64_t)base[WARP + lane] << 32);
}

CLONES void
mem_addresses(struct warp *w, const struct inst *in, uint64_t addr[WARP])
{
	uint64_t offset = (uint64_t)in->imm;
	if (in->addr == ADDR_REG64) {
		const uint64_t *a = at(w, in->a);
		for (int i = 0; i < WARP; i++)
			addr[i] = a[i] + offset;
	} else if (in->addr == ADDR_REG32) {
		const uint32_t *a = at(w, in->a);
		for (int i = 0; i < WARP; i++)
			addr[i] = (uint32_t)(a[i] + (uint32_t)offset);
	} else if (in->addr == ADDR_PAIR) {
		const uint32_t *lo = at(w, in->a), *hi = at(w, in->e);
		for (int i = 0; i < WARP; i++)
			addr[i] = (lo[i] | (uint64_t)hi[i] << 32) + offset;
		for (int i = 0; w->team->grid->low_windows && i < WARP; i++)
			addr[i] = generic_address(w->team->grid, addr[i]);
	} else if (in->addr == ADDR_PAIRS) {
		for (int i = 0; i < WARP; i++)
			addr[i] = sum_of_pairs(w, in, i) + offset;
	} else if (in->addr == ADDR_SUM32) {
		const uint32_t *a = at(w, in->a), *b = at(w, in->e);
		for (int i = 0; i < WARP; i++)
			addr[i] = (uint32_t)(a[i] + b[i] + (uint32_t)offset);
	} else {
		uint64_t base = in->addr == ADDR_FRAME ? w->frame->local_base : 0;
		for (int i = 0; i < WARP; i++)
			addr[i] = base + offset;
	}
}

/* Return whether the address is in global memory.  Behind the windows lies the host's memory. */
bool
mem_is_global(enum space space, uint64_t addr)
{
	uint64_t window = addr >> WINDOW_SHIFT;
	return space == SPACE_GLOBAL || space == SPACE_CONST ||
		(space == SPACE_GENERIC && (window == 0 || window > WINDOW_FUNC));
}

uint8_t *
frame_local(struct warp *w, const struct frame *f, uint32_t lane)
{
	return w->local + lane * w->local_stride + f->local_base;
}

static bool
is_atomic(const struct inst *in)
{
	return in->src && op_rows[in->src->op].class == PTX_C_ATOMIC;
}

static const char *
access_name(const struct inst *in, bool write)
{
	if (is_atomic(in))
		return "atomic access to";
	return write ? "write to" : "read of";
}

/* Say how much shared memory there is, and what the access runs away from. */
static void
describe_shared(const struct grid *g, uint64_t addr, uint32_t bytes, struct sim_log *out)
{
	struct variable v = variable_shared(g, addr);
	sim_log_printf(out, "; the team has %zu bytes of shared memory", g->shared_total);
	if (v.name)
		sim_log_printf(out, ", the last of them '%s' of %llu bytes", v.name,
			(unsigned long long)v.size);
	if (v.name && bytes && v.size && (addr - v.base) % bytes == 0)
		sim_log_printf(out, ": element %llu of %llu",
			(unsigned long long)((addr - v.base) / bytes),
			(unsigned long long)(v.size / bytes));
}

static uint8_t *
bad_address(struct warp *w, const struct inst *in, uint32_t lane, enum space space, uint64_t addr,
	uint32_t bytes, bool write, const char *why)
{
	struct sim_log near = { 0 };
	if (mem_is_global(space, addr) && (space != SPACE_GENERIC || !(addr >> WINDOW_SHIFT)))
		memory_describe(w->team->grid->dev, addr, (int)bytes, &near);
	else if (space == SPACE_SHARED)
		describe_shared(w->team->grid, addr, bytes, &near);
	else if (space == SPACE_GENERIC)
		memory_describe_host(w->team->grid->dev, addr, &near);
	fault(w, in, lane, SIM_BAD_ADDRESS, "%s %u bytes at %s address 0x%llx %s%s",
		access_name(in, write), bytes, space_name(space), (unsigned long long)addr, why,
		near.text ? near.text : "");
	sim_log_free(&near);
	return NULL;
}

static uint8_t *
remember(struct warp *w, const struct inst *in, uint64_t addr, struct alloc_cache c)
{
	if (in->slot != NO_REG)
		w->worker->cache[in->slot] = c;
	return c.host + (addr - c.base);
}

static uint8_t *
resolve_host(struct warp *w, const struct inst *in, uint32_t lane, enum space space, uint64_t addr,
	uint32_t bytes, bool write)
{
	uint64_t base, size;
	if (w->team->grid->launch->host_memory && host_memory_find(addr, write, &base, &size) &&
		bytes <= size - (addr - base))
		return remember(w, in, addr,
			(struct alloc_cache){ base, size, (uint8_t *)(uintptr_t)base });
	return bad_address(w, in, lane, space, addr, bytes, write,
		space == SPACE_GENERIC && addr >> WINDOW_SHIFT ? "is outside every state space" :
								 "is outside every allocation");
}

/* Return how many bytes of the object an access may touch.  Memory comes in words: an atomic update
 * of 8 or 16 bits reads and swaps the one around (ptxgen/ir/atomic.c). */
static uint64_t
reachable(const struct alloc *a, const struct inst *in)
{
	return in->ordered || is_atomic(in) ? (a->size + 3) & ~(uint64_t)3 : a->size;
}

static uint8_t *
resolve_global(struct warp *w, const struct inst *in, uint32_t lane, enum space space,
	uint64_t addr, uint32_t bytes, bool write)
{
	struct alloc *a = memory_find(w->team->grid->dev, addr);
	if (!a)
		return resolve_host(w, in, lane, space, addr, bytes, write);
	if (bytes > reachable(a, in) - (addr - a->base))
		return bad_address(w, in, lane, space, addr, bytes, write,
			"crosses the end of an allocation");
	if (write && a->constant)
		return bad_address(w, in, lane, space, addr, bytes, write, "hits constant memory");
	return remember(w, in, addr, (struct alloc_cache){ a->base, a->size, a->host });
}

/* Take the window's number out of a generic address and return its space.  SPACE_GENERIC: global or
 * constant memory, or the host's. */
static enum space
window_space(uint64_t *addr)
{
	uint64_t window = *addr >> WINDOW_SHIFT;
	*addr &= ((uint64_t)1 << WINDOW_SHIFT) - 1;
	switch (window) {
	case WINDOW_SHARED: return SPACE_SHARED;
	case WINDOW_LOCAL: return SPACE_LOCAL;
	case WINDOW_PARAM: return SPACE_PARAM;
	default: return SPACE_GENERIC;
	}
}

static uint8_t *
resolve_block(struct warp *w, const struct inst *in, uint32_t lane, enum space space, uint64_t addr,
	uint32_t bytes, bool write, uint8_t *host, size_t size)
{
	if (addr <= size && bytes <= size - addr)
		return host + addr;
	return bad_address(w, in, lane, space, addr, bytes, write, "is out of bounds");
}

uint8_t *
mem_resolve(struct warp *w, const struct inst *in, uint32_t lane, enum space space, uint64_t addr,
	uint32_t bytes, bool write)
{
	struct grid *g = w->team->grid;
	uint64_t given = addr;
	if (bytes && addr % (bytes & -bytes))
		return bad_address(w, in, lane, space, addr, bytes, write, "is misaligned");
	if (space == SPACE_GENERIC)
		addr = generic_address(g, addr);
	if (mem_is_global(space, addr))
		return resolve_global(w, in, lane, space, addr, bytes, write);
	if (space == SPACE_GENERIC)
		space = window_space(&addr);
	switch (space) {
	case SPACE_SHARED:
		return resolve_block(w, in, lane, space, addr, bytes, write, w->team->shared,
			g->shared_total);
	case SPACE_LOCAL:
		warp_reach(w, addr + bytes);
		return resolve_block(w, in, lane, space, addr, bytes, write,
			w->local + lane * w->local_stride, g->stack_bytes);
	case SPACE_PARAM:
		if (write)
			return bad_address(w, in, lane, space, addr, bytes, write,
				"hits kernel parameters");
		return resolve_block(w, in, lane, space, addr, bytes, write, g->params,
			g->entry->param_bytes);
	default:
		return bad_address(w, in, lane, SPACE_GENERIC, given, bytes, write,
			"is outside every state space");
	}
}

/* ---- for observers ---- */

static void
report_part(struct warp *w, struct access *a, uint64_t window)
{
	uint64_t offset = window > WINDOW_FUNC ? ~0ull : (uint64_t)-1 >> (64 - WINDOW_SHIFT);
	switch (window) {
	case WINDOW_SHARED: a->space = SPACE_SHARED; break;
	case WINDOW_LOCAL: a->space = SPACE_LOCAL; break;
	case WINDOW_PARAM: a->space = SPACE_PARAM; break;
	default: a->space = SPACE_GLOBAL; break;
	}
	FOR_LANES(i, a->mask)
		a->addr[i] &= offset;
	EMIT(w->team->grid, access, w, a);
}

void
mem_report(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t addr[WARP],
	enum access_kind kind)
{
	struct access a = {
		.in = in,
		.kind = kind,
		.space = (enum space)in->space,
		.mask = mask,
		.bytes = in->bytes,
	};
	memcpy(a.addr, addr, sizeof a.addr);
	if (a.space != SPACE_GENERIC) {
		EMIT(w->team->grid, access, w, &a);
		return;
	}
	while (mask) {
		uint64_t window = addr[__builtin_ctz(mask)] >> WINDOW_SHIFT;
		a.mask = 0;
		FOR_LANES(i, mask)
			if (addr[i] >> WINDOW_SHIFT == window)
				a.mask |= 1u << i;
		report_part(w, &a, window);
		mask &= ~a.mask;
	}
}

/* ---- the fast path ---- */

struct span {
	uint64_t lo, hi, low_bits;
	bool consecutive;
};

/* Give inactive lanes the first active lane's address, so that tests of the whole warp hold. */
static void
fill_inactive(uint64_t addr[WARP], uint32_t mask)
{
	uint64_t first = addr[__builtin_ctz(mask)];
	if (mask != FULL)
		for (int i = 0; i < WARP; i++)
			addr[i] = mask >> i & 1 ? addr[i] : first;
}

CLONES static struct span
measure_any(const uint64_t addr[WARP])
{
	uint64_t lo = addr[0], hi = addr[0], bits = 0;
	for (int i = 0; i < WARP; i++) {
		lo = addr[i] < lo ? addr[i] : lo;
		hi = addr[i] > hi ? addr[i] : hi;
		bits |= addr[i];
	}
	return (struct span){ lo, hi, bits, false };
}

/* Return the addresses' range.  Most warps access consecutive places, or all the same one: cheaper
 * to see than a minimum. */
CLONES static struct span
measure(const uint64_t addr[WARP], uint64_t bytes)
{
	uint64_t first = addr[0], not_consecutive = 0, not_equal = 0;
	for (int i = 0; i < WARP; i++) {
		not_consecutive |= addr[i] ^ (first + (uint64_t)i * bytes);
		not_equal |= addr[i] ^ first;
	}
	if (!not_equal)
		return (struct span){ first, first, first, false };
	uint64_t last = first + (WARP - 1) * bytes;
	if (!not_consecutive && last >= first)
		return (struct span){ first, last, first, true };
	return measure_any(addr);
}

static bool
in_block(const struct span *s, uint64_t base, uint64_t size, uint64_t bytes)
{
	return s->lo >= base && size >= bytes && s->hi - base <= size - bytes;
}

/* Return the host's pointer for address 0 of the block if all lanes lie in one block, else NULL. */
static uint8_t *
whole_warp(struct warp *w, const struct inst *in, const struct span *s, uint64_t bytes)
{
	if (s->low_bits & ((bytes & -bytes) - 1))
		return NULL;
	if (in->space == SPACE_SHARED) {
		uint64_t size = w->team->grid->shared_total;
		return in_block(s, 0, size, bytes) ? w->team->shared : NULL;
	}
	if (in->space == SPACE_LOCAL || in->space == SPACE_PARAM)
		return NULL;
	const struct alloc_cache *c = &w->worker->cache[in->slot];
	return in_block(s, c->base, c->size, bytes) ? c->host - c->base : NULL;
}

/* Return whether the access has to see what earlier teams did: then it waits for its turn. */
static bool
must_wait(struct warp *w, const struct inst *in, const uint64_t addr[WARP], uint32_t mask)
{
	if (!in->ordered || w->team->has_turn)
		return false;
	FOR_LANES(i, mask)
		if (mem_is_global((enum space)in->space, addr[i]))
			return true;
	return false;
}

/* Find the pointers of all active lanes one by one.  Return false after a fault. */
static bool
each_lane(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t addr[WARP],
	uint8_t *p[WARP], bool write)
{
	FOR_LANES(i, mask)
		if (!(p[i] = mem_resolve(w, in, i, (enum space)in->space, addr[i], in->bytes,
			      write)))
			return false;
	return true;
}

/* Return the one lane's address.  Sequential code runs in one lane: no use measuring 32. */
static uint64_t
one_address(struct warp *w, const struct inst *in, uint32_t lane)
{
	uint64_t offset = (uint64_t)in->imm;
	switch (in->addr) {
	case ADDR_REG64: return ((const uint64_t *)at(w, in->a))[lane] + offset;
	case ADDR_REG32:
		return (uint32_t)(((const uint32_t *)at(w, in->a))[lane] + (uint32_t)offset);
	case ADDR_FRAME: return w->frame->local_base + offset;
	case ADDR_PAIR:
		return generic_address(w->team->grid,
			(((const uint32_t *)at(w, in->a))[lane] |
				(uint64_t)((const uint32_t *)at(w, in->e))[lane] << 32) +
				offset);
	case ADDR_PAIRS: return sum_of_pairs(w, in, (int)lane) + offset;
	case ADDR_SUM32:
		return (uint32_t)(((const uint32_t *)at(w, in->a))[lane] +
			((const uint32_t *)at(w, in->e))[lane] + (uint32_t)offset);
	default: return offset;
	}
}

static int
find_one(struct warp *w, const struct inst *in, uint32_t mask, uint64_t addr[WARP],
	uint8_t *p[WARP], bool write)
{
	uint32_t lane = (uint32_t)__builtin_ctz(mask);
	uint64_t a = addr[lane] = one_address(w, in, lane);
	struct span s = { a, a, a, false };
	if (must_wait(w, in, addr, mask))
		return ACT_WAIT_TURN;
	uint8_t *base = whole_warp(w, in, &s, in->bytes);
	p[lane] = base ? base + a :
			 mem_resolve(w, in, lane, (enum space)in->space, a, in->bytes, write);
	return p[lane] ? ACT_NEXT : ACT_FAULT;
}

/* Find the host's pointers of the active lanes.  Set *consecutive if all 32 lie one behind the
 * other. */
static inline int
locate(struct warp *w, const struct inst *in, uint32_t mask, uint64_t addr[WARP], uint8_t *p[WARP],
	bool write, bool *consecutive)
{
	*consecutive = false;
	if (!(mask & (mask - 1)))
		return find_one(w, in, mask, addr, p, write);
	mem_addresses(w, in, addr);
	if (must_wait(w, in, addr, mask))
		return ACT_WAIT_TURN;
	fill_inactive(addr, mask);
	struct span s = measure(addr, in->bytes);
	uint8_t *base = whole_warp(w, in, &s, in->bytes);
	if (!base)
		return each_lane(w, in, mask, addr, p, write) ? ACT_NEXT : ACT_FAULT;
	*consecutive = s.consecutive && mask == FULL;
	for (int i = 0; i < WARP; i++)
		p[i] = base + addr[i];
	return ACT_NEXT;
}

static int
find_lanes(struct warp *w, const struct inst *in, uint32_t mask, uint64_t addr[WARP],
	uint8_t *p[WARP], bool write, bool *consecutive)
{
	int act = locate(w, in, mask, addr, p, write, consecutive);
	if (w->watched && act == ACT_NEXT)
		mem_report(w, in, mask, addr,
			is_atomic(in) ? ACCESS_ATOMIC : /* part of one, in machine code */
				write ? ACCESS_WRITE :
					ACCESS_READ);
	return act;
}

static void
note_poll(struct warp *w, const struct inst *in, const uint64_t addr[WARP], uint8_t *const p[WARP],
	uint32_t mask)
{
	uint64_t seen = 0;
	FOR_LANES(i, mask) {
		uint64_t v = 0;
		memcpy(&v, p[i], in->bytes < 8 ? in->bytes : 8);
		seen = (seen ^ v ^ i) * 0x9e3779b97f4a7c15ull;
	}
	warp_note_poll(w, in, addr[__builtin_ctz(mask)], seen ^ mask);
}

/* Note before a store in order whether it changes memory: that may answer a warp that polls.  No
 * other warp sees local memory. */
static void
note_answer(struct warp *w, const struct inst *in, uint8_t *const p[WARP], uint32_t mask)
{
	const uint32_t *slots = in->extra;
	unsigned size = in->bytes / in->vec;
	if (in->space == SPACE_LOCAL)
		return;
	for (unsigned e = 0; e < in->vec; e++) {
		const uint8_t *s = at(w, slots[e]);
		FOR_LANES(i, mask)
			w->team->changed |= memcmp(p[i] + e * size, s + i * in->mode, size) != 0;
	}
}

/* ---- handlers: M the type in memory, S the slot ---- */

#define LOAD(name, M, S) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const uint32_t *slots = in->extra; \
		uint64_t addr[WARP]; \
		uint8_t *p[WARP]; \
		bool consecutive; \
		int act = find_lanes(w, in, mask, addr, p, false, &consecutive); \
		if (act != ACT_NEXT) \
			return act; \
		if (consecutive && in->vec == 1) { \
			const M *m = (const M *)p[0]; \
			S *d = at(w, in->d); \
			for (int i = 0; i < WARP; i++) \
				d[i] = (S)m[i]; \
		} else if (mask == FULL) { \
			for (unsigned e = 0; e < in->vec; e++) { \
				S *d = at(w, slots[e]); \
				for (int i = 0; i < WARP; i++) \
					d[i] = (S)((const M *)p[i])[e]; \
			} \
		} else { \
			for (unsigned e = 0; e < in->vec; e++) { \
				S *d = at(w, slots[e]); \
				FOR_LANES(i, mask) \
					d[i] = (S)((const M *)p[i])[e]; \
			} \
		} \
		if (in->ordered) \
			note_poll(w, in, addr, p, mask); \
		return ACT_NEXT; \
	}
/* clang-format off */
LOAD(ld_u8_4, uint8_t, uint32_t)
LOAD(ld_s8_4, int8_t, uint32_t)
LOAD(ld_u16_4, uint16_t, uint32_t)
LOAD(ld_s16_4, int16_t, uint32_t)
LOAD(ld_u32_4, uint32_t, uint32_t)
LOAD(ld_u64_8, uint64_t, uint64_t)
LOAD(ld_u8_8, uint8_t, uint64_t)
LOAD(ld_s8_8, int8_t, uint64_t)
LOAD(ld_u16_8, uint16_t, uint64_t)
LOAD(ld_s16_8, int16_t, uint64_t)
LOAD(ld_u32_8, uint32_t, uint64_t)
LOAD(ld_s32_8, int32_t, uint64_t)
/* clang-format on */

/* Lanes that write the same place do so in lane order: the highest lane wins. */
#define STORE(name, M) \
	CLONES static int name(struct warp *w, const struct inst *in, uint32_t mask) \
	{ \
		const uint32_t *slots = in->extra; \
		uint64_t addr[WARP]; \
		uint8_t *p[WARP]; \
		bool consecutive; \
		unsigned step = in->mode / sizeof(M); \
		int act = find_lanes(w, in, mask, addr, p, true, &consecutive); \
		if (act != ACT_NEXT) \
			return act; \
		if (in->ordered) \
			note_answer(w, in, p, mask); \
		if (consecutive && in->vec == 1 && step == 1) { \
			memcpy(p[0], at(w, in->b), sizeof(M) * WARP); \
			return ACT_NEXT; \
		} \
		for (unsigned e = 0; e < in->vec; e++) { \
			const M *s = at(w, slots[e]); \
			FOR_LANES(i, mask) \
				((M *)p[i])[e] = s[i * step]; \
		} \
		return ACT_NEXT; \
	}
STORE(st_8, uint8_t)
STORE(st_16, uint16_t)
STORE(st_32, uint32_t)
STORE(st_64, uint64_t)

#define SPLAT(name, S) \
	CLONES static void name(S *d, S v, uint32_t mask) \
	{ \
		if (mask == FULL) { \
			for (int i = 0; i < WARP; i++) \
				d[i] = v; \
		} else { \
			for (int i = 0; i < WARP; i++) \
				d[i] = mask >> i & 1 ? v : d[i]; \
		} \
	}
SPLAT(splat_32, uint32_t)
SPLAT(splat_64, uint64_t)

/* Load a kernel parameter, which is the same for all lanes. */
static int
ld_param(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *slots = in->extra;
	unsigned size = in->bytes / in->vec;
	bool is_signed = type_kind(in->src->types[0]) == 's';
	uint8_t *p = mem_resolve(w, in, (uint32_t)__builtin_ctz(mask), SPACE_PARAM,
		(uint64_t)in->imm, in->bytes, false);
	if (!p)
		return ACT_FAULT;
	if (w->watched) {
		uint64_t addr[WARP];
		mem_addresses(w, in, addr);
		mem_report(w, in, mask, addr, ACCESS_READ);
	}
	for (unsigned e = 0; e < in->vec; e++) {
		uint64_t v = 0;
		memcpy(&v, p + e * size, size);
		if (is_signed && size < 8)
			v = (uint64_t)((int64_t)(v << (64 - size * 8)) >> (64 - size * 8));
		if (in->mode == 8)
			splat_64(at(w, slots[e]), v, mask);
		else
			splat_32(at(w, slots[e]), (uint32_t)v, mask);
	}
	return ACT_NEXT;
}

exec_fn *
mem_load(unsigned bytes, bool is_signed)
{
	switch (bytes) {
	case 1: return is_signed ? ld_s8_4 : ld_u8_4;
	case 2: return is_signed ? ld_s16_4 : ld_u16_4;
	default: return ld_u32_4;
	}
}

static exec_fn *
load_for(const struct pinst *p, bool wide)
{
	bool is_signed = type_kind(p->types[0]) == 's';
	switch (type_bytes(p->types[0])) {
	case 1: return wide ? (is_signed ? ld_s8_8 : ld_u8_8) : is_signed ? ld_s8_4 : ld_u8_4;
	case 2: return wide ? (is_signed ? ld_s16_8 : ld_u16_8) : is_signed ? ld_s16_4 : ld_u16_4;
	case 4: return !wide ? ld_u32_4 : is_signed ? ld_s32_8 : ld_u32_8;
	default: return wide ? ld_u64_8 : NULL;
	}
}

exec_fn *
select_load(const struct pinst *p, unsigned slot_bytes)
{
	const struct opnd *m = &p->o[1];
	bool param = m->elems[0].kind == O_VAR && m->elems[0].var->space == SPACE_PARAM &&
		m->elems[0].var->owner->entry && m->elems[0].var->placed;
	return param ? ld_param : load_for(p, slot_bytes == 8);
}

exec_fn *
select_store(const struct pinst *p)
{
	return mem_store(type_bytes(p->types[0]));
}

exec_fn *
mem_store(unsigned bytes)
{
	switch (bytes) {
	case 1: return st_8;
	case 2: return st_16;
	case 4: return st_32;
	default: return st_64;
	}
}

/* Execute membar or fence between teams: all earlier teams have finished. */
int
exec_order(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)in, (void)mask;
	return w->team->has_turn ? ACT_NEXT : ACT_WAIT_TURN;
}
