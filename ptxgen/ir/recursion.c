/*
 * recursion.c: recursive functions become visible (see recursion.h).
 *
 * They are the strongly connected components of the graph of calls (Tarjan 1972) with a call
 * inside. Calls through pointers do not count: ptxas keeps functions whose address is taken.
 */
#include "ir/recursion.h"

struct walk {
	struct arena *arena;
	uint32_t last;              /* functions are numbered as they are met */
	VEC(struct ir_func *) open; /* met, and their component is not known yet */
};

enum { CLOSED = UINT32_MAX };

static void visit(struct walk *w, struct ir_func *f);

bool
comes_to_recursion(const struct ir_call *call)
{
	const struct ir_func *to = call->callee ? call->callee->func : NULL;

	return !call->callee || (to && (to->recursive || to->comes_to_recursion));
}

bool
calls_elsewhere(const struct ir_call *call)
{
	const struct ir_func *to = call->callee ? call->callee->func : NULL;

	return to && (to->blocks ? to->calls_elsewhere : to->decl != NULL);
}

static void
follow(struct walk *w, struct ir_func *f, const struct ir_call *call)
{
	struct ir_func *to = call->callee ? call->callee->func : NULL;
	bool here = to && to->blocks;

	if (here && !to->earliest)
		visit(w, to);
	f->comes_to_recursion |= comes_to_recursion(call);
	f->calls_elsewhere |= calls_elsewhere(call);
	if (!here)
		return;
	to->calls++;
	if (to->earliest < f->earliest)
		f->earliest = to->earliest;
	f->recursive |= to == f;
}

/* Close the component of all functions met since f, which is its first. */
static void
close_component(struct walk *w, struct ir_func *f)
{
	bool several = w->open.v[w->open.n - 1] != f;
	struct ir_func *member;

	do {
		member = vec_pop(&w->open);
		member->earliest = CLOSED;
		member->recursive |= several;
	} while (member != f);
}

static void
visit(struct walk *w, struct ir_func *f)
{
	uint32_t number = ++w->last;

	f->earliest = number;
	vec_push(w->arena, &w->open, f);
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_CALL)
				follow(w, f, i->call);
	if (f->earliest == number)
		close_component(w, f);
}

static void
show(struct ir_module *m, struct ir_symbol *s)
{
	s->name = arena_printf(m->arena, "%s$%s", s->name, m->kernels[0]->name);
	s->func->name = s->name;
	s->linkage = LINK_VISIBLE;
}

void
find_recursion(struct ir_module *m)
{
	struct walk w = { .arena = arena_new() };

	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_FUNC && s->func) {
			s->func->earliest = 0;
			s->func->calls = 0;
			s->func->recursive = s->func->comes_to_recursion = false;
			s->func->calls_elsewhere = false;
		}
	for (struct ir_symbol *s = m->symbols; s; s = s->next)
		if (s->kind == SYM_FUNC && s->func && s->func->blocks && !s->func->earliest)
			visit(&w, s->func);
	arena_free(w.arena);
}

void
show_recursion(struct ir_module *m)
{
	find_recursion(m);
	for (struct ir_symbol *s = m->symbols; s && m->nkernels; s = s->next)
		if (s->kind == SYM_FUNC && s->func && s->func->recursive &&
			s->linkage == LINK_LOCAL)
			show(m, s);
}
