/*
 * dynpar_tail.c: the team-sequential part as a chain of grids, for devices whose code cannot wait
 * for a grid (sm_90; CUDA programming guide, tail launch stream).
 *
 * It is cut at each parallel region, as the control loop cuts it, and a label says where to go on:
 *
 *      NAME$SEQ (label):       brx.idx label, { SEQ_REG1, SEQ_REG2, ... }
 *      SEQ_REGj:               ...; PAR_REGk <<<1, n>>>; NAME$SEQ <<<1, 1, tail>>> (SEQ_REGj+1); exit
 *
 * A tail runs when the grid that launched it has ended with all its children: that is the join.  So
 * each team is a chain of grids with one thread, of which one runs at a time, and teams do not wait
 * for one another.  What is live where a grid ends goes through cells of the team's memory, and so
 * does the thread memory of sequential code.
 */
#include "ir/live.h"
#include "scheme/dynpar_int.h"

/* ---- thread memory of sequential code becomes the team's ---- */

struct slots {
	struct ir_func *f;
	struct ir_slot **team; /* by slot id */
};

static void
to_team(void *ctx, struct ir_value *v)
{
	struct slots *s = ctx;
	struct ir_slot *slot = v->u.slot;

	if (v->kind != VAL_SLOT || slot->kind != SLOT_LOCAL)
		return;
	if (!s->team[slot->id])
		s->team[slot->id] = ir_slot_new(s->f, SLOT_TEAM, slot->name, slot->size,
			slot->align);
	v->u.slot = s->team[slot->id];
}

void
tail_keep_memory(struct ir_func *f)
{
	struct slots s = { f, NEWN(f->arena, struct ir_slot *, f->nslots + 1) };

	for (struct ir_block *b = f->blocks->next; b; b = b->next) {
		if (ir_region_of(b))
			continue;
		ir_visit_block_uses(b, to_team, &s);
	}
}

/* ---- the cuts ---- */

/* Return the registers that go through memory at a cut before `next`.  Each has one cell, whatever
 * the cut. */
static struct shared_value *
carried(struct ir_func *f, uint64_t *const *live, const struct ir_block *next, const bool *assigned,
	struct ir_slot **cells)
{
	struct shared_value *list = NULL, **end = &list;

	for (ir_reg r = 1; r < f->nregs; r++) {
		if (!live_has(live[next->id], r) || !assigned[r])
			continue;
		if (!cells[r])
			cells[r] = new_cell(f, r);
		*end = NEW(f->arena, struct shared_value);
		**end = (struct shared_value){ .outside = r, .inside = r, .cell = cells[r] };
		end = &(*end)->next;
	}
	return list;
}

/* Make the block in which the team goes on in a new grid. */
static struct ir_block *
go_on(struct ir_func *f, const struct outline *part, const struct shared_value *values, int number)
{
	struct ir_block *next = part->cut->to[0];
	struct ir_block *head = ir_block_after(f, part->cut,
		arena_printf(f->arena, "SEQ_REG%d", number));
	struct ir_cursor c = { .func = f, .block = head, .place = part->place };

	emit_receive(&c, values);
	ir_jump(&c, next);
	part->cut->term = TERM_EXIT;
	return head;
}

static void
save_before(struct ir_func *f, const struct outline *part, const struct shared_value *values)
{
	for (struct ir_block *b = f->blocks; b; b = b->next) {
		struct ir_cursor c = { .func = f, .block = b, .place = part->place };
		if (b->term != TERM_JUMP || b->to[0] != part->entry)
			continue;
		emit_publish(&c, values);
	}
}

/* Add to the kernel's parameters what a team's grid is told: TEAM_NUMBER and so on of outline.h. */
static void
add_parameters(struct ir_func *f)
{
	static const char *const names[] = { "team", "teams", "label" };
	struct ir_param *params = NEWN(f->arena, struct ir_param, f->nparams + TEAM_PARAMS);

	for (int i = 0; i < f->nparams; i++)
		params[i] = f->params[i];
	for (int i = 0; i < TEAM_PARAMS; i++)
		params[f->nparams + i] = (struct ir_param){
			.type = IR_I32,
			.mem = MEM_32,
			.name = names[i],
		};
	f->params = params;
	f->nparams += TEAM_PARAMS;
}

/* Go, at the end of the prologue, to where the label says. */
static void
dispatch(struct ir_func *f, struct ir_block **heads, int n)
{
	struct ir_block *first = split_prologue(f);
	struct ir_cursor c = { .func = f, .block = f->blocks, .place = f->place };
	struct ir_inst *label = ir_emit(&c, IR_LDPARAM, IR_I32, ir_reg_new(f, IR_I32, "label"),
		ir_none(), ir_none());

	label->mem = MEM_32;
	label->space = SPACE_PARAM;
	label->index = f->nparams - TEAM_PARAMS + TEAM_LABEL;
	if (!first->label)
		first->label = "SEQ_REG1";
	heads[0] = first;
	f->blocks->term = TERM_TABLE;
	f->blocks->cond = ir_r(label->dst);
	f->blocks->table = heads;
	f->blocks->ntable = n;
}

/* Return the registers that a grid must be told.  Each grid computes the prologue's itself. */
static bool *
assigned_behind_prologue(struct ir_func *f)
{
	bool *assigned = NEWN(f->arena, bool, f->nregs);

	for (struct ir_block *b = f->blocks->next; b; b = b->next)
		for (struct ir_inst *i = b->first; i; i = i->next)
			assigned[i->dst] = true;
	return assigned;
}

void
tail_cut(struct ir_func *f, struct outlines *o, int n)
{
	struct ir_block **heads = NEWN(f->arena, struct ir_block *, n + 1);
	struct ir_slot **cells = NEWN(f->arena, struct ir_slot *, f->nregs);
	struct shared_value **values = NEWN(f->arena, struct shared_value *, n);
	const bool *assigned = assigned_behind_prologue(f);
	uint64_t **live;
	int k = 0;

	for (struct outline *p = o->parts; p; p = p->next) {
		p->cut = ir_block_after(f, p->exit, NULL);
		p->cut->term = TERM_JUMP;
		p->cut->to[0] = p->exit->to[0];
		p->exit->to[0] = p->cut;
	}
	live = live_in(f->arena, f);
	for (struct outline *p = o->parts; p; p = p->next)
		values[k++] = carried(f, live, p->cut->to[0], assigned, cells);
	k = 0;
	for (struct outline *p = o->parts; p; p = p->next, k++) {
		save_before(f, p, values[k]);
		p->label = k + 1;
		heads[k + 1] = go_on(f, p, values[k], k + 2);
	}
	add_parameters(f);
	dispatch(f, heads, n + 1);
}
