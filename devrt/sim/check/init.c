/*
 * init.c: reads of memory that nobody wrote: global memory after it was allocated without a
 * copy to it, shared memory when a team begins, local memory when a function is called.
 *
 * A read counts when none of its bytes was ever written, so that the padding of a struct which is
 * copied in whole words is no finding.  What is only carried to other memory is not read
 * (PTX_CARRIES); it counts as written there.
 */
#include <string.h>

#include "check/internal.h"

/* ---- local memory ---- */

static uint8_t *
local_bits(const struct cteam *ct, const struct warp *w, uint32_t lane)
{
	return ct->local + ((size_t)w->id * WARP + lane) * ct->local_stride;
}

/* Copy what is known of arguments to the callee's frame, and later of results to the caller's. */
static void
enter_frame(struct cteam *ct, struct warp *w, const struct frame *f, uint32_t mask)
{
	FOR_LANES(i, mask) {
		uint8_t *bits = local_bits(ct, w, i);
		bits_clear(bits, f->local_base, f->func->local_bytes);
		for (unsigned k = 0; k < f->func->nparams; k++)
			if (f->func->params[k].space == SPACE_PARAM)
				bits_set(bits, f->local_base + f->func->params[k].offset,
					f->func->params[k].size);
	}
}

static void
expect_results(struct cteam *ct, struct warp *w, const struct frame *caller,
	const struct call_site *site, uint32_t mask)
{
	for (unsigned k = 0; k < site->nrets; k++)
		if (site->rets[k].here_var)
			FOR_LANES(i, mask)
				bits_set(local_bits(ct, w, i),
					caller->local_base + site->rets[k].here,
					site->rets[k].bytes);
}

/* A call has been executed: its frames are those of this call site that have not begun. */
void
init_call(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t mask)
{
	const struct call_site *site = in->extra;
	if (!ct->local || w->frame->func->machine) /* one frame; the stack pointer is a register */
		return;
	if (w->frame->site != site || w->pc != 0) { /* built into the simulator */
		expect_results(ct, w, w->frame, site, mask);
		return;
	}
	expect_results(ct, w, w->frame->parent, site, mask);
	for (uint32_t k = 0; k < w->ngroups; k++) {
		const struct frame *f = w->groups[k].frame;
		if (f->site == site && w->groups[k].pc == 0 && f->lanes & mask)
			enter_frame(ct, w, f, f->lanes);
	}
}

static void
team_local(struct cteam *ct)
{
	const struct team *t = ct->team;
	size_t stride = t->grid->stack_bytes / 8 + 16, bytes = t->nwarps * WARP * stride;
	if (!ct->local) {
		ct->local = shadow_map(bytes);
		ct->local_stride = stride;
		ct->local_bytes = bytes;
	}
	size_t own = t->grid->entry->local_bytes;
	for (uint32_t i = 0; own && i < t->nwarps * WARP; i++)
		bits_clear(ct->local + i * stride, 0, own);
}

void
init_team(struct cteam *ct)
{
	if (ct->shared.init)
		bits_clear(ct->shared.init, 0, ct->shared.size);
	team_local(ct);
}

/* ---- global memory, from the host ---- */

/* Frames of teams: what an earlier launch has left there is nobody's value. */
void
init_launch(struct checks *c, const struct grid *g)
{
	for (size_t i = 0; i < c->dev->nrow_notes; i++) {
		const struct row_note *n = &c->dev->row_notes[i];
		struct shadow *s = strcmp(n->entry, g->entry->name) ? NULL :
								      shadow_at(c, n->at.addr);
		for (size_t row = 0; s && s->init && row < n->at.rows; row++)
			bits_clear(s->init, n->at.addr + row * n->at.stride - s->base, n->at.bytes);
	}
}

void
init_host(struct checks *c, enum host_event e, uint64_t addr, uint64_t from, size_t bytes)
{
	struct shadow *s = e == HOST_WRITE || e == HOST_SET || e == HOST_COPY ? shadow_at(c, addr) :
										NULL;
	if (!s || !s->init || addr - s->base + bytes > s->size)
		return;
	if (e != HOST_COPY) {
		bits_set(s->init, addr - s->base, bytes);
		return;
	}
	struct shadow *f = shadow_at(c, from);
	if (!f || !f->init)
		bits_set(s->init, addr - s->base, bytes);
	else
		bits_copy(s->init, addr - s->base, f->init, from - f->base, bytes);
}

/* ---- accesses ---- */

static void
found(struct checks *c, struct warp *w, const struct access *a, uint32_t lane, uint64_t addr,
	uint32_t bytes)
{
	struct object o = { a->space, addr, bytes };
	struct sim_log text = { 0 };
	if (!report_new(c, CHECK_INIT_INDEX, users_inst(w, a->in), NULL, report_about(w, &o)))
		return;
	report_access(c, CHECK_INIT_INDEX, w, a->in, lane, "", &o, &text);
	sim_log_printf(&text, " (%u bytes of %s memory)", bytes, space_name(a->space));
	place_region(w->team->grid, a->in, &text);
	sim_log_printf(&text, " of kernel '%s', and nobody has written it\n",
		w->team->grid->entry->name);
	report_mapped(w, &o, &text);
	report_say(c, &text);
}

void
init_used(struct checks *c, const struct later *l)
{
	found(c, l->w, &l->a, l->lane, l->a.addr[l->lane] + l->from, l->bytes);
}

struct bits {
	uint8_t *bits;
	size_t offset;
};

static struct bits
bits_of(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a, uint32_t lane)
{
	struct shadow *s;
	switch (a->space) {
	case SPACE_LOCAL: return (struct bits){ local_bits(ct, w, lane), a->addr[lane] };
	case SPACE_SHARED: return (struct bits){ ct->shared.init, a->addr[lane] };
	case SPACE_GLOBAL:
		s = shadow_at(c, a->addr[lane]);
		return (struct bits){ s ? s->init : NULL, s ? a->addr[lane] - s->base : 0 };
	default: return (struct bits){ NULL, 0 };
	}
}

void
init_access(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a)
{
	uint32_t each = inst_each(a->in, a->bytes), n = a->bytes / each;
	if (a->in->src->carries ||
		(a->space == SPACE_LOCAL && a->kind == ACCESS_READ && report_names_param(a->in)))
		return;
	FOR_LANES(i, a->mask) {
		struct bits b = bits_of(c, ct, w, a, i);
		if (!b.bits)
			continue;
		for (uint32_t k = 0; k < n && a->kind != ACCESS_WRITE; k++)
			if (!bits_any(b.bits, b.offset + k * each, each) &&
				!later_if_read(w,
					&(struct later){ .a = *a,
						.kind = CHECK_INIT_INDEX,
						.lane = i,
						.from = k * each,
						.bytes = each }))
				found(c, w, a, i, a->addr[i] + k * each, each);
		if (a->kind != ACCESS_READ)
			bits_set(b.bits, b.offset, a->bytes);
	}
}
