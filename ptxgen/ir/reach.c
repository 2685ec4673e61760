/*
 * reach.c: finds calls that may come to parallel regions (see reach.h).
 *
 * Functions begin with the regions they have themselves and rise with what they call, until nothing
 * changes.  A call through a pointer may go to every function whose address is taken, and to other
 * files if this one knows of any.
 */
#include "ir/reach.h"

#include <string.h>

struct reaching {
	struct ir_module *m;
	enum ir_reach pointers; /* of a call through a pointer */
	bool changed;
};

static void
raise_to(struct reaching *r, struct ir_func *f, enum ir_reach to, struct place place)
{
	if (to <= f->reach)
		return;
	f->reach = to;
	f->reach_place = place;
	r->changed = true;
}

static bool
in_region(const struct ir_block *b)
{
	return b->in && (b->in->kind == CON_PARALLEL || b->in->region);
}

static enum ir_reach
call_reach(const struct reaching *r, const struct ir_func *f, const struct ir_call *call)
{
	const struct ir_symbol *callee = call->callee;

	if (callee && callee->func && callee->func->blocks)
		return callee->func->reach;
	if (callee)
		return ir_needs_link(callee) ? REACH_MAYBE : REACH_NONE;
	for (const struct ir_symbol *s = r->m->symbols; s; s = s->next)
		if (s->func == f && s->linkage != LINK_LOCAL && r->pointers == REACH_NONE)
			return REACH_MAYBE; /* its caller may have the pointer from another file */
	return r->pointers;
}

static void
look_at(struct reaching *r, struct ir_func *f)
{
	if (f->has_regions)
		raise_to(r, f, REACH_SURE, f->place);
	for (const struct ir_block *b = f->blocks; b; b = b->next)
		for (const struct ir_inst *i = in_region(b) ? NULL : b->first; i; i = i->next)
			if (i->op == IR_CALL)
				raise_to(r, f, call_reach(r, f, i->call), i->place);
}

/* ---- addresses of functions ---- */

static void
note_address(void *ctx, struct ir_value *v)
{
	struct reaching *r = ctx;

	if (v->kind == VAL_SYMBOL && v->u.symbol->kind == SYM_FUNC && v->u.symbol->func &&
		v->u.symbol->func->reach > r->pointers) {
		r->pointers = v->u.symbol->func->reach;
		r->changed = true;
	}
}

static void
note_initial(struct reaching *r, struct ir_symbol *s)
{
	for (const struct ir_reloc *at = s->relocs; at; at = at->next) {
		struct ir_value v = { .kind = VAL_SYMBOL, .u.symbol = at->target };
		note_address(r, &v);
	}
	if (ir_needs_link(s) && r->pointers == REACH_NONE) {
		r->pointers = REACH_MAYBE;
		r->changed = true;
	}
}

void
find_reach(struct ir_module *m)
{
	struct reaching r = { .m = m, .changed = true };

	while (r.changed) {
		r.changed = false;
		for (struct ir_symbol *s = m->symbols; s; s = s->next) {
			note_initial(&r, s);
			if (s->kind != SYM_FUNC || !s->func || !s->func->blocks)
				continue;
			ir_visit_func_uses(s->func, note_address, &r);
			look_at(&r, s->func);
		}
		for (int i = 0; i < m->nkernels; i++) {
			ir_visit_func_uses(m->kernels[i], note_address, &r);
			look_at(&r, m->kernels[i]);
		}
	}
}

/* ---- variables whose address gets away ---- */

static void
share(void *ctx, struct ir_value *v)
{
	bool *any = ctx;

	if (v->kind != VAL_SLOT || v->u.slot->kind != SLOT_LOCAL || v->u.slot->alone)
		return;
	v->u.slot->kind = SLOT_TEAM;
	*any = true;
}

/* Structures are passed by value, and printf's arguments are only read by the call. */
static void
share_arguments(const struct ir_call *call, bool *any)
{
	if (call->callee && strcmp(call->callee->name, "vprintf") == 0)
		return;
	for (int i = 0; i < call->nargs; i++)
		if (!call->sig[i].bytes)
			share(any, &call->args[i]);
}

static void
share_operands(struct ir_inst *i, bool *any)
{
	struct ir_inst rest = *i;

	switch (i->op) {
	case IR_CALL: share_arguments(i->call, any); return;
	case IR_MEMCPY: return;
	case IR_LD:
	case IR_ST:
	case IR_MEMZERO: rest.src[0] = ir_none(); break;
	default: break;
	}
	ir_visit_uses(&rest, share, any);
}

bool
share_escaping(struct ir_func *f)
{
	bool any = false;

	for (struct ir_block *b = f->blocks; b; b = b->next)
		for (struct ir_inst *i = in_region(b) ? NULL : b->first; i; i = i->next)
			share_operands(i, &any);
	return any;
}

struct ir_symbol *
team_record(struct ir_module *m)
{
	struct ir_symbol *s = ir_symbol_find(m, "devrt_team$");

	if (!s) {
		s = ir_symbol_new(m, "devrt_team$", SYM_VAR);
		s->linkage = LINK_EXTERN;
		s->space = SPACE_SHARED;
		s->align = 16;
	}
	return s;
}
