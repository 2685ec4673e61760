/*
 * checks_race.c: data races.  Two accesses race when at least one writes, they share a byte, nothing
 * orders them (checks_clock.c), and not both are strong: atomic, volatile or relaxed, and wide enough
 * in scope (PTX ISA 8.7).
 *
 * Each unit of memory keeps the first and the last of the writes and reads that are not ordered, so
 * one race of a place is always seen, though not every pair of it.
 */
#include <string.h>
#include <sys/mman.h>

#include "checks_int.h"

/* ---- records ---- */

/* Numbers have run out: what happened so far is forgotten. */
static void
start_again(struct checks *c)
{
	shadow_forget_cells(c);
	for (struct cteam *t = c->teams; t; t = t->next)
		memset(t->recent, 0, (size_t)t->nwarps * RECENT * sizeof *t->recent);
	madvise(c->ring, (size_t)RING * sizeof *c->ring, MADV_DONTNEED);
	c->next_id = c->first_id = 1;
}

void
race_launch(struct checks *c)
{
	if (!c->ring)
		c->ring = shadow_map((size_t)RING * sizeof *c->ring);
	if (c->next_id > ID_LIMIT / 2)
		start_again(c);
	c->first_id = c->next_id;
	locs_clear(&c->locs);
}

/* An instruction that a warp repeats at the same time of its clock has one record. */
static uint32_t
record_for(struct checks *c, struct cteam *ct, const struct warp *w, const struct inst *in)
{
	struct recent *r = &ct->recent[w->id * RECENT + ((uintptr_t)in / sizeof *in) % RECENT];
	uint32_t clock = ct->clock[w->id];
	if (r->in == in && r->clock == clock && c->next_id - r->id < RING)
		return r->id;
	if (c->next_id == ID_LIMIT - 1)
		start_again(c);
	*r = (struct recent){ in, clock, c->next_id };
	c->ring[c->next_id % RING] = (struct record){ in, ct->id, c->next_id, clock, w->id };
	return c->next_id++;
}

static const struct record *
record_of(const struct checks *c, uint32_t tag)
{
	const struct record *r = &c->ring[TAG_ID(tag) % RING];
	return TAG_ID(tag) >= c->first_id && r->id == TAG_ID(tag) ? r : NULL;
}

/* ---- two accesses ---- */

static bool
strong(const struct inst *in)
{
	return in->ordered || in->src->op == PTX_OP_ATOM || in->src->op == PTX_OP_RED;
}

static bool
reaches(const struct inst *in, bool same_team)
{
	return strong(in) && (same_team || !has_mod(in->src, PTX_MOD_CTA));
}

struct visit {
	struct checks *c;
	struct cteam *ct;
	struct warp *w;
	const struct access *a;
	uint32_t lane, tag;
};

static void
describe(const struct visit *v, const struct record *r, uint32_t other, struct sim_log *out)
{
	const struct grid *g = v->ct->team->grid;
	struct actor now = actor_of(v->w, v->a->in, v->lane),
		     then = { r->in, r->team, r->warp * WARP + other };
	unsigned vec = v->a->in->vec ? v->a->in->vec : 1;
	struct object o = { v->a->space, v->a->addr[v->lane], v->a->bytes / vec };
	place_of(now.in, out);
	sim_log_printf(out, ": race: ");
	report_who(v->c, g, &now, out);
	sim_log_printf(out, " %s ", report_verb(now.in));
	report_object(v->w, &o, out);
	sim_log_printf(out, " (%u bytes)", o.bytes);
	place_region(g, now.in, out);
	sim_log_printf(out, " of kernel '%s'\n", g->entry->name);
	place_of(then.in, out);
	sim_log_printf(out, ": note: ");
	report_who(v->c, g, &then, out);
	sim_log_printf(out, " %s it", report_verb(then.in));
	place_region(g, then.in, out);
	if (r->team == v->ct->id && r->warp == v->w->id)
		sim_log_printf(out, "; both are lanes of one warp, which orders nothing\n");
	else
		sim_log_printf(out, "; nothing orders the two\n");
	report_mapped(v->w, &o, out);
}

static void
found(const struct visit *v, const struct record *r, uint32_t other)
{
	struct object o = { v->a->space, v->a->addr[v->lane], v->a->bytes };
	struct sim_log text = { 0 };
	if (!report_new(v->c, CHECK_RACE_INDEX, v->a->in, r->in, report_base(v->w, &o)))
		return;
	describe(v, r, other, &text);
	report_say(v->c, &text);
}

/* Has the owner of a tag been before us?  If not, and it matters, that is a race. */
static bool
before(const struct visit *v, uint32_t tag, bool matters)
{
	if (!tag)
		return true;
	const struct record *r = record_of(v->c, tag);
	if (!r || (v->a->space == SPACE_SHARED && r->team != v->ct->id))
		return true;
	if (grids_ordered(v->ct, v->w, v->lane, r, TAG_LANE(tag)))
		return true;
	bool same = r->team == v->ct->id;
	if (matters && !(reaches(v->a->in, same) && reaches(r->in, same)))
		found(v, r, TAG_LANE(tag));
	return false;
}

static void
read_cell(const struct visit *v, struct cell *cell)
{
	before(v, cell->w[0], true);
	if (cell->w[1])
		before(v, cell->w[1], true);
	if (cell->r[0] == v->tag)
		return;
	if (before(v, cell->r[0], false))
		cell->r[0] = v->tag;
	else
		cell->r[1] = v->tag;
}

static void
write_cell(const struct visit *v, struct cell *cell)
{
	if (before(v, cell->r[0], true))
		cell->r[0] = 0;
	if (cell->r[1] && before(v, cell->r[1], true))
		cell->r[1] = 0;
	if (cell->w[1] && before(v, cell->w[1], true))
		cell->w[1] = 0;
	if (before(v, cell->w[0], true)) {
		cell->w[0] = cell->w[1] ? cell->w[1] : v->tag;
		cell->w[1] = cell->w[1] ? v->tag : 0;
	} else {
		cell->w[1] = v->tag;
	}
}

/* ---- one access ---- */

static void
visit_lane(const struct visit *v)
{
	uint64_t addr = v->a->addr[v->lane];
	struct shadow *s = v->a->space == SPACE_SHARED ? &v->ct->shared : shadow_at(v->c, addr);
	if (!s || addr - s->base + v->a->bytes > s->size)
		return;
	struct cell *cell = shadow_cells(s, addr, v->a->bytes);
	for (uint32_t at = 0; at < v->a->bytes; at += s->unit, cell++) {
		if (v->a->kind == ACCESS_READ)
			read_cell(v, cell);
		else
			write_cell(v, cell);
	}
}

/* Lanes that share a program counter write in one instruction: only there do they race. */
static void
visit_converged(struct visit *v, uint32_t id)
{
	const struct access *a = v->a;
	uint32_t first = (uint32_t)__builtin_ctz(a->mask), last = first;
	bool ascending = true;
	FOR_LANES(i, a->mask) {
		ascending &= i == first || a->addr[i] >= a->addr[last] + a->bytes;
		last = i;
	}
	if (ascending)
		return;
	struct record r = { a->in, v->ct->id, id, 0, v->w->id };
	FOR_LANES(i, a->mask)
		for (uint32_t k = first; k < i; k++)
			if (a->mask >> k & 1 && a->addr[i] < a->addr[k] + a->bytes &&
				a->addr[k] < a->addr[i] + a->bytes) {
				v->lane = i;
				found(v, &r, k);
				return;
			}
}

void
race_access(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a)
{
	if (a->space != SPACE_GLOBAL && a->space != SPACE_SHARED)
		return;
	uint32_t id = record_for(c, ct, w, a->in);
	struct visit v = { c, ct, w, a, 0, 0 };
	FOR_LANES(i, a->mask) {
		v.lane = i;
		v.tag = TAG(id, i);
		visit_lane(&v);
	}
	if (strong(a->in))
		clock_strong(ct, w, a);
	else if (a->kind == ACCESS_WRITE && !w->independent)
		visit_converged(&v, id);
}
