/*
 * stack.c: finds recursion in what a kernel calls (see stack.h).
 *
 * How deep a recursion goes nobody knows before it runs, and the driver sets the stack aside for every
 * thread that the device can hold (270,000 on an H200), so asking for much is dear.  We ask for 16 KB,
 * and eight times the largest frame; a program that needs more ends in the device's stack error.
 */
#include "stack.h"

enum { LEAST = 16 * 1024, MOST = 512 * 1024, FRAMES = 8, SAVED = 128 };

struct walk {
	struct arena *arena;
	VEC(const struct ir_func *) path;       /* from the kernel to the function being looked at */
	VEC(const struct ir_func *) done;
	uint64_t largest;               /* bytes of one frame */
	bool unbounded;
};

static bool
contains(const struct ir_func *const *v, size_t n, const struct ir_func *f)
{
	while (n--)
		if (v[n] == f)
			return true;
	return false;
}

/* Structures that a call passes and gets are on the stack, too. */
static uint64_t
call_bytes(const struct ir_call *call)
{
	uint64_t bytes = call->result.bytes;

	for (int i = 0; i < call->nargs; i++)
		bytes += call->sig[i].bytes;
	return bytes;
}

/* Variables, the largest call, and what ptxas saves. */
static uint64_t
frame_bytes(const struct ir_func *f)
{
	uint64_t bytes = SAVED, most = 0;

	for (const struct ir_slot *s = f->slots; s; s = s->next)
		if (s->kind == SLOT_LOCAL)
			bytes += s->size;
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = b->first; i; i = i->next)
			if (i->op == IR_CALL && call_bytes(i->call) > most)
				most = call_bytes(i->call);
	return bytes + most;
}

/* The address of a kernel is taken to launch it: its threads have the same stack. */
static bool
names_kernel(const struct ir_inst *i)
{
	const struct ir_value v = i->src[0];

	return i->op == IR_MOV && v.kind == VAL_SYMBOL && v.u.symbol->func && v.u.symbol->func->is_kernel;
}

static void
look(struct walk *w, const struct ir_func *f)
{
	if (contains(w->path.v, w->path.n, f)) {
		w->unbounded = true;
		return;
	}
	if (contains(w->done.v, w->done.n, f))
		return;
	if (frame_bytes(f) > w->largest)
		w->largest = frame_bytes(f);
	vec_push(w->arena, &w->path, f);
	for (const struct ir_block *b = f->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next) {
			if (names_kernel(i) && !contains(w->path.v, w->path.n, i->src[0].u.symbol->func))
				look(w, i->src[0].u.symbol->func);
			if (i->op != IR_CALL)
				continue;
			if (!i->call->callee)
				w->unbounded = true;
			else if (i->call->callee->func && i->call->callee->func->blocks)
				look(w, i->call->callee->func);
		}
	}
	(void)vec_pop(&w->path);
	vec_push(w->arena, &w->done, f);
}

uint64_t
stack_wanted(struct arena *scratch, const struct ir_func *kernel)
{
	struct walk w = { .arena = scratch };

	look(&w, kernel);
	if (!w.unbounded)
		return 0;
	uint64_t bytes = LEAST + FRAMES * w.largest;
	return bytes < MOST ? (bytes + 1023) / 1024 * 1024 : MOST;
}
