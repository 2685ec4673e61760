/*
 * uniform.c: which registers of a kernel an assembler keeps once for the whole warp.
 *
 * From sm_75 on there is a second, scalar integer path (UIADD3, ULOP3, USHF; Jia et al., Dissecting
 * the NVidia Turing T4 GPU, 2019).  ptxas puts there what all lanes compute alike: loop counters
 * above all.  What such a sum is used for outside of the path waits longer for it.
 *
 * A register counts when all that ever writes it is a copy of a constant, parameter or number of
 * the block, or an integer sum, logic or shift of such, and lanes are together there.  Optimistic
 * data flow: everything is uniform until something speaks against it.  Where in doubt a register is
 * not: no function but the kernel itself, nothing guarded, nothing of 64 bits on the path.
 *
 * Which values all lanes have alike is a wider question, of each machine: there loads of one address
 * count, and what is computed once of such values, wherever lanes are.
 */
#include <stdlib.h>

#include "timing/timing.h"

struct uniform {
	const struct sim_func *f;
	bool *reg;             /* by register: the same in all lanes, so far */
	bool *apart;           /* by instruction: lanes may be elsewhere */
	bool *split;           /* by instruction: a branch that was followed */
	uint8_t *writers;      /* by register, up to 2; NULL: on the path, not values in general */
	uint32_t *work, *seen; /* seen: 1 + the branch that came by */
	bool changed, all;
};

static bool
leaves(const struct uniform *u, uint32_t pc)
{
	const struct pinst *p = pc < u->f->ncode ? u->f->code[pc].src : NULL;
	return !p || ((p->op == PTX_OP_RET || p->op == PTX_OP_EXIT) && p->guard == NO_REG);
}

/* Find the places behind an instruction.  Return how many.  `to` has room for a jump table's. */
static uint32_t
followers(const struct uniform *u, uint32_t pc, uint32_t *to)
{
	const struct inst *in = &u->f->code[pc];
	unsigned n;
	if (leaves(u, pc))
		return 0;
	const uint32_t *targets = branch_targets(in, &n);
	for (unsigned k = 0; k < n; k++)
		to[k] = targets[k];
	if (!n || in->src->guard != NO_REG)
		to[n++] = pc + 1;
	return n;
}

/* Mark all that runs before lanes meet again that part at this branch.  Those that leave part from
 * nobody. */
static void
part(struct uniform *u, uint32_t pc)
{
	const struct inst *in = &u->f->code[pc];
	uint32_t n = followers(u, pc, u->work);
	u->split[pc] = true;
	if (in->src->op == PTX_OP_BRA && (leaves(u, in->target) || leaves(u, pc + 1)))
		return;
	while (n) {
		uint32_t i = u->work[--n];
		if (i >= u->f->ncode || i == in->rpc || u->seen[i] == pc + 1)
			continue;
		u->seen[i] = pc + 1;
		u->apart[i] = u->changed = true;
		n += followers(u, i, u->work + n);
	}
}

static void
look(void *ctx, uint32_t reg)
{
	struct uniform *u = ctx;
	u->all = u->all && u->reg[reg];
}

static bool
reads_uniform(struct uniform *u, const struct pinst *p)
{
	u->all = true;
	visit_uses(p, look, u);
	return u->all;
}

static void
forget(void *ctx, uint32_t reg)
{
	struct uniform *u = ctx;
	u->changed |= u->reg[reg];
	u->reg[reg] = false;
}

static bool
same_in_warp(const struct opnd *o)
{
	return o->kind != O_SREG || (o->sreg >= SREG_NTID_X && o->sreg <= SREG_NCTAID_Z);
}

/* Return whether the result is the same in all lanes if the operands are. */
static bool
keeps(const struct uniform *u, const struct inst *in)
{
	const struct pinst *p = in->src;
	switch (p->op) {
	case PTX_OP_LD:
		return in->addr == ADDR_PARAM || (u->writers && !has_mod(p, PTX_MOD_VOLATILE));
	case PTX_OP_MOV: return same_in_warp(&p->o[1]);
	default:
		return u->writers ? op_rows[p->op].class < PTX_C_LOAD :
				    op_rows[p->op].effects & PTX_E_UNIFORM;
	}
}

static void
count_writer(void *ctx, uint32_t reg)
{
	struct uniform *u = ctx;
	u->writers[reg] += u->writers[reg] < 2;
}

static void
look_for_others(void *ctx, uint32_t reg)
{
	struct uniform *u = ctx;
	u->all = u->all && u->writers[reg] == 1;
}

/* Return whether some lanes may keep an older value, since others are elsewhere. */
static bool
mixes(struct uniform *u, uint32_t pc)
{
	u->all = u->writers;
	if (u->apart[pc] && u->writers)
		visit_defs(u->f->code[pc].src, look_for_others, u);
	return u->apart[pc] && !u->all;
}

static void
step(struct uniform *u, uint32_t pc)
{
	const struct inst *in = &u->f->code[pc];
	const struct pinst *p = in->src;
	if (!p)
		return;
	if (p->op == PTX_OP_BRA || p->op == PTX_OP_BRX) {
		if (!u->split[pc] && !reads_uniform(u, p))
			part(u, pc);
	} else if (p->guard != NO_REG || mixes(u, pc) || !keeps(u, in) || !reads_uniform(u, p)) {
		visit_defs(p, forget, u);
	}
}

/* Keep, of the uniform registers, those that the scalar path computes. */
static void
keep_computed(struct uniform *u)
{
	const struct sim_func *f = u->f;
	bool *computed = calloc(f->body->nregs + 1, sizeof *computed);
	if (!computed)
		sim_out_of_memory();
	for (uint32_t i = 0; i < f->ncode; i++) {
		const struct pinst *p = f->code[i].src;
		bool result = p && p->ntypes && p->n > 1 && p->o[0].kind == O_REG &&
			u->reg[p->o[0].reg];
		bool copy = result &&
			(p->op == PTX_OP_LD || (p->op == PTX_OP_MOV && p->o[1].kind != O_REG));
		if (result && !copy && type_kind(p->types[0]) != 'f' &&
			type_bytes(p->types[0]) == 4)
			computed[p->o[0].reg] = f->body->regs[p->o[0].reg].type != PTX_PRED;
	}
	free(u->reg);
	u->reg = computed;
}

/* Return the room that part() needs: each place's followers, and those of the branch twice. */
static size_t
room_for_work(const struct sim_func *f)
{
	size_t n = 2 * (size_t)f->ncode + 2;
	for (uint32_t i = 0; i < f->ncode; i++) {
		unsigned targets;
		branch_targets(&f->code[i], &targets);
		n += 2 * (size_t)targets;
	}
	return n;
}

/* Find what is uniform.  Requires: u->f is given, and u->writers. */
static void
find(struct uniform *u)
{
	const struct sim_func *f = u->f;
	u->changed = true;
	u->reg = malloc(f->body->nregs + 1);
	u->apart = calloc(f->ncode + 1, 1);
	u->split = calloc(f->ncode + 1, 1);
	u->seen = calloc(f->ncode + 1, sizeof *u->seen);
	u->work = malloc(room_for_work(f) * sizeof *u->work);
	if (!u->reg || !u->apart || !u->split || !u->seen || !u->work)
		sim_out_of_memory();
	for (uint32_t r = 0; r <= f->body->nregs; r++)
		u->reg[r] = true;
	while (u->changed) {
		u->changed = false;
		for (uint32_t i = 0; i < f->ncode; i++)
			step(u, i);
	}
	free(u->apart);
	free(u->split);
	free(u->seen);
	free(u->work);
}

bool *
uniform_registers(const struct timing_model *m, const struct sim_func *f)
{
	struct uniform u = { .f = f };
	if (m->uniform_way <= 0 || !f->entry)
		return NULL;
	find(&u);
	keep_computed(&u);
	return u.reg;
}

bool *
equal_registers(const struct sim_func *f)
{
	struct uniform u = { .f = f };
	if (!f->entry)
		return NULL;
	u.writers = calloc(f->body->nregs + 1, 1);
	if (!u.writers)
		sim_out_of_memory();
	for (uint32_t i = 0; i < f->ncode; i++)
		if (f->code[i].src)
			visit_defs(f->code[i].src, count_writer, &u);
	find(&u);
	free(u.writers);
	return u.reg;
}
