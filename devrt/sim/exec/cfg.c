/*
 * cfg.c: the control-flow graph of a decoded function: immediate post-dominators, where diverged
 * lanes meet again, and liveness, which tells which registers can be read before they are written
 * and how many registers a real GPU would need.
 *
 * Lanes that leave by a guarded ret or exit leave their joins (warp.c), so such an instruction is
 * no edge; and a branch into code that only traps or exits does not move the meeting point.
 */
#include <stdlib.h>
#include <string.h>

#include "exec/decode.h"

struct block {
	uint32_t first, last; /* instructions, inclusive */
	uint32_t *succs, *preds;
	unsigned nsuccs, succs_cap, npreds, preds_cap;
	bool returns;          /* some path reaches ret */
	uint32_t order, ipdom; /* in reverse graph; block numbers, exit is nblocks */
};

struct cfg {
	struct sim_func *f;
	struct sim_arena arena;
	struct block *blocks;
	uint32_t n; /* without the virtual exit, which is block n */
	uint32_t *block_of;
	uint32_t *post; /* blocks in post-order of the reverse graph */
	uint32_t npost;
};

enum ptx_op
inst_op(const struct inst *in)
{
	return in->src ? in->src->op : PTX_OP_RET;
}

const uint32_t *
branch_targets(const struct inst *in, unsigned *n)
{
	const struct jump_table *t = in->extra;
	enum ptx_op op = inst_op(in);
	*n = op == PTX_OP_BRA ? 1 : op == PTX_OP_BRX ? t->n : 0;
	return op == PTX_OP_BRX ? t->pcs : &in->target;
}

bool
ends_block(const struct inst *in)
{
	return op_rows[inst_op(in)].effects & PTX_E_ENDS;
}

static bool
falls_through(const struct inst *in)
{
	return !ends_block(in) || in->guard_kind != GUARD_NONE;
}

static void
find_blocks(struct cfg *g)
{
	struct sim_func *f = g->f;
	bool *leader = sim_arena_alloc(&g->arena, f->ncode + 1);
	leader[0] = true;
	for (uint32_t i = 0; i < f->ncode; i++) {
		unsigned n;
		const uint32_t *to = branch_targets(&f->code[i], &n);
		if (ends_block(&f->code[i]))
			leader[i + 1] = true;
		for (unsigned k = 0; k < n; k++)
			leader[to[k]] = true;
	}
	for (uint32_t i = 0; i < f->ncode; i++)
		g->n += leader[i];
	g->blocks = sim_arena_alloc(&g->arena, (g->n + 1) * sizeof *g->blocks);
	g->block_of = sim_arena_alloc(&g->arena, f->ncode * sizeof *g->block_of);
	uint32_t b = 0;
	for (uint32_t i = 0; i < f->ncode; i++) {
		if (leader[i] && i)
			b++;
		if (leader[i])
			g->blocks[b].first = i;
		g->blocks[b].last = i;
		g->block_of[i] = b;
	}
}

static void
add_edge(struct cfg *g, uint32_t from, uint32_t to)
{
	struct block *a = &g->blocks[from], *b = &g->blocks[to];
	ARENA_PUSH(&g->arena, a->succs, a->nsuccs, a->succs_cap, to);
	ARENA_PUSH(&g->arena, b->preds, b->npreds, b->preds_cap, from);
}

static void
add_edges(struct cfg *g, uint32_t b)
{
	const struct inst *in = &g->f->code[g->blocks[b].last];
	unsigned n;
	const uint32_t *to = branch_targets(in, &n);
	for (unsigned k = 0; k < n; k++)
		add_edge(g, b, g->block_of[to[k]]);
	if (falls_through(in) && g->blocks[b].last + 1 < g->f->ncode)
		add_edge(g, b, b + 1);
}

/* Mark blocks from which a ret is reached.  Without any ret, the exit counts as one. */
static void
mark_returning(struct cfg *g)
{
	uint32_t *work = sim_arena_alloc(&g->arena, (g->n + 1) * sizeof *work), n = 0;
	for (int pass = 0; pass < 2 && !n; pass++)
		for (uint32_t b = 0; b < g->n; b++) {
			const struct inst *in = &g->f->code[g->blocks[b].last];
			if (inst_op(in) == (pass ? PTX_OP_EXIT : PTX_OP_RET)) {
				g->blocks[b].returns = true;
				work[n++] = b;
			}
		}
	while (n) {
		struct block *b = &g->blocks[work[--n]];
		for (unsigned i = 0; i < b->npreds; i++)
			if (!g->blocks[b->preds[i]].returns) {
				g->blocks[b->preds[i]].returns = true;
				work[n++] = b->preds[i];
			}
	}
}

/* Return whether the edge counts for post-dominance; see the paragraph at the top. */
static bool
counts(const struct cfg *g, uint32_t from, uint32_t to)
{
	return to == g->n || g->blocks[to].returns || !g->blocks[from].returns;
}

static void
order_reverse(struct cfg *g)
{
	struct walk {
		uint32_t block, next;
	} * stack;
	stack = sim_arena_alloc(&g->arena, (g->n + 2) * sizeof *stack);
	g->post = sim_arena_alloc(&g->arena, (g->n + 1) * sizeof *g->post);
	bool *seen = sim_arena_alloc(&g->arena, g->n + 1);
	uint32_t depth = 0;
	stack[depth++] = (struct walk){ g->n, 0 };
	seen[g->n] = true;
	while (depth) {
		struct walk *w = &stack[depth - 1];
		struct block *b = &g->blocks[w->block];
		if (w->next == b->npreds) {
			b->order = g->npost;
			g->post[g->npost++] = w->block;
			depth--;
			continue;
		}
		uint32_t p = b->preds[w->next++];
		if (!seen[p] && counts(g, p, w->block)) {
			seen[p] = true;
			stack[depth++] = (struct walk){ p, 0 };
		}
	}
}

static uint32_t
intersect(const struct cfg *g, uint32_t a, uint32_t b)
{
	while (a != b) {
		while (g->blocks[a].order < g->blocks[b].order)
			a = g->blocks[a].ipdom;
		while (g->blocks[b].order < g->blocks[a].order)
			b = g->blocks[b].ipdom;
	}
	return a;
}

/* Compute post-dominators (Cooper, Harvey, Kennedy: A simple, fast dominance algorithm), on the
 * reverse graph. */
static void
post_dominators(struct cfg *g)
{
	for (uint32_t b = 0; b <= g->n; b++)
		g->blocks[b].ipdom = NO_PC;
	g->blocks[g->n].ipdom = g->n;
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t i = g->npost - 1; i-- > 0;) {
			struct block *b = &g->blocks[g->post[i]];
			uint32_t best = NO_PC;
			for (unsigned k = 0; k < b->nsuccs; k++) {
				uint32_t s = b->succs[k];
				if (g->blocks[s].ipdom == NO_PC || !counts(g, g->post[i], s))
					continue;
				best = best == NO_PC ? s : intersect(g, s, best);
			}
			if (best != b->ipdom) {
				b->ipdom = best;
				changed = true;
			}
		}
	}
}

static void
set_reconvergence(struct cfg *g)
{
	for (uint32_t b = 0; b < g->n; b++) {
		struct inst *in = &g->f->code[g->blocks[b].last];
		uint32_t p = g->blocks[b].ipdom;
		in->rpc = NO_PC;
		if ((inst_op(in) == PTX_OP_BRA || inst_op(in) == PTX_OP_BRX) && p != NO_PC &&
			p != g->n) {
			in->rpc = g->blocks[p].first;
			g->f->code[in->rpc].join = true;
		}
	}
	for (uint32_t i = 0; i + 1 < g->f->ncode; i++)
		if (inst_op(&g->f->code[i]) == PTX_OP_CALL)
			g->f->code[i + 1].join = true;
}

/* ---- liveness ---- */

static void
visit_sources(const struct opnd *o, visit_fn *fn, void *ctx)
{
	if (o->kind == O_REG)
		fn(ctx, o->reg);
	if (o->kind == O_VEC || o->kind == O_MEM)
		for (unsigned i = 0; i < o->n; i++)
			visit_sources(&o->elems[i], fn, ctx);
}

static void
visit_dests(const struct opnd *o, visit_fn *fn, void *ctx)
{
	if (o->reg2 != NO_REG && (o->kind == O_REG || o->kind == O_SINK))
		fn(ctx, o->reg2);
	visit_sources(o, fn, ctx);
}

bool
has_result(const struct pinst *p)
{
	const char *pattern = op_rows[p->op].operands;
	if (op_rows[p->op].class == PTX_C_BARRIER)
		return has_mod(p, PTX_MOD_REDB);
	return p->op == PTX_OP_VOTE || (*pattern && strchr("dDlPqMv", *pattern));
}

void
visit_uses(const struct pinst *p, visit_fn *fn, void *ctx)
{
	if (p->guard != NO_REG)
		fn(ctx, p->guard);
	if (p->call) {
		visit_sources(&p->call->target, fn, ctx);
		for (unsigned i = 0; i < p->call->nargs; i++)
			visit_sources(&p->call->args[i], fn, ctx);
		return;
	}
	for (unsigned i = has_result(p) && p->n; i < p->n; i++)
		visit_sources(&p->o[i], fn, ctx);
}

void
visit_defs(const struct pinst *p, visit_fn *fn, void *ctx)
{
	if (p->call)
		for (unsigned i = 0; i < p->call->nrets; i++)
			visit_dests(&p->call->rets[i], fn, ctx);
	else if (p->n && has_result(p))
		visit_dests(&p->o[0], fn, ctx);
}

struct live {
	uint64_t *set;
	const struct preg *regs;
	const bool *constant; /* by register: an assembler needs none for it */
	int units, most;      /* 32-bit registers that are live, now and at most */
};

static int
units_of(const struct live *l, uint32_t reg)
{
	if (l->constant[reg])
		return 0;
	return l->regs[reg].type == PTX_PRED ? 0 : type_bytes(l->regs[reg].type) == 8 ? 2 : 1;
}

static void
live_add(void *ctx, uint32_t reg)
{
	struct live *l = ctx;
	if (!(l->set[reg / 64] >> (reg % 64) & 1))
		l->units += units_of(l, reg);
	l->set[reg / 64] |= (uint64_t)1 << (reg % 64);
	if (l->units > l->most)
		l->most = l->units;
}

static void
live_remove(void *ctx, uint32_t reg)
{
	struct live *l = ctx;
	if (l->set[reg / 64] >> (reg % 64) & 1)
		l->units -= units_of(l, reg);
	l->set[reg / 64] &= ~((uint64_t)1 << (reg % 64));
}

static void
live_through(struct cfg *g, struct block *b, struct live *l)
{
	for (uint32_t i = b->last + 1; i-- > b->first;) {
		const struct pinst *p = g->f->code[i].src;
		if (!p)
			continue;
		if (p->guard == NO_REG)
			visit_defs(p, live_remove, l);
		visit_uses(p, live_add, l);
	}
}

static int
count_units(const struct live *l, uint32_t nregs)
{
	int n = 0;
	for (uint32_t r = 0; r < nregs; r++)
		if (l->set[r / 64] >> (r % 64) & 1)
			n += units_of(l, r);
	return n;
}

/* ---- registers ---- */

struct defs {
	uint32_t *count;
};

static void
count_def(void *ctx, uint32_t reg)
{
	((struct defs *)ctx)->count[reg]++;
}

/* Return whether the value is a kernel's parameter or a constant, or an address in another form of
 * one. */
static bool
stays_constant(const struct sim_func *f, const struct pinst *p, const bool *constant)
{
	const struct opnd *o = &p->o[1];
	if (p->guard != NO_REG || p->n != 2 || p->o[0].kind != O_REG)
		return false;
	switch (p->op) {
	case PTX_OP_LD:
		return f->entry && o->kind == O_MEM && o->elems[0].kind == O_VAR &&
			o->elems[0].var->space == SPACE_PARAM;
	case PTX_OP_MOV:
	case PTX_OP_CVTA:
		return o->kind == O_IMM || o->kind == O_FIMM ||
			(o->kind == O_REG && constant[o->reg]);
	default: return false;
	}
}

/* Find registers that are only another name for a parameter or constant.  They cost nothing:
 * instructions read these where they lie, in constant memory or in the instruction. */
static const bool *
find_constants(struct cfg *g)
{
	uint32_t nregs = g->f->body->nregs;
	bool *constant = sim_arena_alloc(&g->arena, nregs + 1);
	struct defs d = { sim_arena_alloc(&g->arena, (nregs + 1) * sizeof *d.count) };
	for (uint32_t i = 0; i < g->f->ncode; i++)
		if (g->f->code[i].src)
			visit_defs(g->f->code[i].src, count_def, &d);
	for (uint32_t i = 0; i < g->f->ncode; i++) {
		const struct pinst *p = g->f->code[i].src;
		if (p && !p->call && p->n == 2 && stays_constant(g->f, p, constant))
			constant[p->o[0].reg] = d.count[p->o[0].reg] == 1;
	}
	return constant;
}

/* Solve backward data flow to a fixed point.  in[b] holds the registers live at the start of block
 * b. */
static int
solve_liveness(struct cfg *g, uint64_t *in, uint32_t words, uint32_t nregs)
{
	uint64_t *set = sim_arena_alloc(&g->arena, words * sizeof *set);
	struct live l = { .set = set, .regs = g->f->body->regs, .constant = find_constants(g) };
	for (bool changed = true; changed;) {
		changed = false;
		for (uint32_t b = g->n; b-- > 0;) {
			memset(set, 0, words * sizeof *set);
			for (unsigned k = 0; k < g->blocks[b].nsuccs; k++)
				for (uint32_t i = 0; g->blocks[b].succs[k] < g->n && i < words; i++)
					set[i] |= in[(size_t)g->blocks[b].succs[k] * words + i];
			l.units = count_units(&l, nregs);
			live_through(g, &g->blocks[b], &l);
			if (memcmp(set, in + (size_t)b * words, words * sizeof *set)) {
				memcpy(in + (size_t)b * words, set, words * sizeof *set);
				changed = true;
			}
		}
	}
	return l.most;
}

/* Return the registers that ptxas 11.8 takes beyond the live ones: the stack pointer, copies, loads
 * brought forward.  Fitted to 351 kernels, nvcc's suite and fig12 and minicc's for examples and
 * mini-apps: as many blocks of 128 or 256 threads fit on an SM as with ptxas's count for 95 of 100
 * on sm_35, 94 on sm_70. */
static int
spare_registers(const struct sim_func *f)
{
	return f->module->dev->model->cc_major < 7 ? 4 : 6;
}

static void
find_zeroed(struct cfg *g)
{
	struct sim_func *f = g->f;
	uint32_t nregs = f->body->nregs, words = nregs / 64 + 1;
	if ((uint64_t)g->n * words > 1u << 22) { /* huge: zero everything */
		f->zero = sim_arena_alloc(&f->module->arena, 2 * sizeof *f->zero);
		f->zero[1] = (uint32_t)f->frame_bytes;
		f->nzero = 1;
		f->regs = 255;
		return;
	}
	uint64_t *in = sim_arena_alloc(&g->arena, (size_t)g->n * words * sizeof *in);
	f->regs = solve_liveness(g, in, words, nregs) + spare_registers(f);
	unsigned cap = 0;
	for (uint32_t r = 0; r < nregs; r++) {
		if (!(in[r / 64] >> (r % 64) & 1))
			continue;
		uint32_t from = f->reg_slots[r] & ~3u;
		uint32_t bytes = f->body->regs[r].type == PTX_PRED ? 4 :
			type_bytes(f->body->regs[r].type) == 8     ? 8 * WARP :
								     4 * WARP;
		ARENA_PUSH(&f->module->arena, f->zero, f->nzero, cap, from);
		ARENA_PUSH(&f->module->arena, f->zero, f->nzero, cap, from + bytes);
	}
	f->nzero /= 2;
}

void
cfg_analyse(struct sim_func *f)
{
	struct cfg g = { .f = f };
	find_blocks(&g);
	for (uint32_t b = 0; b < g.n; b++)
		add_edges(&g, b);
	mark_returning(&g);
	for (uint32_t b = 0; b < g.n; b++)
		if (!g.blocks[b].nsuccs)
			add_edge(&g, b, g.n);
	order_reverse(&g);
	post_dominators(&g);
	set_reconvergence(&g);
	find_zeroed(&g);
	sim_arena_free(&g.arena);
}
