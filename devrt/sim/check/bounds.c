/*
 * bounds.c: accesses that a machine lets pass though they miss what was mapped: the bytes
 * behind a mapped range in its allocation, the gaps between variables in shared memory, and local
 * memory of functions that have returned.  Accesses outside every allocation stop the kernel on any
 * machine, and here (exec/mem.c); the check only puts more room between allocations, so that a
 * wrong index does not hit the next array.
 */
#include "check/internal.h"

static void
say(struct checks *c, struct warp *w, const struct access *a, uint32_t lane, const char *why)
{
	struct object o = { a->space, a->addr[lane], a->bytes };
	struct sim_log text = { 0 };
	if (!report_new(c, CHECK_BOUNDS_INDEX, users_inst(w, a->in), NULL, report_about(w, &o)))
		return;
	report_access(c, CHECK_BOUNDS_INDEX, w, a->in, lane, "", &o, &text);
	sim_log_printf(&text, " (%u bytes)", a->bytes);
	place_region(w->team->grid, a->in, &text);
	sim_log_printf(&text, " of kernel '%s', %s\n", w->team->grid->entry->name, why);
	report_mapped(w, &o, &text);
	report_say(c, &text);
}

void
bounds_used(struct checks *c, const struct later *l)
{
	say(c, l->w, &l->a, l->lane, l->why);
}

static void
found(struct checks *c, struct warp *w, const struct access *a, uint32_t lane, uint32_t from,
	uint32_t bytes, const char *why)
{
	struct later l = { .a = *a,
		.kind = CHECK_BOUNDS_INDEX,
		.why = why,
		.lane = lane,
		.from = from,
		.bytes = bytes };
	if (!later_if_read(w, &l))
		say(c, w, a, lane, why);
}

/* ---- global memory ---- */

/* Note the mapped ranges of an allocation.  Most have one. */
static void
note_ranges(struct checks *c, struct shadow *s)
{
	const struct alloc *a = memory_find(c->dev, s->base);
	s->noted = c->launch;
	s->note_lo = s->base;
	s->note_hi = s->base + s->size;
	if (!a || !a->nnotes)
		return;
	s->note_lo = a->notes->addr;
	s->note_hi = a->notes->addr + (a->nnotes == 1 ? a->notes->bytes : 0);
}

static bool
in_some_note(const struct checks *c, uint64_t addr, uint32_t bytes)
{
	const struct alloc *a = memory_find(c->dev, addr);
	for (size_t i = 0; a && i < a->nnotes; i++) {
		const struct note *n = &a->notes[i];
		if (addr - n->addr < n->bytes && bytes <= n->bytes - (addr - n->addr))
			return true;
	}
	return false;
}

static bool
mapped(struct checks *c, const struct warp *w, uint64_t addr, uint32_t bytes, bool atomic)
{
	struct shadow *s = shadow_at(c, addr);
	uint64_t base;
	const struct row_note *r = NULL;
	if (c->dev->nrow_notes)
		r = report_team_variable(w->team->grid, addr, &base);
	if (r) /* a frame of a team: the sizes in it are whole words */
		return addr - base + bytes <= r->at.bytes;
	if (!s)
		return true;
	if (s->noted != c->launch)
		note_ranges(c, s);
	uint64_t end = s->note_hi;
	if (end == s->note_lo)
		return in_some_note(c, addr, bytes);
	if (atomic) /* those of 8 and 16 bits work on the word around */
		end = (end + 3) & ~(uint64_t)3;
	return addr >= s->note_lo && addr + bytes <= end;
}

/* ---- shared and local memory ---- */

static bool
inside(const struct var *v, uint64_t base, uint64_t addr, uint32_t bytes)
{
	return v->def == v && !v->external && addr >= base + v->addr &&
		addr + bytes <= base + v->addr + v->size;
}

static bool
in_vars(struct var **vars, unsigned n, enum space space, uint64_t base, uint64_t addr,
	uint32_t bytes)
{
	for (unsigned i = 0; i < n; i++)
		if (vars[i]->space == space && inside(vars[i], base, addr, bytes))
			return true;
	return false;
}

/* Return whether an access is in frames, which have the parameters of calls, too: only calls and
 * the function itself name those. */
static bool
in_frames(const struct warp *w, const struct inst *in, uint64_t addr, uint32_t bytes)
{
	for (const struct frame *f = w->frame; f; f = f->parent)
		if (in_vars(f->func->body->vars, f->func->body->nvars, SPACE_LOCAL, f->local_base,
			    addr, bytes))
			return true;
	return report_names_param(in);
}

static bool
in_shared(const struct grid *g, uint64_t addr, uint32_t bytes)
{
	const struct sim_module *m = g->entry->module;
	if (g->entry->machine && !g->entry->body->nvars) /* where they lie is not known */
		return true;
	if (g->shared_total > g->shared_static && addr >= g->shared_static)
		return true;
	if (in_vars(g->entry->body->vars, g->entry->body->nvars, SPACE_SHARED,
		    g->entry->shared_base, addr, bytes) ||
		in_vars(m->vars, m->nvars, SPACE_SHARED, 0, addr, bytes))
		return true;
	for (unsigned i = 0; i < m->nfuncs; i++) {
		const struct sim_func *f = m->funcs[i];
		if (f->body && !f->entry &&
			in_vars(f->body->vars, f->body->nvars, SPACE_SHARED, 0, addr, bytes))
			return true;
	}
	return false;
}

static const char *
outside(const struct warp *w, uint64_t addr)
{
	uint64_t base;
	return report_team_variable(w->team->grid, addr, &base) ? "in no variable of the team" :
								  "outside what is mapped";
}

static bool
is_inside(struct checks *c, const struct warp *w, const struct access *a, uint64_t addr,
	uint32_t bytes, bool atomic)
{
	return a->space == SPACE_GLOBAL ? mapped(c, w, addr, bytes, atomic) :
					  atomic || in_shared(w->team->grid, addr, bytes);
}

/* Look at an access of a lane.  ptxas accesses at once what lies side by side, with gaps: then each
 * word is asked for.  Of a load those count that are used; a store is outside if all of it is. */
static void
look(struct checks *c, struct warp *w, const struct access *a, uint32_t lane, const char *why)
{
	bool atomic = a->kind == ACCESS_ATOMIC || a->in->ordered;
	uint32_t each = w->frame->func->machine && a->bytes > 4 ? 4 : a->bytes, wrong = 0;
	for (uint32_t k = 0; k < a->bytes; k += each) {
		if (is_inside(c, w, a, a->addr[lane] + k, each, atomic))
			continue;
		wrong += each;
		if (a->kind == ACCESS_READ || wrong == a->bytes)
			found(c, w, a, lane, k, each, why ? why : outside(w, a->addr[lane]));
	}
}

void
bounds_access(struct checks *c, struct warp *w, const struct access *a)
{
	size_t top = w->frame->local_base + w->frame->func->local_bytes;
	if (a->space == SPACE_LOCAL &&
		w->frame->func->machine) /* so are frames, and spilt registers */
		return;
	FOR_LANES(i, a->mask) {
		uint64_t addr = a->addr[i];
		if (a->space == SPACE_GLOBAL)
			look(c, w, a, i, NULL);
		else if (a->space == SPACE_SHARED)
			look(c, w, a, i, "in no variable of shared memory");
		else if (addr + a->bytes > top)
			found(c, w, a, i, 0, a->bytes,
				report_may_have_returned(w) ?
					"in local memory of a function that has returned" :
					"behind all local variables");
		else if (!in_frames(w, a->in, addr, a->bytes))
			found(c, w, a, i, 0, a->bytes, "in no local variable");
	}
}
