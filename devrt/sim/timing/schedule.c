/*
 * schedule.c: the order in which an assembler would issue the instructions of a piece of straight
 * code.
 *
 * PTX is written as its compiler pleased: a value is loaded where it is used, a loop's counter
 * changes at the loop's end.  ptxas does not leave it there.  Within a basic block it moves loads
 * up, so that several wait for memory at once, and what a branch waits for, so that it need not.
 * This is the textbook's list scheduling (Cooper and Torczon, Engineering a Compiler, 12.3): as
 * long as there are instructions left, take among those whose operands are there the one from
 * which the longest chain hangs.
 *
 * Only the timed machine sees this order (trace.c brings the trace into it).  Results, checks and
 * everything that a plain run does follow PTX's.
 *
 * Nothing moves over a branch, a call, a barrier of the block or a reading of the clock: they end a
 * piece.  No access to memory moves over a fence, an atomic or a volatile one; no load over a
 * store, and no store over either, unless the two are to different places for certain.  Registers
 * are another matter than in PTX's text: an assembler gives each value its own, so only a value's
 * uses wait for it.  Loads of shared memory side by side become one.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/timing.h"

struct step { /* an instruction of the piece */
	struct cost *c;
	float height;          /* cycles of the longest chain from here */
	float ready;           /* earliest cycle that those already placed leave it */
	unsigned waits;        /* for so many that are not yet placed */
	unsigned words, users; /* registers that it loads; their users, not yet placed */
	bool placed;
};

struct piece {
	const struct timing_model *model;
	struct step step[PIECE];
	unsigned n, words;       /* words: loaded by those placed, for users that are not */
	float gap[PIECE][PIECE]; /* [i][j], i < j: cycles from i to j at least; -1: in any order */
};

/* ---- pieces ---- */

static bool
alone(const struct inst *in)
{
	if (op_rows[inst_op(in)].effects & PTX_E_STILL)
		return !has_mod(in->src, PTX_MOD_WARP);
	return in->fn == exec_mov_clock;
}

/* Return the instructions that something jumps to. */
static bool *
targets(const struct sim_func *f)
{
	bool *target = calloc(f->ncode + 1, sizeof *target);
	if (!target)
		sim_out_of_memory();
	for (uint32_t i = 0; i < f->ncode; i++) {
		const struct inst *in = &f->code[i];
		target[i] |= in->join;
		unsigned n;
		const uint32_t *to = branch_targets(in, &n);
		for (unsigned k = 0; k < n; k++)
			target[to[k]] = true;
	}
	return target;
}

/* ---- what must stay in order ---- */

/* Return whether a part of a register is written, or not always: such a register is the same one in
 * the whole piece. */
static bool
partial(const struct cost *c)
{
	return c->in->src && c->in->src->guard != NO_REG;
}

static void
rename_all(uint16_t *list, unsigned n, const uint16_t *now)
{
	for (unsigned i = 0; i < n; i++)
		list[i] = now[list[i]];
}

/* Give each value that the piece computes a scoreboard entry of its own, but for the last one of
 * each register, which those behind the piece look for in the register's. */
static void
rename_values(struct piece *p)
{
	uint16_t now[SCOREBOARD], next = REGISTERS, left[REGISTERS] = { 0 };
	bool pinned[REGISTERS] = { false };
	for (unsigned i = 0; i < SCOREBOARD; i++)
		now[i] = (uint16_t)i;
	for (unsigned i = 0; i < p->n; i++)
		for (unsigned k = 0; k < p->step[i].c->nwritten; k++) {
			left[p->step[i].c->written[k]]++;
			pinned[p->step[i].c->written[k]] |= partial(p->step[i].c);
		}
	for (unsigned i = 0; i < p->n; i++) {
		struct cost *c = p->step[i].c;
		rename_all(c->read, c->nread, now);
		if (c->guard)
			c->guard = (uint16_t)(now[c->guard - 1] + 1);
		if (c->base)
			c->base = (uint16_t)(now[c->base - 1] + 1);
		for (unsigned k = 0; k < c->nwritten; k++) {
			uint16_t reg = c->written[k];
			now[reg] = --left[reg] && !pinned[reg] && next < SCOREBOARD ? next++ : reg;
			c->written[k] = now[reg];
		}
	}
}

static bool
among(uint16_t what, const uint16_t *list, unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		if (list[i] == what)
			return true;
	return false;
}

static bool
any_among(const uint16_t *a, unsigned na, const uint16_t *list, unsigned n)
{
	for (unsigned i = 0; i < na; i++)
		if (among(a[i], list, n))
			return true;
	return false;
}

static bool
is_load(const struct cost *c)
{
	return c->cls == OP_LOAD;
}

/* Return the bytes of a lane that it moves. */
static unsigned
moved(const struct cost *c)
{
	return c->joined ? c->joined : c->in->bytes;
}

static float
latency(const struct timing_model *m, const struct cost *c)
{
	if (!is_load(c))
		return c->latency;
	switch (c->in->space) { /* a hit: more is not known beforehand */
	case SPACE_SHARED: return (float)m->shared_latency;
	case SPACE_CONST: return (float)m->const_latency;
	default:
		return (float)(c->unit == UNIT_TEX ? m->nc_latency :
				m->l1_global       ? m->l1_latency :
						     m->l2_latency);
	}
}

/* Return the cycles from a to b if b reads what a computes, else -1. */
static float
value_gap(const struct timing_model *m, const struct cost *a, const struct cost *b)
{
	if (b->guard && among((uint16_t)(b->guard - 1), a->written, a->nwritten))
		return (float)(b->cls == OP_BRANCH && !b->converted ? m->pred_branch :
								      m->pred_guard);
	float g = -1;
	for (unsigned i = 0; i < b->nread; i++)
		if (among(b->read[i], a->written, a->nwritten)) {
			float t = latency(m, a) + (b->late >> i & 1 ? (float)m->uniform_way : 0);
			g = t > g ? t : g;
		}
	return g;
}

/* Return whether b writes what a reads or writes. */
static bool
overwrites(const struct cost *a, const struct cost *b)
{
	return any_among(b->written, b->nwritten, a->read, a->nread) ||
		any_among(b->written, b->nwritten, a->written, a->nwritten) ||
		(a->guard && among((uint16_t)(a->guard - 1), b->written, b->nwritten));
}

static bool
strict(const struct cost *c)
{
	return c->cls == OP_ATOMIC || c->cls == OP_FENCE || c->cls == OP_BARRIER || c->in->ordered;
}

static bool
accesses(const struct cost *c)
{
	return is_load(c) || c->cls == OP_STORE || strict(c);
}

static const struct opnd *
address(const struct cost *c)
{
	const struct pinst *p = c->in->src;
	return &p->o[c->cls == OP_STORE || p->n == 1 ? 0 : 1]; /* 1: a prefetch */
}

/* Return whether both are in the same variable, or from the same register: then *d bytes are from a
 * to b. */
static bool
same_base(const struct cost *a, const struct cost *b, int64_t *d)
{
	const struct opnd *x = address(a), *y = address(b);
	*d = (int64_t)(y->imm - x->imm);
	if (x->kind != O_MEM || y->kind != O_MEM || x->elems[0].kind != y->elems[0].kind ||
		a->base != b->base)
		return false;
	return a->base || (x->elems[0].kind == O_VAR && x->elems[0].var == y->elems[0].var);
}

/* Return whether they access other bytes from the same base, or two variables, or spaces. */
static bool
apart(const struct cost *a, const struct cost *b)
{
	const struct opnd *x = address(a), *y = address(b);
	int64_t d;
	if (a->in->space != b->in->space && a->in->space != SPACE_GENERIC &&
		b->in->space != SPACE_GENERIC)
		return true;
	if (same_base(a, b, &d))
		return d >= moved(a) || -d >= moved(b);
	return x->kind == O_MEM && y->kind == O_MEM && x->elems[0].kind == O_VAR &&
		y->elems[0].kind == O_VAR && x->elems[0].var != y->elems[0].var;
}

static bool
read_only(const struct cost *c)
{
	return is_load(c) && (c->in->space == SPACE_CONST || has_mod(c->in->src, PTX_MOD_NC));
}

static bool
in_order(const struct cost *a, const struct cost *b)
{
	if (!accesses(a) || !accesses(b))
		return false;
	if (strict(a) || strict(b))
		return true;
	return !(is_load(a) && is_load(b)) && !read_only(a) && !read_only(b) && !apart(a, b);
}

/* Return whether lanes meet in it, in the order of the program: in shuffles and votes. */
static bool
meets(const struct cost *c)
{
	return c->cls == OP_SHFL || c->cls == OP_VOTE || c->cls == OP_BARRIER;
}

static float
gap(const struct timing_model *m, const struct cost *a, const struct cost *b)
{
	float g = value_gap(m, a, b);
	if (g >= 0)
		return g;
	if (overwrites(a, b))
		return 0;
	return in_order(a, b) || (meets(a) && meets(b)) ? 1 : -1;
}

/* ---- loads of shared memory that become one ---- */

/* Return whether loads may join.  ptxas makes one load of up to 16 bytes of neighbours in shared
 * memory, where it can show that they are aligned for it: 11.8 does so for each of our machines.
 * Here the registers of addresses are assumed to be multiples of 16; trace.c sees when one is not,
 * and counts single loads. */
static bool
may_join(const struct cost *c)
{
	return is_load(c) && c->in->space == SPACE_SHARED && !c->in->ordered && !c->guard &&
		!c->carried && c->nwritten == 1 && (c->in->bytes == 4 || c->in->bytes == 8);
}

/* Return the load from `bytes` behind that of i, if nothing keeps it from coming up to there; else
 * 0. */
static unsigned
neighbour(const struct piece *p, unsigned i, unsigned bytes)
{
	const struct cost *a = p->step[i].c;
	int64_t d;
	for (unsigned j = i + 1; j < p->n; j++) {
		const struct cost *b = p->step[j].c;
		bool found = may_join(b) && b->in->bytes == a->in->bytes && same_base(a, b, &d) &&
			d == bytes;
		for (unsigned k = i + 1; found && k < j; k++)
			found = gap(p->model, p->step[k].c, b) < 0;
		if (found)
			return j;
	}
	return 0;
}

static void
carry(struct cost *a, struct cost *b)
{
	a->written[a->nwritten++] = b->written[0];
	b->carried = true;
	b->cls = OP_FREE;
	b->unit = UNIT_NONE;
	b->slots = b->nread = b->nwritten = b->base = 0;
	b->latency = 0;
}

static void
join_loads(struct piece *p)
{
	for (unsigned i = 0; i < p->n; i++) {
		struct cost *a = p->step[i].c;
		unsigned with[4], n = 1, each = a->in->bytes;
		if (!may_join(a))
			continue;
		while (n * each < 16 && (with[n] = neighbour(p, i, n * each)))
			n++;
		while ((n & (n - 1)) || address(a)->imm % (n * each))
			n--;
		for (unsigned k = 1; k < n; k++)
			carry(a, p->step[with[k]].c);
		a->joined = n > 1 ? (uint8_t)(n * each) : 0;
	}
}

/* ---- list scheduling ---- */

static void
find_gaps(struct piece *p)
{
	for (unsigned i = 0; i < p->n; i++)
		for (unsigned j = i + 1; j < p->n; j++) {
			const struct cost *a = p->step[i].c, *b = p->step[j].c;
			p->gap[i][j] = gap(p->model, a, b);
			p->step[j].waits += p->gap[i][j] >= 0;
			if (is_load(a) && value_gap(p->model, a, b) >= 0)
				p->step[i].users++;
		}
	for (unsigned i = p->n; i-- > 0;) {
		struct step *s = &p->step[i];
		s->height = latency(p->model, s->c);
		for (unsigned j = i + 1; j < p->n; j++)
			if (p->gap[i][j] >= 0 && p->gap[i][j] + p->step[j].height > s->height)
				s->height = p->gap[i][j] + p->step[j].height;
		s->words = is_load(s->c) && s->users ? (moved(s->c) + 3) / 4 : 0;
	}
}

/* Return whether a is the better of two that may be placed: nothing to wait for, then the longer
 * chain, then PTX's order. */
static bool
better(const struct step *a, const struct step *b, float now)
{
	if (!b)
		return true;
	bool a_ready = a->ready <= now, b_ready = b->ready <= now;
	if (a_ready != b_ready)
		return a_ready;
	if (!a_ready && a->ready != b->ready)
		return a->ready < b->ready;
	return a->height > b->height;
}

/* Choose the next step.  A jump stays last; loads wait while too many registers hold values that
 * nobody has used. */
static struct step *
choose(struct piece *p, float now)
{
	struct step *best = NULL, *held = NULL;
	for (unsigned i = 0; i < p->n; i++) {
		struct step *s = &p->step[i];
		bool full = s->words && p->words + s->words > p->model->loads_ahead;
		struct step **to = full ? &held : &best;
		if (!s->placed && !s->waits && (!ends_block(s->c->in) || i + 1 < p->n) &&
			better(s, *to, now))
			*to = s;
	}
	return best ? best : held ? held : &p->step[p->n - 1];
}

static void
place(struct piece *p, struct step *s, float now)
{
	unsigned i = (unsigned)(s - p->step);
	s->placed = true;
	p->words += s->words;
	for (unsigned j = i + 1; j < p->n; j++)
		if (p->gap[i][j] >= 0) {
			struct step *t = &p->step[j];
			t->waits--;
			if (now + p->gap[i][j] > t->ready)
				t->ready = now + p->gap[i][j];
		}
	for (unsigned j = 0; j < i; j++)
		if (p->step[j].words && value_gap(p->model, p->step[j].c, s->c) >= 0 &&
			!--p->step[j].users)
			p->words -= p->step[j].words;
}

/* Return the cycles until the warp can issue the next one. */
static float
issue_time(const struct timing_model *m, const struct cost *c)
{
	if (c->blocks)
		return c->latency;
	return c->cls == OP_FREE ? 0 : (float)(c->slots > 1 ? c->slots : 1) / (float)m->issue_width;
}

static void
schedule(struct costs *cs, struct piece *p, uint32_t first)
{
	float now = 0;
	rename_values(p);
	join_loads(p);
	find_gaps(p);
	for (unsigned k = 0; k < p->n; k++) {
		struct step *s = choose(p, now);
		if (s->ready > now)
			now = s->ready;
		place(p, s, now);
		now += issue_time(p->model, s->c);
		s->c->place = first + k;
		cs->placed[first + k] = s->c->in->id;
	}
}

/* Take instructions from pc on, up to the piece's end. */
static void
take_piece(struct costs *cs, struct piece *p, const struct sim_func *f, const bool *target,
	uint32_t pc)
{
	uint32_t first = f->code[pc].id;
	p->n = p->words = 0;
	for (uint32_t i = pc; i < f->ncode && p->n < PIECE; i++) {
		if (p->n && (target[i] || alone(&f->code[i])))
			break;
		p->step[p->n++] = (struct step){ .c = &cs->of[f->code[i].id] };
		if (ends_block(&f->code[i]) || alone(&f->code[i]))
			break;
	}
	for (unsigned i = 0; i < p->n; i++) {
		p->step[i].c->piece = first;
		p->step[i].c->last = first + p->n - 1;
	}
}

void
schedule_func(struct costs *cs, const struct sim_func *f)
{
	bool *target = targets(f);
	struct piece *p = malloc(sizeof *p);
	if (!p)
		sim_out_of_memory();
	p->model = cs->model;
	for (uint32_t pc = 0; pc < f->ncode; pc += p->n) {
		take_piece(cs, p, f, target, pc);
		schedule(cs, p, f->code[pc].id);
	}
	free(p);
	free(target);
}
