/*
 * split.c: values of a variable that never meet get registers of their own.
 *
 *      a = x; b = a * 3; a = a + b             ->      a = x; b = a * 3; a$2 = a + b
 *      for (i = …; i < n; i++) …               ->      for (i = …; i < n; i++) …
 *      for (i = …; i < m; i++) …                       for (i$2 = …; i$2 < m; i$2++) …
 *
 * Requires: a plain graph.  Keeps everything else.  Passes look through registers that are assigned
 * once, and count loops whose variable has one start.
 *
 * Values meet where a use may read either.  Each assignment is a node, and each variable at the head of a block
 * that needs it; along the edges of the graph nodes become one.
 */
#include "ir/graph.h"
#include "ir/live.h"
#include "pass/pass.h"

struct splitting {
	struct ir_func *f;
	struct graph *g;
	uint32_t nregs;  /* before */
	uint32_t *var;   /* by register: variables that are assigned more than once have numbers */
	uint32_t nvars;  /* … below this, from 1 */
	ir_reg *var_reg; /* … and back */
	uint64_t **needed; /* by block id, variables: where the block begins */
	uint32_t *node;    /* union-find: block id * nvars + variable, then the assignments */
	uint32_t nnodes;
	ir_reg *node_reg;  /* by a set's node: its register, or 0 so far */
	bool *named;       /* by variable: some set has its register */
	uint32_t *current; /* by variable: the node that it holds */
};

/* ---- variables ---- */

static uint32_t
find_variables(struct splitting *s, struct arena *a)
{
	uint32_t *defs = ir_count_defs(a, s->f), all = 0;

	s->var = NEWN(a, uint32_t, s->f->nregs);
	s->var_reg = NEWN(a, ir_reg, s->f->nregs);
	s->nvars = 1;
	for (ir_reg r = 1; r < s->f->nregs; r++)
		if (defs[r] > 1) {
			s->var_reg[s->nvars] = r;
			s->var[r] = s->nvars++;
			all += defs[r];
		}
	return all;
}

/* ---- values ---- */

static uint32_t
find(struct splitting *s, uint32_t n)
{
	while (s->node[n] != n)
		n = s->node[n] = s->node[s->node[n]];
	return n;
}

static void
enter(struct splitting *s, const struct ir_block *b)
{
	for (uint32_t v = 1; v < s->nvars; v++)
		s->current[v] = b->id * s->nvars + v;
}

/* Join what b leaves in the variables with what its successors begin with. */
static void
join(struct splitting *s, struct ir_block *b, struct ir_block **succ, int width)
{
	int n = ir_successors(b, succ, width);

	for (int k = 0; k < n; k++)
		for (uint32_t v = 1; v < s->nvars; v++)
			if (live_has(s->needed[succ[k]->id], v))
				s->node[find(s, s->current[v])] = find(s,
					succ[k]->id * s->nvars + v);
}

/* Return the register of the values that variable v now holds; the first ones keep its own. */
static ir_reg
register_of(struct splitting *s, uint32_t v)
{
	ir_reg *r = &s->node_reg[find(s, s->current[v])], old = s->var_reg[v];

	if (!*r && !s->named[v]) {
		*r = old;
		s->named[v] = true;
	} else if (!*r) {
		*r = ir_reg_new(s->f, s->f->regs[old].type, s->f->regs[old].name);
		s->f->regs[*r].nonneg = s->f->regs[old].nonneg;
	}
	return *r;
}

static void
rename_use(void *ctx, struct ir_value *v)
{
	struct splitting *s = ctx;

	if (v->kind == VAL_REG && v->u.reg < s->nregs && s->var[v->u.reg])
		v->u.reg = register_of(s, s->var[v->u.reg]);
}

/* Walk the blocks twice alike: to join nodes, then to rename. */
static void
walk(struct splitting *s, bool renames, struct ir_block **succ, int width)
{
	uint32_t next = s->f->nblocks * s->nvars;

	for (uint32_t k = 0; k < s->g->nrpo; k++) {
		struct ir_block *b = s->g->rpo[k];

		enter(s, b);
		for (struct ir_inst *i = b->first; i; i = i->next) {
			if (renames)
				ir_visit_uses(i, rename_use, s);
			if (!s->var[i->dst])
				continue;
			uint32_t v = s->var[i->dst];
			s->current[v] = next++;
			if (renames)
				i->dst = register_of(s, v);
		}
		if (renames)
			ir_visit_term_uses(b, rename_use, s);
		else
			join(s, b, succ, width);
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct splitting s = { .f = f, .g = graph_new(a, f, false), .nregs = f->nregs };
	uint32_t ndefs = find_variables(&s, a);
	int width = graph_max_successors(f) + 1;
	struct ir_block **succ = NEWN(a, struct ir_block *, width);

	(void)pc;
	s.nnodes = f->nblocks * s.nvars + ndefs;
	s.needed = live_in_of(a, f, s.var, s.nvars);
	s.node = NEWN(a, uint32_t, s.nnodes);
	s.node_reg = NEWN(a, ir_reg, s.nnodes);
	s.named = NEWN(a, bool, s.nvars);
	s.current = NEWN(a, uint32_t, s.nvars);
	for (uint32_t n = 0; n < s.nnodes; n++)
		s.node[n] = n;
	walk(&s, false, succ, width);
	walk(&s, true, succ, width);
	arena_free(a);
}

const struct pass pass_split = { 'q', "split", "values of a variable that never meet get registers",
	run, false, 0 };
