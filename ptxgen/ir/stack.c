/*
 * stack.c: the frames of what a kernel calls (see stack.h).
 *
 * How deep a recursion goes nobody knows before it runs, and the driver sets the stack aside for
 * every thread that the device can hold (270,336 on an H200), so asking for much is dear.  We ask
 * for the frames of the deepest calls, seven more rounds of the largest recursion, and 16 KB for
 * what other files do; a program that needs more ends in the device's stack error.
 */
#include "ir/stack.h"

enum {
	LEAST = 16 * 1024,
	MOST = 523712, /* what driver 580 takes on an H200, measured: 512 KB less 576 */
	ROUNDS = 7,
	SAVED = 128,
};

/* ---- where pointers go ---- */

struct pointed {
	struct arena *arena;
	struct stack_pointed *list;
};

static bool
has_pointed(const struct stack_pointed *p, const struct ir_func *f)
{
	for (; p; p = p->next)
		if (p->func == f)
			return true;
	return false;
}

static void
note_symbol(struct pointed *p, const struct ir_symbol *s)
{
	const struct ir_func *f = s->kind == SYM_FUNC ? s->func : NULL;

	if (!f || !f->blocks || f->is_kernel || has_pointed(p->list, f))
		return;
	struct stack_pointed *more = NEW(p->arena, struct stack_pointed);
	*more = (struct stack_pointed){ p->list, f };
	p->list = more;
}

static void
note_value(void *ctx, struct ir_value *v)
{
	if (v->kind == VAL_SYMBOL)
		note_symbol(ctx, v->u.symbol);
}

struct stack_pointed *
stack_pointed(struct arena *scratch, const struct ir_module *m)
{
	struct pointed p = { .arena = scratch };

	for (const struct ir_symbol *s = m->symbols; s; s = s->next) {
		for (const struct ir_reloc *at = s->relocs; at; at = at->next)
			note_symbol(&p, at->target);
		if (s->kind == SYM_FUNC && s->func)
			ir_visit_func_uses(s->func, note_value, &p);
	}
	for (int i = 0; i < m->nkernels; i++)
		ir_visit_func_uses(m->kernels[i], note_value, &p);
	return p.list;
}

/* ---- calls ---- */

struct found {
	const struct ir_func *func;
	uint64_t bytes;
};

/* A call through a pointer is a function, too: NULL, which calls all that pointers go to. */
struct walk {
	struct arena *arena;
	const struct stack_pointed *pointed;
	VEC(const struct ir_func *) path; /* from the kernel to the function being looked at */
	VEC(struct found) done;
	uint64_t round; /* frames from a function to its own call; 0: none is recursive */
	bool unknown;   /* functions of other files, which may do all this */
};

/* Structures that a call passes and gets are on the stack, too. */
static uint64_t
call_bytes(const struct ir_call *call)
{
	uint64_t bytes = call->result.bytes;

	for (int i = 0; i < call->nargs; i++)
		bytes += call->sig[i].bytes;
	return bytes;
}

/* Variables, the largest call, and what ptxas saves.  A pointer (NULL) has nothing. */
static uint64_t
frame_bytes(const struct ir_func *f)
{
	uint64_t bytes = SAVED, most = 0;

	if (!f)
		return 0;
	for (const struct ir_slot *s = f->slots; s; s = s->next)
		if (s->kind == SLOT_LOCAL)
			bytes += s->size;
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_CALL && call_bytes(i->call) > most)
				most = call_bytes(i->call);
	return bytes + most;
}

static bool
on_path(const struct walk *w, const struct ir_func *f)
{
	for (size_t k = w->path.n; k--;)
		if (w->path.v[k] == f)
			return true;
	return false;
}

/* Note that f, on the path, is called again. */
static void
note_round(struct walk *w, const struct ir_func *f)
{
	uint64_t bytes = 0;
	size_t k = w->path.n;

	do
		bytes += frame_bytes(w->path.v[--k]);
	while (w->path.v[k] != f);
	if (bytes > w->round)
		w->round = bytes;
}

static const struct found *
find_done(const struct walk *w, const struct ir_func *f)
{
	for (size_t k = w->done.n; k--;)
		if (w->done.v[k].func == f)
			return &w->done.v[k];
	return NULL;
}

/* The address of a kernel is taken to launch it: its threads have the same stack. */
static const struct ir_func *
launched(const struct walk *w, const struct ir_inst *i)
{
	const struct ir_value v = i->src[0];
	const struct ir_func *f = i->op == IR_MOV && v.kind == VAL_SYMBOL ? v.u.symbol->func : NULL;

	return f && f->is_kernel && !on_path(w, f) ? f : NULL;
}

static uint64_t depth(struct walk *w, const struct ir_func *f);

static uint64_t
depth_of_call(struct walk *w, const struct ir_call *call)
{
	if (!call->callee) {
		w->unknown = true;
		return depth(w, NULL);
	}
	if (call->callee->func && call->callee->func->blocks)
		return depth(w, call->callee->func);
	w->unknown |= ir_needs_link(call->callee);
	return 0;
}

static uint64_t
deepest_call(struct walk *w, const struct ir_func *f)
{
	uint64_t most = 0;

	for (const struct ir_block *b = f->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			const struct ir_func *kernel = launched(w, i);
			uint64_t bytes = kernel  ? depth(w, kernel) :
				i->op == IR_CALL ? depth_of_call(w, i->call) :
						   0;
			most = bytes > most ? bytes : most;
		}
	}
	return most;
}

static uint64_t
deepest_pointed(struct walk *w)
{
	uint64_t most = 0;

	for (const struct stack_pointed *p = w->pointed; p; p = p->next) {
		uint64_t bytes = depth(w, p->func);
		most = bytes > most ? bytes : most;
	}
	return most;
}

/* Bytes of f's frame and of those below it, a recursion counted once. */
static uint64_t
depth(struct walk *w, const struct ir_func *f)
{
	const struct found *known = find_done(w, f);

	if (known)
		return known->bytes;
	if (on_path(w, f)) {
		note_round(w, f);
		return 0;
	}
	vec_push(w->arena, &w->path, f);
	struct found found = { f, frame_bytes(f) + (f ? deepest_call(w, f) : deepest_pointed(w)) };
	(void)vec_pop(&w->path);
	vec_push(w->arena, &w->done, found);
	return found.bytes;
}

uint64_t
stack_wanted(struct arena *scratch, const struct ir_func *kernel,
	const struct stack_pointed *pointed)
{
	struct walk w = { .arena = scratch, .pointed = pointed };
	uint64_t bytes = depth(&w, kernel);

	if (!w.round && !w.unknown)
		return 0;
	bytes += ROUNDS * w.round + LEAST;
	return bytes < MOST ? (bytes + 15) / 16 * 16 : MOST;
}
