/*
 * common.c: common subexpressions: a pure operation that was done before is not done again, nor a call
 * that only computes, nor a load from where nobody writes (readonly.c), nor one of what was loaded or
 * stored before and cannot have changed since.
 *
 * Requires: a plain graph.  Keeps everything else; what becomes unused is left to dead.
 *
 * Walks the dominator tree with a scoped hash table.  Operations whose register operands are
 * assigned once are found by everything below; those on variables where no way from one to the
 * other assigns them:
 *
 *      while (a[i] != x) i++;  … = a[i];       ->      t = a[i]; … while (t != x); … = t;
 *
 * Where ways meet that all have loaded or stored a place, a variable has what lies there:
 *
 *      if (x < a[i]) a[i] = x;  … = a[i];      ->      t = a[i]; if (x < t) a[i] = t = x;  … = t;
 */
#include "ir/effects.h"
#include "ir/graph.h"
#include "pass/pass.h"

#include <stddef.h>
#include <string.h>

struct entry {
	struct entry *next;
	struct ir_inst *inst;
	const struct ir_block *only; /* it reads variables or memory and stands here; NULL: valid
	                                everywhere below */
};

enum {
	BUCKETS = 256,
	FURTHEST = 32, /* blocks between two that may be one */
	FAR_BACK =
		256, /* instructions before a load, in which an access of its place is looked for */
	MOST_WAYS = 8 /* that meet where a variable has what they loaded */
};

/* A load that is a copy of such a variable. */
struct joined {
	const struct ir_inst *copy;
	struct ir_inst *load; /* as it was */
};

struct cse {
	struct ir_func *f;
	const struct pass_context *pc;
	struct arena *a;
	struct graph *g;
	uint32_t nregs; /* before the first such variable; these are not single */
	bool *single;
	struct entry *bucket[BUCKETS];
	struct ir_value *replacement; /* by register */
	ir_reg *copied;               /* by register: what it is a copy of, or 0 */
	VEC(struct joined) joined;    /* by variable, the first is nregs */
};

static bool
is_single(const struct cse *s, ir_reg r)
{
	return r < s->nregs && s->single[r];
}

static uint64_t
mix(uint64_t h, uint64_t v)
{
	return (h ^ v) * UINT64_C(0x9E3779B97F4A7C15);
}

static uint64_t
hash_value(uint64_t h, struct ir_value v)
{
	uint64_t bits = 0;

	switch (v.kind) {
	case VAL_REG: bits = v.u.reg; break;
	case VAL_INT: bits = (uint64_t)v.u.i; break;
	case VAL_FLOAT: memcpy(&bits, &v.u.f, sizeof bits); break;
	case VAL_SLOT: bits = v.u.slot->id; break;
	case VAL_SYMBOL: bits = (uint64_t)(uintptr_t)v.u.symbol; break;
	default: break;
	}
	return mix(mix(h, v.kind), bits + (uint64_t)v.offset);
}

/* Return the k-th operand of i, or what it is a copy of. */
static struct ir_value
operand(const struct cse *s, const struct ir_inst *i, int k)
{
	struct ir_value v = ir_operand(i, k);

	while (v.kind == VAL_REG && v.u.reg < s->nregs && s->copied[v.u.reg])
		v.u.reg = s->copied[v.u.reg];
	return v;
}

static uint32_t
hash_inst(const struct cse *s, const struct ir_inst *i)
{
	uint64_t h = mix(mix(i->op, i->type), i->from);

	h = mix(mix(h, (uint64_t)i->offset), (uint64_t)i->index);
	for (int k = 0; k < ir_operands(i); k++)
		h = hash_value(h, operand(s, i, k));
	return (h >> 32) % BUCKETS;
}

static bool
same_inst(const struct cse *s, const struct ir_inst *a, const struct ir_inst *b)
{
	if (a->op != b->op || a->type != b->type || a->from != b->from || a->mem != b->mem ||
		a->space != b->space || a->offset != b->offset || a->index != b->index ||
		a->carries != b->carries || a->nsw != b->nsw ||
		(a->call && a->call->callee != b->call->callee))
		return false;
	for (int k = 0; k < ir_operands(a); k++)
		if (!ir_same_value(operand(s, a, k), operand(s, b, k)))
			return false;
	return true;
}

static bool
candidate(const struct cse *s, const struct ir_inst *i)
{
	bool address = ir_is_address(i->src[0]);

	bool same = only_computes(i) || (i->op == IR_LD && i->read_only && !i->is_volatile);

	if (!same || (i->op == IR_MOV && !address) || i->dst == IR_NOREG || !is_single(s, i->dst))
		return false;
	if (i->op == IR_SREG && (i->index == SREG_CLOCK || i->index == SREG_GLOBALTIMER))
		return false;
	return true;
}

static bool
reads_variables(const struct cse *s, const struct ir_inst *i)
{
	for (int k = 0; k < ir_operands(i); k++)
		if (operand(s, i, k).kind == VAL_REG && !is_single(s, operand(s, i, k).u.reg))
			return true;
	return false;
}

/* Return whether e is a load or store after which a load of the same place can be left out. */
static bool
remembers(const struct ir_inst *e)
{
	return (e->op == IR_LD || e->op == IR_ST) && !e->is_volatile && !e->read_only &&
		!e->carries;
}

/* Return whether i assigns a variable that e reads, or that has what e loaded. */
static bool
assigns(const struct cse *s, const struct ir_inst *i, const struct ir_inst *e)
{
	if (i->dst == IR_NOREG || is_single(s, i->dst))
		return false;
	for (int k = 0; k < ir_operands(e); k++)
		if (operand(s, e, k).kind == VAL_REG && operand(s, e, k).u.reg == i->dst)
			return true;
	return i->dst == e->dst;
}

/* Return whether an instruction from `from` on, to `to` (NULL: the block's end), makes what e computed
 * out of date. */
static bool
outdates(const struct cse *s, const struct ir_inst *from, const struct ir_inst *to,
	const struct ir_inst *e)
{
	for (const struct ir_inst *i = from; i && i != to; i = i->next)
		if (assigns(s, i, e) || (remembers(e) && may_change(s->f, s->pc->o, i, e)))
			return true;
	return false;
}

/* Return whether what e computed is what i, in block b, would compute: e's block dominates b, and
 * no way from the one to the other outdates it. */
static bool
still_valid(const struct cse *s, const struct entry *e, const struct ir_block *b,
	const struct ir_inst *i)
{
	const struct ir_block *way[FURTHEST];
	int n = 0;

	if (!e->only)
		return true;
	if (outdates(s, e->inst->next, e->only == b ? i : NULL, e->inst))
		return false;
	if (e->only == b)
		return true;
	if (outdates(s, b->first, i, e->inst))
		return false;
	for (int at = -1; at < n; at++) {
		const struct ir_block *from = at < 0 ? b : way[at];

		for (uint32_t k = 0; k < s->g->npreds[from->id]; k++) {
			const struct ir_block *p = s->g->preds[from->id][k];
			int known = 0;

			while (known < n && way[known] != p)
				known++;
			if (p == e->only || known < n)
				continue;
			if (n == FURTHEST || outdates(s, p->first, NULL, e->inst))
				return false;
			way[n++] = p;
		}
	}
	return true;
}

static void
replace(void *ctx, struct ir_value *v)
{
	struct cse *s = ctx;

	while (v->kind == VAL_REG && v->u.reg < s->nregs &&
		s->replacement[v->u.reg].kind != VAL_NONE)
		*v = s->replacement[v->u.reg];
}

static void
enter(struct cse *s, uint32_t h, struct ir_inst *i, const struct ir_block *only)
{
	struct entry *e = NEW(s->a, struct entry);

	*e = (struct entry){ .next = s->bucket[h], .inst = i, .only = only };
	s->bucket[h] = e;
}

static uint32_t
hash_place(const struct cse *s, const struct ir_inst *i)
{
	return (hash_value(mix(IR_LD, (uint64_t)i->offset), operand(s, i, 0)) >> 32) % BUCKETS;
}

static bool
same_place(const struct cse *s, const struct ir_inst *a, const struct ir_inst *b)
{
	return remembers(a) && a->space == b->space && a->offset == b->offset &&
		(a->mem >= MEM_32 ? a->mem == b->mem :
				    ir_mem_bytes(a->mem) == ir_mem_bytes(b->mem)) &&
		ir_same_value(operand(s, a, 0), operand(s, b, 0));
}

/* Make the load i a copy of what e loaded or stored; of a store's value only the low bits lie there. */
static void
become_copy(struct ir_inst *i, const struct ir_inst *e)
{
	bool loaded = e->op == IR_LD;

	i->op = loaded && e->mem == i->mem ? IR_MOV : ir_mem_extension(i->mem);
	i->src[0] = loaded ? ir_r(e->dst) : e->src[1];
	i->offset = i->root = 0;
	i->space = SPACE_GENERIC;
}

/* ---- where ways meet ---- */

/* Return whether i assigns a register that e's address is made of. */
static bool
moves(const struct cse *s, const struct ir_inst *i, const struct ir_inst *e)
{
	struct ir_value v = operand(s, e, 0);

	return i->dst != IR_NOREG && e->src[0].kind == VAL_REG &&
		(i->dst == e->src[0].u.reg || i->dst == v.u.reg);
}

/* Return the load that i was before it became a copy, or i. */
static const struct ir_inst *
as_it_was(const struct cse *s, const struct ir_inst *i)
{
	bool copies = i->op == IR_MOV && i->src[0].kind == VAL_REG && i->src[0].u.reg >= s->nregs;
	const struct joined *j = copies ? &s->joined.v[i->src[0].u.reg - s->nregs] : NULL;

	return j && j->copy == i ? j->load : i;
}

/*
 * Find the access of load's place that comes last on the only way to `last` in *b: *e, in *b then.  NULL: there is
 * none behind the begin of *b, where several ways meet.  Return false if something may change what lies there.
 */
static bool
last_access(const struct cse *s, const struct ir_inst *load, const struct ir_inst *last,
	struct ir_block **b, const struct ir_inst **e)
{
	for (int n = 0;;) {
		for (const struct ir_inst *i = last; i; i = i->prev) {
			if (n++ == FAR_BACK)
				return false;
			*e = as_it_was(s, i);
			if (moves(s, i, load))
				return false;
			if (same_place(s, *e, load))
				return true;
			if (may_change(s->f, s->pc->o, i, load))
				return false;
		}
		*e = NULL;
		if (s->g->npreds[(*b)->id] != 1)
			return s->g->npreds[(*b)->id] > 1;
		*b = s->g->preds[(*b)->id][0];
		last = (*b)->last;
	}
}

static struct ir_value
value_of(const struct ir_inst *e)
{
	return e->op == IR_LD ? ir_r(e->dst) : e->src[1];
}

/* Find the access whose value is what `load` would give at the end of b. */
static bool
known_behind(const struct cse *s, const struct ir_inst *load, struct ir_block *b,
	const struct ir_inst **e)
{
	struct ir_block *at = b;

	if (!last_access(s, load, b->last, &at, e) || !*e)
		return false;
	for (;; b = s->g->preds[b->id][0]) {
		for (const struct ir_inst *i = b == at ? (*e)->next : b->first; i; i = i->next)
			if (value_of(*e).kind == VAL_REG && i->dst == value_of(*e).u.reg)
				return false;
		if (b == at)
			return true;
	}
}

/* Make the load i in b a copy of a variable, if all ways that meet before it know what lies there.  Return the load as
 * it was, or NULL. */
static struct ir_inst *
join_ways(struct cse *s, struct ir_inst *i, struct ir_block *b)
{
	const struct ir_inst *known[MOST_WAYS];
	uint32_t n;

	if (!last_access(s, i, i->prev, &b, &known[0]) || known[0])
		return NULL;
	n = s->g->npreds[b->id];
	for (uint32_t k = 0; k < n; k++)
		if (n > MOST_WAYS || !known_behind(s, i, s->g->preds[b->id][k], &known[k]))
			return NULL;

	ir_reg r = ir_reg_new(s->f, ir_mem_type(i->mem), s->f->regs[i->dst].name);
	struct ir_inst *load = NEW(s->a, struct ir_inst);

	*load = *i;
	for (uint32_t k = 0; k < n; k++) {
		struct ir_cursor c = { s->f, s->g->preds[b->id][k], NULL, i->place };
		struct ir_inst *set = ir_repeat(&c, i);

		become_copy(set, known[k]);
		set->place = known[k]->place;
		set->dst = r;
	}
	become_copy(i, &(struct ir_inst){ .op = IR_LD, .mem = i->mem, .dst = r });
	vec_push(s->a, &s->joined, ((struct joined){ i, load }));
	return load;
}

static void
visit_access(struct cse *s, struct ir_inst *i, struct ir_block *b)
{
	uint32_t h = hash_place(s, i);

	for (struct entry *e = s->bucket[h]; i->op == IR_LD && e; e = e->next)
		if (same_place(s, e->inst, i) && still_valid(s, e, b, i)) {
			become_copy(i, e->inst);
			if (graph_is_copy(s->f, s->single, i))
				s->copied[i->dst] = i->src[0].u.reg;
			return;
		}
	if (i->op == IR_LD && ir_reads(i, i->dst)) /* p = *p: that was another p */
		return;
	struct ir_inst *load = i->op == IR_LD ? join_ways(s, i, b) : NULL;
	enter(s, h, load ? load : i, b);
}

static void
visit_inst(struct cse *s, struct ir_inst *i, struct ir_block *b)
{
	ir_visit_uses(i, replace, s);
	if (remembers(i)) {
		visit_access(s, i, b);
		return;
	}
	if (!candidate(s, i))
		return;
	uint32_t h = hash_inst(s, i);
	for (struct entry *e = s->bucket[h]; e; e = e->next) {
		if (same_inst(s, e->inst, i) && still_valid(s, e, b, i)) {
			s->replacement[i->dst] = ir_r(e->inst->dst);
			return;
		}
	}
	enter(s, h, i, reads_variables(s, i) ? b : NULL);
}

/* Children of the dominator tree, by id: the first and the next sibling. */
struct tree {
	struct ir_block **child, **sibling;
};

static struct tree
dominator_tree(struct cse *s)
{
	struct tree t = { NEWN(s->a, struct ir_block *, s->g->n),
		NEWN(s->a, struct ir_block *, s->g->n) };

	for (uint32_t k = s->g->nrpo; k-- > 1;) {
		struct ir_block *b = s->g->rpo[k], *dom = s->g->idom[b->id];
		t.sibling[b->id] = t.child[dom->id];
		t.child[dom->id] = b;
	}
	return t;
}

/* Walk the tree in pre-order, with an explicit stack.  Leaving a block restores the buckets it
 * changed. */
static void
walk(struct cse *s, const struct tree *t)
{
	struct frame {
		struct ir_block *next_child;
		struct entry *saved[BUCKETS];
	} * stack;
	uint32_t depth = 0, room = 64;
	struct ir_block *b = s->g->rpo[0];

	stack = NEWN(s->a, struct frame, room);
	while (b) {
		if (depth == room) {
			struct frame *wider = NEWN(s->a, struct frame, room * 2);
			memcpy(wider, stack, room * sizeof *stack);
			stack = wider;
			room *= 2;
		}
		memcpy(stack[depth].saved, s->bucket, sizeof s->bucket);
		for (struct ir_inst *i = b->first; i; i = i->next)
			visit_inst(s, i, b);
		ir_visit_term_uses(b, replace, s);
		stack[depth++].next_child = t->child[b->id];
		b = NULL;
		while (depth && !b) {
			struct frame *top = &stack[depth - 1];
			b = top->next_child;
			if (b) {
				top->next_child = t->sibling[b->id];
			} else {
				memcpy(s->bucket, top->saved, sizeof s->bucket);
				depth--;
			}
		}
	}
}

static void
run(struct ir_func *f, const struct pass_context *pc)
{
	struct arena *a = arena_new();
	struct graph *g = graph_new(a, f, false);
	struct cse s = {
		.f = f,
		.pc = pc,
		.a = a,
		.g = g,
		.nregs = f->nregs,
		.single = graph_single(a, g),
		.replacement = NEWN(a, struct ir_value, f->nregs),
	};
	struct tree t = dominator_tree(&s);

	s.copied = graph_copies(a, g, s.single);
	walk(&s, &t);
	arena_free(a);
}

const struct pass pass_common = { 'e', "common", "common subexpressions", run, false, 0 };
