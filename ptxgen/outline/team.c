/*
 * team.c: the kernels that start teams, where parallel regions are grids (Bertolli et al. 2014,
 * §4.1, Fig. 2).
 *
 *      relaxed     the host starts the teams, one thread each
 *      strict      the host starts one thread; it starts NAME$TEAMS <<<teams, 1>>>
 *
 * Where a team cannot wait for its regions its code is NAME$SEQ, which goes on in tails of itself;
 * a tail waits for a whole grid, so each team must be one, and the thread that was to be the team
 * only starts it.
 */
#include "outline/outline.h"

#include <stddef.h>

#include "devrt.h"

/* Make f's code a kernel of another name.  f is left without code, with the first n of its
 * parameters. */
static struct ir_symbol *
detach(struct ir_func *f, struct ir_module *m, const char *suffix, int n)
{
	struct ir_func *g = ir_func_new(f->arena, arena_printf(f->arena, "%s$%s", f->name, suffix),
		true);
	struct ir_func *empty = ir_func_new(f->arena, f->name, true);
	struct ir_kernel_info *info = g->kernel, *kept = f->kernel;
	const char *name = g->name;

	*info = *kept;
	info->outlines = NULL;
	info->maps_disjoint = info->maps_aligned =
		false; /* promised to the entry that the host launches */
	*g = *f;
	g->name = name;
	g->kernel = info;
	empty->place = f->place;
	empty->params = f->params;
	empty->nparams = n;
	empty->kernel = kept;
	*f = *empty;
	f->next_part = g;
	g->part_of = f;
	for (int i = 0; i < n; i++)
		f->params[i].of = i + 1;
	struct ir_symbol *s = ir_symbol_new(m, name, SYM_FUNC);
	s->place = f->place;
	s->func = g;
	return s;
}

/* Launch the kernel with f's own parameters, and these behind them. */
static struct grid_launch
relaunch(struct ir_func *f, struct ir_symbol *kernel, const struct ir_value *more)
{
	const struct ir_func *g = kernel->func;
	struct ir_value *args = NEWN(f->arena, struct ir_value, g->nparams + 1);

	for (int i = g->nparams - TEAM_PARAMS; more && i < g->nparams; i++)
		args[i] = *more++;
	return (struct grid_launch){ .kernel = kernel,
		.teams = ir_int(1),
		.threads = ir_int(1),
		.sig = g->params,
		.args = args,
		.nargs = g->nparams,
		.place = f->place };
}

/* Make this launch all that f does. */
static void
only_launch(struct ir_func *f, struct ir_module *m, struct ir_cursor *c,
	const struct grid_launch *l)
{
	launch_grid(c, m, l, launch_dims(f));
	c->block->term = TERM_EXIT;
}

static struct ir_cursor
begin(struct ir_func *f)
{
	struct ir_block *prologue = ir_block_new(f, NULL, NULL);

	return (struct ir_cursor){ .func = f, .block = prologue, .place = f->place };
}

/* ---- a team that goes on in tails ---- */

static struct ir_value
team_parameter(struct ir_cursor *c, int which)
{
	struct ir_inst *load = ir_emit(c, IR_LDPARAM, IR_I32, ir_reg_new(c->func, IR_I32, NULL),
		ir_none(), ir_none());

	load->mem = MEM_32;
	load->space = SPACE_PARAM;
	load->index = c->func->nparams - TEAM_PARAMS + which;
	return ir_r(load->dst);
}

/* Take the team's numbers from who started the grid, which is one team of one. */
static void
take_numbers(struct ir_func *g)
{
	for (struct ir_block *b = g->blocks; b; b = b->next) {
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (i->op != IR_SREG || (i->index != SREG_CTAID && i->index != SREG_NCTAID))
				continue;
			i->index = g->nparams - TEAM_PARAMS +
				(i->index == SREG_CTAID ? TEAM_NUMBER : TEAM_COUNT);
			i->op = IR_LDPARAM;
			i->mem = MEM_32;
			i->space = SPACE_PARAM;
		}
	}
}

static void
launch_tails(struct ir_func *g, struct ir_module *m, struct ir_symbol *self,
	const struct outline *p)
{
	struct ir_slot *dims = launch_dims(g);

	for (; p; p = p->next) {
		struct ir_cursor c = { .func = g, .block = p->cut, .place = p->place };
		struct ir_value more[] = { [TEAM_NUMBER] = team_parameter(&c, TEAM_NUMBER),
			[TEAM_COUNT] = team_parameter(&c, TEAM_COUNT),
			[TEAM_LABEL] = ir_int(p->label) };
		struct grid_launch l = relaunch(g, self, more);
		l.how = GRID_TAIL;
		l.place = p->place;
		p->cut->term = TERM_NONE;
		launch_grid(&c, m, &l, dims);
		c.block->term = TERM_EXIT;
	}
}

static void
start_chains(struct ir_func *f, struct ir_module *m)
{
	const struct outline *parts = f->kernel->outlines->parts;
	struct ir_symbol *team = detach(f, m, "SEQ", f->nparams - TEAM_PARAMS);

	take_numbers(team->func);
	launch_tails(team->func, m, team, parts);
	struct ir_cursor c = begin(f);
	struct ir_value more[] = { [TEAM_NUMBER] = ir_sreg(&c, SREG_CTAID),
		[TEAM_COUNT] = ir_sreg(&c, SREG_NCTAID),
		[TEAM_LABEL] = ir_int(0) };
	struct grid_launch l = relaunch(f, team, more);
	l.how = GRID_FREE;
	only_launch(f, m, &c, &l);
}

void
outline_team(struct ir_func *f, struct ir_module *m, bool strict)
{
	bool tails = f->kernel->outlines->parts->cut != NULL;

	if (tails)
		start_chains(f, m);
	if (!strict)
		return;
	struct ir_symbol *teams = detach(f, m, "TEAMS", f->nparams);
	struct ir_cursor c = begin(f);
	struct grid_launch l = relaunch(f, teams, NULL);
	l.teams = ir_env(&c, offsetof(struct devrt_env, teams), IR_I32);
	l.how = tails ? GRID_FREE : GRID_JOINED;
	only_launch(f, m, &c, &l);
}
