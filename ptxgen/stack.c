/*
 * stack.c: finds recursion in what a kernel calls (see stack.h).
 *
 * How deep a recursion goes nobody knows before it runs.  We ask for room for a hundred or so calls;
 * a program that needs more ends in the device's stack error, as it would on the host.
 */
#include "stack.h"

enum { DEPTH = 100, FRAME = 160, MOST = 512 * 1024 };   /* FRAME: registers saved by a call, a guess */

struct walk {
	struct arena *arena;
	VEC(const struct ir_func *) path;       /* from the kernel to the function being looked at */
	VEC(const struct ir_func *) done;
	uint64_t largest;               /* bytes of local memory of one function */
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

static uint64_t
local_bytes(const struct ir_func *f)
{
	uint64_t bytes = 0;

	for (const struct ir_slot *s = f->slots; s; s = s->next)
		if (s->kind == SLOT_LOCAL)
			bytes += s->size;
	return bytes;
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
	if (local_bytes(f) > w->largest)
		w->largest = local_bytes(f);
	vec_push(w->arena, &w->path, f);
	for (const struct ir_block *b = f->blocks; b; b = b->next) {
		for (const struct ir_inst *i = b->first; i; i = i->next) {
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
	uint64_t bytes = DEPTH * (w.largest + FRAME);
	return bytes < MOST ? (bytes + 1023) / 1024 * 1024 : MOST;
}
