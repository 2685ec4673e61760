/*
 * control.c: branches, calls, convergence barriers and operations among lanes, of sm_70 and later.
 *
 * Each lane has a program counter: lanes at one place that came there together are a group
 * (exec/warp.c), and nothing but a convergence barrier or WARPSYNC brings groups together again.
 * A barrier B0 … is kept per lane, as the mask of lanes that BSSY saw together: so lanes that went
 * apart may use one register for different sets, and save it across calls (BMOV) as they would any
 * other.  BSYNC waits for the lanes of the mask, as bar.warp.sync with it would; but not for ever.
 */
#include "code/lanes.h"

int
code_uniform(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)mask;
	return in->inner(w, in, FULL);
}

static void
set_all(struct warp *w, uint32_t operand, uint32_t v)
{
	uint32_t *d = at(w, operand);
	for (int i = 0; i < WARP; i++)
		d[i] = v;
}

static void
described_as(struct decoded *d, enum ptx_op op)
{
	((struct pinst *)d->in->src)->op = op;
}

/* ---- jumps ---- */

/* Lanes of mask go to pcs of theirs, the others on. */
static int
scatter(struct warp *w, uint32_t mask, const uint64_t to[WARP])
{
	uint64_t pcs[WARP + 1] = { w->pc };
	uint32_t masks[WARP + 1] = { w->mask & ~mask };
	unsigned n = sort_lanes(masks[0] != 0, to, mask, pcs, masks);
	return warp_scatter(w, NO_PC, n, pcs, masks);
}

/* Return ACT_NEXT, and where the code is to which a lane goes; or what says that none is there. */
static int
jump_place(struct warp *w, const struct inst *in, uint32_t lane, uint64_t to, uint64_t *pc)
{
	const struct family *f = w->frame->func->machine->family;
	uint64_t at = to - CODE_BASE;
	if (at % f->bytes || at >= code_offset(f, w->frame->func->ncode))
		return fault(w, in, lane, SIM_BAD_ADDRESS, "jump to 0x%llx: no code is there",
			(unsigned long long)to);
	*pc = code_index(f, at);
	return ACT_NEXT;
}

int
code_jump(struct warp *w, const struct inst *in, uint32_t mask, const uint64_t to[WARP])
{
	uint64_t pcs[WARP];
	FOR_LANES(i, mask) {
		int act = jump_place(w, in, i, to[i], &pcs[i]);
		if (act != ACT_NEXT)
			return act;
	}
	return scatter(w, mask, pcs);
}

static int
bra(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	if (x->nq)
		mask &= pred_of(w, x, 0);
	uint32_t masks[] = { mask, w->mask & ~mask }; /* the fewer first */
	if (mask && __builtin_popcount(mask) < __builtin_popcount(masks[1]))
		return warp_scatter(w, NO_PC, 2, (uint64_t[]){ in->target, w->pc }, masks);
	return mask ? warp_jump(w, in->target, NO_PC, mask) : ACT_NEXT;
}

/* .CONV and .DIV: are the lanes that live, of those named, here together, or not? */
static int
bra_if(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t named = in->vec ? *(const uint32_t *)at(w, in->a) : FULL;
	bool together = w->mask == (named & w->live);
	return together == (in->mode != 0) ? warp_jump(w, in->target, NO_PC, mask) : ACT_NEXT;
}

uint32_t
code_target(struct decoded *d, const struct sass_operand *o)
{
	const struct family *f = d->code->family;
	uint64_t at = (uint64_t)o->value - CODE_BASE;
	if (o->kind != SASS_SYMBOL || o->unknown || at >= code_offset(f, d->code->ninst)) {
		d->wrong = "its target";
		return 0;
	}
	return code_index(f, at);
}

static uint32_t
branch_target(struct decoded *d, const struct sass_operand *o)
{
	const struct family *f = d->code->family;
	uint32_t at = code_index(f, d->code->base + sass_branch_target(d->l, d->code->sm));
	uint32_t label = o->unknown ? at : code_target(d, o);
	if (at < label || at > label + 8 || at >= d->code->ninst)
		d->wrong = "its target is not its label's";
	return at;
}

void
sass_bra(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool together = sass_mod(l, "CONV"), apart = sass_mod(l, "DIV");
	sass_mod(l, "U");
	described_as(d, PTX_OP_BRA);
	d->in->fn = together || apart ? bra_if : bra;
	d->in->mode = together;
	d->in->target = branch_target(d, &l->o[l->n - 1]);
	if (l->n == 2 && l->o[0].kind == SASS_UREG) {
		sass_read_operands(d, "al");
		d->in->vec = 1;
		d->in->a = d->x->s[0].lo;
	} else {
		sass_read_operands(d, "Ql");
	}
}

static void
lane_addresses(struct warp *w, const struct sass *x, uint32_t mask, uint64_t to[WARP])
{
	SRCW(a, 0)
	(void)as;
	FOR_LANES(i, mask) {
		GETW(a)
		to[i] = a + (uint64_t)x->base;
	}
}

/*
 * Lanes that go where the first one goes, be it on, do so and run until they wait; or, if they are more than half,
 * those that go where the first other one goes.  Of two halves it is the one that goes on.  The rest executes the
 * jump again.  So an H200 does it with BRX, RET and CALL, as clocks and its counters of instructions say (ACCURACY.md).
 */
static int
jump_register(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct family *f = w->frame->func->machine->family;
	uint64_t to[WARP], places[WARP];
	uint32_t masks[WARP], on = w->mask & ~mask;
	lane_addresses(w, sass_of(in), mask, to);
	FOR_LANES(i, on)
		to[i] = CODE_BASE + code_offset(f, w->pc);
	unsigned n = sort_lanes(0, to, w->mask, places, masks);
	int more = 2 * __builtin_popcount(masks[0]) - __builtin_popcount(w->mask);
	unsigned k = n > 1 && (more > 0 || (!more && masks[1] == on));
	uint64_t pcs[] = { 0, w->pc - 1 };
	int act = jump_place(w, in, (uint32_t)__builtin_ctz(masks[k]), places[k], &pcs[0]);
	if (act != ACT_NEXT)
		return act;
	masks[0] = masks[k];
	masks[1] = w->mask & ~masks[k];
	return warp_scatter(w, NO_PC, n > 1 ? 2 : 1, pcs, masks);
}

/* From the place behind it; the register holds what is to be added. */
void
sass_brx(struct decoded *d)
{
	const struct code *c = d->code;
	described_as(d, PTX_OP_BRX);
	d->x->base += (int64_t)(CODE_BASE +
		code_offset(c->family, (uint32_t)(d->in - c->inst + 1)));
	d->in->fn = jump_register;
}

/* ---- calls: the return address is in registers, R20 and R21 for functions of other makes ---- */

static uint32_t
reg(unsigned r)
{
	return (FRAME_REGS + r * 128) | BASE_FRAME;
}

enum { MAX_ARGS = 5 };
struct builtin_site {
	struct call_site site;
	struct call_copy args[MAX_ARGS], ret;
};

static int
call_builtin(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct builtin_site *b = in->extra;
	uint64_t back[WARP];
	int act = builtin_call(w, in, &b->site, mask);
	if (act != ACT_NEXT)
		return act;
	if (w->frame->func->machine->family->stack) /* the call, done in place, pushed nothing */
		return ACT_NEXT;
	const uint32_t *lo = at(w, reg(20)), *hi = at(w, reg(21));
	FOR_LANES(i, mask)
		back[i] = lo[i] | (uint64_t)hi[i] << 32;
	return code_jump(w, in, mask, back);
}

/* Bytes of the result, then of each argument. */
static const struct {
	uint8_t ret, args[MAX_ARGS];
} builtins[BUILTINS] = {
	[BUILTIN_VPRINTF] = { 4, { 8, 8 } },
	[BUILTIN_MALLOC] = { 8, { 8 } },
	[BUILTIN_FREE] = { 0, { 8 } },
	[BUILTIN_ASSERTFAIL] = { 0, { 8, 8, 4, 8, 8 } },
	[BUILTIN_GET_BUFFER] = { 8, { 8, 12, 12, 4 } },
	[BUILTIN_LAUNCH] = { 4, { 8, 8 } },
	[BUILTIN_SYNCHRONIZE] = { 4, { 0 } },
	[BUILTIN_GET_BUFFER_2] = { 8, { 8, 12, 12, 4 } },
	[BUILTIN_LAUNCH_2] = { 4, { 8, 8 } },
};

/* Arguments stand in R4 and up, those of 64 bits in pairs that begin at an even one. */
static const struct builtin_site *
builtin_site(struct code *c, enum builtin builtin)
{
	struct builtin_site *b = sim_arena_alloc(&c->m->arena, sizeof *b);
	struct sim_func *f = sim_arena_alloc(&c->m->arena, sizeof *f);
	unsigned at = 4;
	f->name = builtin_names[builtin];
	f->builtin = builtin;
	f->module = c->m;
	b->site = (struct call_site){ .func = f, .args = b->args, .rets = &b->ret };
	for (unsigned i = 0; i < MAX_ARGS && builtins[builtin].args[i]; i++) {
		unsigned bytes = builtins[builtin].args[i];
		at += bytes == 8 && at % 2;
		b->args[i] = (struct call_copy){ .here = reg(at),
			.bytes = bytes,
			.here_words = true };
		at += bytes / 4;
		b->site.nargs++;
	}
	b->site.nrets = builtins[builtin].ret != 0;
	b->ret = (struct call_copy){ .here = reg(4),
		.bytes = builtins[builtin].ret,
		.here_words = true };
	return b;
}

void
code_call_builtin(struct decoded *d, uint64_t address)
{
	d->in->extra = builtin_site(d->code,
		(enum builtin)((address - CODE_BUILTIN) / CODE_BUILTIN_BYTES));
	d->in->fn = call_builtin;
}

/* CALL to a place, to a register, to a register behind a place; functions that no text defines. */
void
sass_call(struct decoded *d)
{
	struct sass_line *l = d->l;
	uint64_t to = l->n ? (uint64_t)l->o[l->n - 1].value : 0;
	bool relative = sass_mod(l, "REL");
	sass_mod(l, "ABS");
	sass_mod(l, "NOINC");
	described_as(d, PTX_OP_CALL);
	if (l->n && (l->o[0].kind == SASS_REG || l->o[0].kind == SASS_UREG)) {
		sass_read_operands(d, l->n > 1 ? "Al" : "A");
		if (!relative)
			d->x->base = 0;
		d->in->fn = jump_register;
	} else if (l->n && l->o[l->n - 1].unknown) {
		d->wrong = l->o[l->n - 1].name;
	} else if (l->n == 1 && to >= CODE_BUILTIN) {
		code_call_builtin(d, to);
	} else {
		sass_read_operands(d, "l");
		d->in->target = code_target(d, &l->o[0]);
		d->in->fn = bra;
	}
}

void
sass_ret(struct decoded *d)
{
	bool relative = sass_mod(d->l, "REL");
	sass_mod(d->l, "ABS");
	sass_mod(d->l, "NODEC");
	described_as(d, PTX_OP_RET);
	if (!relative)
		d->x->base = 0;
	d->in->fn = jump_register;
}

static int
exit_if(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	if (x->nq)
		mask &= pred_of(w, x, 0);
	return mask ? exec_exit(w, in, mask) : ACT_NEXT;
}

void
sass_exit(struct decoded *d)
{
	described_as(d, PTX_OP_EXIT);
	d->in->fn = exit_if;
}

void
sass_trap(struct decoded *d)
{
	described_as(d, PTX_OP_TRAP);
	d->in->fn = sass_mod(d->l, "TRAP") ? exec_trap : NULL;
}

/* ---- convergence barriers ---- */

static int
bssy(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *b = at(w, in->e);
	FOR_LANES(i, mask)
		b[i] = mask;
	return ACT_NEXT;
}

/* Where the barrier's lanes go on is said only for the reader: each goes on behind its BSYNC. */
void
sass_bssy(struct decoded *d)
{
	d->in->fn = bssy;
}

static int
bsync(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *b = at(w, in->e);
	FOR_LANES(i, mask)
		b[i] |= 1u << i; /* of an empty one only itself */
	return exec_warpsync(w, in, mask);
}

void
sass_bsync(struct decoded *d)
{
	described_as(d, PTX_OP_BAR);
	d->in->has_member = d->in->lets_go = true;
	d->in->mode = (uint8_t)(d->l->o[0].reg + 1);
	d->in->fn = bsync;
}

/* Lanes that poll memory say that others may go on: a BSYNC no longer waits for them (exec/warp.c). */
static int
yield(struct warp *w, const struct inst *in, uint32_t mask)
{
	(void)in, (void)mask;
	w->yielded = true;
	if (w->ngroups == 1)
		return ACT_NEXT;
	warp_save(w);
	w->groups[w->cur].yielded = true;
	return ACT_RESCHED;
}

void
sass_yield(struct decoded *d)
{
	d->in->fn = yield;
}

/* Lanes leave a barrier, also for those who wait at it already. */
static int
break_(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t *b = at(w, in->e), others;
	if (x->nq)
		mask &= pred_of(w, x, 0);
	if (!mask)
		return ACT_NEXT;
	others = b[__builtin_ctz(mask)] & ~mask;
	FOR_LANES(i, others)
		b[i] &= ~mask;
	FOR_LANES(i, mask)
		b[i] = 0;
	for (uint32_t k = 0; k < w->ngroups; k++) {
		struct group *g = &w->groups[k];
		if (g->state == GROUP_AT_COLLECTIVE && g->mask & others &&
			w->code[g->pc].fn == bsync && w->code[g->pc].e == in->e)
			g->members &= ~mask;
		else
			continue;
		if (!(g->members & w->live & ~collective_arrived(w, g)))
			g->state = GROUP_READY;
	}
	return ACT_NEXT;
}

void
sass_break(struct decoded *d)
{
	d->in->fn = break_;
}

static int
bmov(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *from = at(w, in->a);
	uint32_t *to = at(w, in->d), *clear = in->vec ? at(w, in->a) : NULL;
	FOR_LANES(i, mask) {
		to[i] = from[i];
		if (clear)
			clear[i] = 0;
	}
	return ACT_NEXT;
}

void
sass_bmov(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool to = l->n && l->o[0].kind == SASS_BARRIER;
	sass_mod(l, "32");
	d->in->vec = sass_mod(l, "CLEAR");
	sass_read_operands(d, to ? "ba" : "Rb");
	if (to)
		d->in->d = d->in->e;
	d->in->a = to ? d->x->s[0].lo : d->in->e;
	d->in->fn = bmov;
}

/*
 * WARPSYNC.COLLECTIVE mask, place: lanes that come to such from several places do what stands
 * behind the first one's together; ENDCOLLECTIVE sends each to its place.
 */
enum { BACK_SET = 1u << 31 }; /* the lane has executed the WARPSYNC once */

static int
collective_begin(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *back = at(w, FRAME_RETURN | BASE_FRAME);
	FOR_LANES(i, mask)
		if (!(back[i] & BACK_SET))
			back[i] = in->target | BACK_SET;
	return exec_warpsync(w, in, mask);
}

void
sass_warpsync(struct decoded *d)
{
	struct sass_line *l = d->l;
	bool all = sass_mod(l, "ALL"), together = sass_mod(l, "COLLECTIVE");
	sass_mod(l, "EXCLUSIVE");
	described_as(d, PTX_OP_BAR);
	sass_read_operands(d, all ? (together ? "l" : "") : together ? "al" : "a");
	d->in->e = all ? code_value_slot(d->code, FULL) : d->x->s[0].lo;
	d->in->has_member = true;
	d->in->together = together;
	d->in->again = true;
	if (together)
		d->in->target = branch_target(d, &l->o[l->n - 1]);
	d->in->fn = together ? collective_begin : exec_warpsync;
}

static int
collective_end(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *back = at(w, FRAME_RETURN | BASE_FRAME);
	uint64_t to[WARP];
	(void)in;
	FOR_LANES(i, mask) {
		to[i] = back[i] & ~BACK_SET;
		back[i] = 0;
	}
	return scatter(w, mask, to);
}

void
sass_endcollective(struct decoded *d)
{
	d->in->fn = collective_end;
}

/* ---- among lanes: whoever is here takes part; what must wait has waited before ---- */

void
sass_shfl(struct decoded *d)
{
	static const char *const names[] = { "UP", "DOWN", "BFLY", "IDX", NULL };
	static const uint8_t modes[] = { PTX_MOD_UP, PTX_MOD_DOWN, PTX_MOD_BFLY, PTX_MOD_IDX };
	struct inst *in = d->in;
	int mode = sass_mod_of(d->l, names);
	described_as(d, PTX_OP_SHFL);
	in->bytes = 4;
	in->mode = mode < 0 ? 0 : modes[mode];
	in->a = d->x->s[0].lo;
	in->b = d->x->s[1].lo;
	in->c = d->x->s[2].lo;
	in->has_d2 = d->x->np;
	in->d2 = d->x->p[0];
	in->fn = mode < 0 ? NULL : exec_shfl;
}

/* VOTE.ANY R, P, Q: R who says yes; P whether anybody does. */
static int
vote(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	uint32_t yes = pred_of(w, x, 0) & mask, *d = at(w, in->d);
	bool r = in->mode == 0 ? yes != 0 : in->mode == 1 ? yes == mask : !yes || yes == mask;
	if (in->vec) { /* the uniform datapath's */
		set_all(w, in->d, yes);
		write_pred(w, x->p[0], FULL, r ? FULL : 0);
		return ACT_NEXT;
	}
	FOR_LANES(i, mask)
		d[i] = yes;
	write_pred(w, x->p[0], mask, r ? FULL : 0);
	return ACT_NEXT;
}

void
sass_vote(struct decoded *d)
{
	static const char *const names[] = { "ANY", "ALL", "EQ", NULL };
	int mode = sass_mod_of(d->l, names);
	bool result = d->l->n == 3;
	described_as(d, PTX_OP_VOTE);
	d->in->mode = (uint8_t)mode;
	d->in->vec = d->l->op[4] == 'U';
	d->in->d = OPERAND_SINK;
	sass_read_operands(d, result ? "RPq" : "Pq");
	d->in->fn = mode < 0 ? NULL : vote;
}

/* MATCH.ANY R, Ra; MATCH.ALL P, R, Ra */
static int
match(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const uint32_t *lo = at(w, x->s[0].lo), *hi = at(w, in->vec ? x->s[0].hi : x->s[0].lo);
	uint32_t *d = at(w, in->d), same[WARP], all = 0;
	FOR_LANES(i, mask) {
		same[i] = 0;
		FOR_LANES(k, mask)
			same[i] |= (uint32_t)(lo[k] == lo[i] && hi[k] == hi[i]) << k;
		all |= (uint32_t)(same[i] == mask) << i;
	}
	FOR_LANES(i, mask)
		d[i] = in->mode && same[i] != mask ? 0 : same[i];
	if (x->np)
		write_pred(w, x->p[0], mask, all);
	return ACT_NEXT;
}

void
sass_match(struct decoded *d)
{
	bool all = sass_mod(d->l, "ALL");
	d->in->vec = sass_mod(d->l, "U64");
	sass_mod(d->l, "U32");
	sass_mod(d->l, "ANY");
	described_as(d, PTX_OP_MATCH);
	sass_read_operands(d, d->in->vec ? "pRA" : "pRa");
	d->in->mode = all;
	d->in->fn = match;
}

static uint32_t
combine(unsigned how, bool is_signed, uint32_t a, uint32_t b)
{
	bool less = is_signed ? (int32_t)a < (int32_t)b : a < b;
	switch (how) {
	case 0: return a & b;
	case 1: return a | b;
	case 2: return a ^ b;
	case 3: return a + b;
	case 4: return less ? a : b;
	default: return less ? b : a;
	}
}

static int
redux(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	const uint32_t *a = at(w, x->s[0].lo);
	uint32_t first = (uint32_t)__builtin_ctz(mask), r = a[first];
	FOR_LANES(i, mask & (mask - 1))
		r = combine(in->mode, in->is_signed, r, a[i]);
	set_all(w, in->d, r);
	return ACT_NEXT;
}

void
sass_redux(struct decoded *d)
{
	static const char *const names[] = { "AND", "OR", "XOR", "SUM", "MIN", "MAX", NULL };
	int how = sass_mod_of(d->l, names);
	described_as(d, PTX_OP_REDUX);
	d->in->mode = (uint8_t)(how < 0 ? 0 : how); /* without a name: AND */
	d->in->is_signed = sass_mod(d->l, "S32");
	d->in->fn = redux;
}

/*
 * The value of the first lane.  The predicate that it may write guards a BRA.DIV that is safe to
 * take: what the hardware writes is not known, and no lane is set here.
 */
static int
r2ur(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct sass *x = sass_of(in);
	if (in->d != OPERAND_SINK)
		set_all(w, in->d, ((const uint32_t *)at(w, x->s[0].lo))[__builtin_ctz(mask)]);
	if (x->np)
		write_pred(w, x->p[0], mask, 0);
	return ACT_NEXT;
}

void
sass_r2ur(struct decoded *d)
{
	d->in->fn = r2ur;
}

/* ---- special registers ---- */

static const struct {
	const char *name;
	enum sreg sreg;
} specials[] = {
	{ "SR_TID.X", SREG_TID_X },
	{ "SR_TID.Y", SREG_TID_Y },
	{ "SR_TID.Z", SREG_TID_Z },
	{ "SR_CTAID.X", SREG_CTAID_X },
	{ "SR_CTAID.Y", SREG_CTAID_Y },
	{ "SR_CTAID.Z", SREG_CTAID_Z },
	{ "SR_LANEID", SREG_LANEID },
	{ "SR_EQMASK", SREG_LANEMASK_EQ },
	{ "SR_LTMASK", SREG_LANEMASK_LT },
	{ "SR_LEMASK", SREG_LANEMASK_LE },
	{ "SR_GTMASK", SREG_LANEMASK_GT },
	{ "SR_GEMASK", SREG_LANEMASK_GE },
	{ "SR_VIRTUALSMID", SREG_SMID },
	{ "SR_CLOCKLO", SREG_CLOCK },
	{ "SR_CLOCKHI", SREG_CLOCK_HI },
	{ "SR_GLOBALTIMERLO", SREG_GLOBALTIMER_LO },
	{ "SR_GLOBALTIMERHI", SREG_GLOBALTIMER_HI },
};

/* sm_35: multiprocessor and warp in one word; the number of the former. */
enum { VIRTUAL_SM = 20, VIRTUAL_WARP = 8 };

static int
virtual_id(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *sm = at(w, (uint32_t)SREG_SMID * 256 | BASE_SREG);
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask)
		d[i] = in->mode ? (uint32_t)w->team->grid->dev->model->sms << VIRTUAL_SM :
				  sm[i] << VIRTUAL_SM | w->id << VIRTUAL_WARP;
	return ACT_NEXT;
}

static int
s2r(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *from = at(w, in->a);
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask)
		d[i] = from[i];
	return ACT_NEXT;
}

static int
s2ur(struct warp *w, const struct inst *in, uint32_t mask)
{
	set_all(w, in->d, ((const uint32_t *)at(w, in->a))[__builtin_ctz(mask)]);
	return ACT_NEXT;
}

void
sass_s2r(struct decoded *d)
{
	const char *name = d->l->o[1].name;
	struct inst *in = d->in;
	bool uniform = d->l->o[0].kind == SASS_UREG;
	in->fn = uniform ? s2ur : s2r;
	/* of a cluster of one; the lower word of where shared memory lies; where the stack's memory
	 * begins, below which -O0's code traps */
	if (!name || !strcmp(name, "SRZ") || !strcmp(name, "SR_CgaCtaId") ||
		!strcmp(name, "SR_SWINLO") || !strcmp(name, "SR_LMEMHIOFF")) {
		in->a = code_value_slot(d->code, 0);
		return;
	}
	if (!strcmp(name, "SR_VIRTID") || !strcmp(name, "SR_VIRTCFG")) {
		d->code->m->sregs |= (uint64_t)1 << SREG_SMID;
		in->mode = name[7] == 'C';
		in->fn = virtual_id;
		return;
	}
	if (!strcmp(name, "SR_SWINHI")) {
		in->a = code_value_slot(d->code, (uint32_t)(WINDOW_ADDR(WINDOW_SHARED) >> 32));
		return;
	}
	for (size_t k = 0; k < sizeof specials / sizeof specials[0]; k++) {
		if (strcmp(specials[k].name, name))
			continue;
		d->code->m->sregs |= (uint64_t)1 << specials[k].sreg;
		in->a = (uint32_t)specials[k].sreg * 256 | BASE_SREG;
		in->mode = (uint8_t)specials[k].sreg;
		in->bytes = 4;
		if (specials[k].sreg >= SREG_CLOCK && specials[k].sreg <= SREG_GLOBALTIMER_HI)
			in->fn = uniform ? NULL : exec_mov_clock;
		return;
	}
	d->wrong = name;
}

static int
clock_pair(struct warp *w, const struct inst *in, uint32_t mask)
{
	struct inst plain = *in;
	plain.d = SCRATCH(0);
	int act = exec_mov_clock(w, &plain, mask);
	const uint64_t *from = at(w, SCRATCH(0));
	uint32_t *lo = at(w, in->d), *hi = at(w, sass_of(in)->hi);
	FOR_LANES(i, act == ACT_NEXT ? mask : 0) {
		lo[i] = (uint32_t)from[i];
		hi[i] = (uint32_t)(from[i] >> 32);
	}
	return act;
}

static int
zero_pair(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *lo = at(w, in->d), *hi = at(w, in->vec ? in->d : sass_of(in)->hi);
	FOR_LANES(i, mask)
		lo[i] = hi[i] = 0;
	return ACT_NEXT;
}

/* A pair: two zeros, or a clock of 64 bits; .32: one word. */
void
sass_cs2r(struct decoded *d)
{
	const char *name = d->l->o[1].name;
	d->in->vec = sass_mod(d->l, "32");
	d->in->bytes = d->in->vec ? 4 : 8;
	if (!strcmp(name, "SRZ"))
		d->in->fn = zero_pair;
	else if (!strcmp(name, "SR_CLOCKLO") || !strcmp(name, "SR_GLOBALTIMERLO"))
		d->in->fn = d->in->vec ? exec_mov_clock : clock_pair;
	else
		d->wrong = name;
	d->in->mode = name[3] == 'C' ? SREG_CLOCK64 : SREG_GLOBALTIMER;
	if (strcmp(name, "SRZ"))
		d->code->m->sregs |= (uint64_t)1 << d->in->mode;
}

/* ---- barriers of the team ---- */

/* What exec/bar.c executes, and observers keep: for all threads, and for a number of them. */
struct packed {
	const struct sass *operands;
	struct inst plain[2];
};

/* A barrier in a register: its low 4 bits; the number of threads is then from bit 16 on. */
static int
bar_packed(struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct packed *p = in->extra;
	const struct sass *x = p->operands;
	const uint32_t *a = at(w, x->s[0].lo), *b = at(w, x->s[1].lo);
	uint32_t *id = at(w, SCRATCH(0)), *count = at(w, SCRATCH(1));
	for (int i = 0; i < WARP; i++) {
		id[i] = in->vec & 1 ? a[i] & 15 : a[i];
		count[i] = !in->has_count ? 0 : in->vec & 1 ? b[i] >> 16 & 0xfff : b[i];
	}
	return exec_bar(w, &p->plain[count[__builtin_ctz(mask)] != 0], mask);
}

/* BAR.RED combines predicates; B2R.RESULT reads what came out. */
static void
reduction(struct decoded *d)
{
	static const char *const names[] = { "POPC", "AND", "OR", NULL };
	static const uint8_t modes[] = { PTX_MOD_MPOPC, PTX_MOD_MAND, PTX_MOD_MOR };
	int how = sass_mod_of(d->l, names);
	if (how < 0) {
		d->wrong = "RED";
		return;
	}
	d->in->mode = modes[how];
	d->in->d = (how ? FRAME_VOTE : FRAME_COUNT) | BASE_FRAME;
	d->in->c = d->x->q[0].at;
	d->in->negated = d->x->q[0].negated;
}

void
sass_bar(struct decoded *d)
{
	struct sass_line *l = d->l;
	struct inst *in = d->in;
	bool arrive = sass_mod(l, "ARV"), reduce = sass_mod(l, "RED");
	unsigned n = l->n - (reduce && l->n); /* without the predicate */
	sass_mod(l, "SYNC");
	sass_mod(l, "DEFER_BLOCKING");
	described_as(d, PTX_OP_BAR);
	if (n < 1 || n > 2) {
		d->wrong = "these operands";
		return;
	}
	in->vec = (l->o[0].kind == SASS_REG ? 1 : 0) | (n > 1 && l->o[1].kind == SASS_REG ? 2 : 0);
	sass_read_operands(d, n > 1 ? "aaQ" : "aQ");
	in->a = d->x->s[0].lo;
	in->b = d->x->s[1].lo;
	in->has_count = n > 1;
	in->mode = arrive ? PTX_MOD_ARRIVE : PTX_MOD_SYNC;
	in->fn = in->vec ? bar_packed : exec_bar;
	if (reduce && !d->wrong)
		reduction(d);
	if (!in->vec)
		return;
	struct packed *p = sim_arena_alloc(&d->code->m->arena, sizeof *p);
	p->operands = d->x;
	for (int k = 0; k < 2; k++) {
		p->plain[k] = *in;
		p->plain[k].a = SCRATCH(0);
		p->plain[k].b = SCRATCH(1);
		p->plain[k].has_count = k;
	}
	in->extra = p;
}

static int
b2r(struct warp *w, const struct inst *in, uint32_t mask)
{
	const uint32_t *count = at(w, FRAME_COUNT | BASE_FRAME);
	uint32_t *d = at(w, in->d);
	FOR_LANES(i, mask)
		d[i] = count[i];
	if (sass_of(in)->np)
		write_pred(w, sass_of(in)->p[0], mask,
			read_pred(w, FRAME_VOTE | BASE_FRAME, false));
	return ACT_NEXT;
}

void
sass_b2r(struct decoded *d)
{
	d->in->fn = sass_mod(d->l, "RESULT") ? b2r : NULL;
}
