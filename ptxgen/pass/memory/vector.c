/*
 * vector.c: neighbours in global memory are loaded or stored by one instruction, of up to 16 bytes.
 *
 *      x = ld [p]; y = ld [p+4]; z = ld [p+8]; w = ld [p+12]      ->      ld.v4 {x, y, z, w}, [p]
 *
 * Requires: a plain graph, ready to be printed.  The instructions stay as they are, side by side and in
 * the order of their addresses; the first says how many the printer makes one of (ir_inst.vector), so
 * no pass may come behind.
 *
 * The address must be a multiple of the whole.  Of parameters the launch promises that to an entry
 * that may be left out for another one (ir_kernel_info.maps_aligned), and so to its parts; those that
 * it made use of are in ir_kernel_info.aligned.
 */
#include "pass/pass.h"
#include "tree/omp_tree.h"

#include <stddef.h>

enum { MOST = 16, MOST_LOG = 4, NEAR = 48, MEMBERS = 4 };

/* By register: how often 2 divides it at least, and which parameters must be multiples of 16 for
 * that. */
struct multiples {
	struct ir_func *f;
	uint8_t *log;
	uint64_t *params;
};

static int
of_int(int64_t v)
{
	int n = 0;

	while (n < MOST_LOG && !(v >> n & 1))
		n++;
	return n;
}

static int
of_value(const struct multiples *m, struct ir_value v)
{
	switch (v.kind) {
	case VAL_REG: return m->log[v.u.reg];
	case VAL_INT: return of_int(v.u.i);
	case VAL_SYMBOL: return of_int((int64_t)v.u.symbol->align | v.offset);
	default: return 0;
	}
}

/* Return how often 2 divides a shifted value.  A negative count, or more than there are bits, gives
 * 0. */
static int
of_shift(int a, int64_t count)
{
	return count >= 0 && count < MOST_LOG ? least(a + (int)count, MOST_LOG) : MOST_LOG;
}

/* Return how often 2 divides a parameter.  The launch checks the addresses that the first 64
 * parameters are. */
static int
of_param(struct ir_func *f, const struct ir_inst *i)
{
	const struct ir_func *kernel = launched(f);
	const struct omp *target = kernel && kernel->kernel->maps_aligned ? kernel->kernel->target :
									    NULL;
	int index = target ? launched_param(f, i->index) : -1;
	const struct omp_capture *c = index >= 0 && index < 64 &&
			index < target->u.target.ncaptures ?
		&target->u.target.captures[index] :
		NULL;
	bool address = c && c->kind != CAP_VLA_LEN && !c->in_memory &&
		(c->kind != CAP_VALUE || c->decl->type->kind == TY_POINTER);

	return address && i->offset == 0 ? MOST_LOG : 0;
}

static int
of_result(const struct multiples *m, const struct ir_inst *i)
{
	int a = of_value(m, i->src[0]), b = of_value(m, i->src[1]), c = of_value(m, i->src[2]);

	switch (i->op) {
	case IR_MOV: return a;
	case IR_SEXT:
	case IR_ZEXT: return i->from == IR_I32 ? a : 0;
	case IR_ADD:
	case IR_SUB: return least(a, b);
	case IR_SELECT: return least(b, c);
	case IR_MUL:
	case IR_MULWIDE_S:
	case IR_MULWIDE_U: return least(a + b, MOST_LOG);
	case IR_MAD: return least(a + b, c);
	case IR_SHL: return i->src[1].kind == VAL_INT ? of_shift(a, i->src[1].u.i) : a;
	case IR_LDPARAM: return of_param(m->f, i);
	default: return 0;
	}
}

static uint64_t
params_of(const struct multiples *m, const struct ir_inst *i)
{
	uint64_t params = i->op == IR_LDPARAM && of_param(m->f, i) ?
		UINT64_C(1) << launched_param(m->f, i->index) :
		0;

	for (int k = 0; k < 4; k++)
		if (i->src[k].kind == VAL_REG)
			params |= m->params[i->src[k].u.reg];
	return params;
}

static void
find_multiples(struct multiples *m)
{
	bool changed = true;

	for (uint32_t r = 0; r < m->f->nregs; r++)
		m->log[r] = MOST_LOG;
	while (changed) {
		changed = false;
		for (const struct ir_block *b = m->f->blocks; b; b = b->next)
			for (const struct ir_inst *i = b->first; i; i = i->next) {
				if (i->dst == IR_NOREG || !ir_is_int_type(m->f->regs[i->dst].type))
					continue;
				int log = least(m->log[i->dst], of_result(m, i));
				uint64_t params = m->params[i->dst] | params_of(m, i);

				changed |= log != m->log[i->dst] || params != m->params[i->dst];
				m->log[i->dst] = (uint8_t)log;
				m->params[i->dst] = params;
			}
	}
}

/* ---- who goes together ---- */

struct group {
	struct ir_block *block;
	struct ir_inst *first;         /* in the block's order */
	int bytes;                     /* of each */
	struct ir_inst *with[MEMBERS]; /* by place, of a window that may hold first: see at() */
};

static bool
is_candidate(const struct ir_inst *i)
{
	return (i->op == IR_LD || (i->op == IR_ST && i->src[1].kind == VAL_REG)) &&
		i->space == SPACE_GLOBAL && !i->is_volatile && i->src[0].kind == VAL_REG &&
		ir_mem_bytes(i->mem) >= 4 && i->dst != i->src[0].u.reg;
}

static bool
is_alike(const struct ir_inst *a, const struct ir_inst *b)
{
	return is_candidate(b) && a->op == b->op && a->src[0].u.reg == b->src[0].u.reg &&
		ir_mem_bytes(a->mem) == ir_mem_bytes(b->mem) && a->read_only == b->read_only &&
		a->carries == b->carries;
}

/* Return whether loads go up past i, or stores down. */
static bool
lets_pass(const struct ir_inst *first, const struct ir_inst *i)
{
	if (ir_ops[i->op].flags & IRF_PURE)
		return true;
	if (i->op == IR_LD)
		return first->op == IR_LD || i->read_only;
	return i->op == IR_ST && first->op == IR_LD && first->read_only;
}

/* Return whether b may stand beside `first`: what it assigns or reads is the same there.  Between
 * them is nothing but what lets them pass, and others of the group. */
static bool
can_move(const struct ir_inst *first, struct ir_inst *b)
{
	for (struct ir_inst *i = (struct ir_inst *)first; i != b; i = i->next) {
		if (b->op == IR_LD && (ir_reads(i, b->dst) || i->dst == b->dst))
			return false;
	}
	return true;
}

/* Return how many behind `first` come into its window, which begins `start` bytes from the
 * register. */
static int
gather(struct group *g, int64_t start, int n)
{
	struct ir_inst *first = g->first;
	int found = 0, steps = 0;

	for (int k = 0; k < n; k++)
		g->with[k] = NULL;
	for (struct ir_inst *i = first; i && steps < NEAR; i = i->next, steps++) {
		int64_t at = i->offset - start;
		bool member = i == first || is_alike(first, i);

		if (member && at >= 0 && at < (int64_t)n * g->bytes) {
			if (at % g->bytes || g->with[at / g->bytes] || !can_move(first, i))
				return 0;
			g->with[at / g->bytes] = i;
			if (++found == n)
				return n;
		} else if (member && first->op == IR_ST) {
			if (at > -g->bytes && at < (int64_t)n * g->bytes)
				return 0;
		} else if (!lets_pass(first, i)) {
			return 0;
		}
		if (i->dst == first->src[0].u.reg)
			return 0;
		for (int k = 0; k < n && i->dst != IR_NOREG; k++) /* stores wait for the last */
			if (first->op == IR_ST && g->with[k] && g->with[k]->src[1].u.reg == i->dst)
				return 0;
	}
	return 0;
}

/* Put the members side by side where the first load, or the last store was. */
static void
bring_together(struct ir_func *f, struct group *g, int n)
{
	struct ir_inst *last = g->first, *new[MEMBERS];

	for (struct ir_inst *i = g->first; i; i = i->next)
		for (int k = 0; k < n; k++)
			if (g->with[k] == i)
				last = i;
	struct ir_cursor c = ir_before(f, g->block, g->first->op == IR_LD ? g->first : last);

	for (int k = 0; k < n; k++)
		new[k] = ir_repeat(&c, g->with[k]);
	for (int k = 0; k < n; k++)
		ir_remove(g->block, g->with[k]);
	new[0]->vector = n;
	g->first = new[n - 1];
}

static bool
take(struct ir_func *f, const struct multiples *m, struct group *g)
{
	const struct ir_inst *i = g->first;
	ir_reg base = i->src[0].u.reg;

	for (int n = MOST / g->bytes; n > 1; n /= 2) {
		int64_t whole = (int64_t)n * g->bytes,
			start = i->offset - (i->offset % whole + whole) % whole;

		if (1 << m->log[base] < whole || gather(g, start, n) != n)
			continue;
		bring_together(f, g, n);
		if (m->params[base])
			launched(f)->kernel->aligned |= m->params[base];
		return true;
	}
	return false;
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct multiples m = { f, NEWN(a, uint8_t, f->nregs), NEWN(a, uint64_t, f->nregs) };

	find_multiples(&m);
	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next) {
			struct group g = { b, i, is_candidate(i) ? ir_mem_bytes(i->mem) : 0,
				{ NULL } };

			if (!g.bytes || !take(f, &m, &g))
				continue;
			i = g.first;
			diag_remark(pc->diag, i->place, "-Rpass=vector",
				"one instruction %s several neighbours, up to this one [MC525]",
				i->op == IR_LD ? "loads" : "stores");
		}
	arena_free(a);
}

const struct pass pass_vector = { 'V', "vector",
	"neighbours in memory are reached by one instruction", run, false,
	PTXGEN_SWITCH_VECTOR + 1 };
