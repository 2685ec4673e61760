/*
 * race.c: data races.  Two accesses race when at least one writes, they share a byte, nothing
 * orders them (clock.c), and not both are strong: atomic, volatile or relaxed, and wide enough
 * in scope (PTX ISA 8.7).
 *
 * Each unit of memory keeps the first and the last of the writes and reads that are not ordered, so
 * one race of a place is always seen, though not every pair of it.
 */
#include <string.h>
#include <sys/mman.h>

#include "check/internal.h"

/* ---- records ---- */

/* Forget what happened so far: numbers have run out. */
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

/* Return the record of an access.  An instruction that a warp repeats at the same time of its clock
 * has one. */
static uint32_t
record_for(struct checks *c, struct cteam *ct, const struct warp *w, const struct access *a)
{
	const struct inst *in = a->in;
	struct recent *r = &ct->recent[w->id * RECENT + ((uintptr_t)in / sizeof *in) % RECENT];
	uint32_t clock = ct->clock[w->id];
	if (r->in == in && r->clock == clock && c->next_id - r->id < RING)
		return r->id;
	if (c->next_id == ID_LIMIT - 1)
		start_again(c);
	*r = (struct recent){ in, clock, c->next_id };
	bool holds = ct->threads[w->id * WARP + (uint32_t)__builtin_ctz(a->mask)].holds;
	c->ring[c->next_id % RING] = (struct record){ in, users_inst(w, in), ct->id, c->next_id,
		clock, w->id, holds };
	return c->next_id++;
}

static const struct record *
record_of(const struct checks *c, uint32_t tag)
{
	const struct record *r = &c->ring[TAG_ID(tag) % RING];
	return TAG_ID(tag) >= c->first_id && r->id == TAG_ID(tag) ? r : NULL;
}

/* ---- two accesses ---- */

bool
race_is_strong(const struct inst *in)
{
	return in->ordered || op_rows[in->src->op].class == PTX_C_ATOMIC;
}

static bool
reaches(const struct inst *in, bool same_team)
{
	return race_is_strong(in) && (same_team || !has_mod(in->src, PTX_MOD_CTA));
}

struct visit {
	struct checks *c;
	struct cteam *ct;
	struct warp *w;
	const struct access *a;
	uint32_t lane, tag;
};

static bool
asks_for_team(const struct pfunc *f)
{
	for (unsigned i = 0; i < f->ninsts; i++)
		for (unsigned k = 0; k < f->insts[i].n; k++) {
			const struct opnd *o = &f->insts[i].o[k];
			if (o->kind == O_SREG && o->sreg >= SREG_CTAID_X && o->sreg <= SREG_CTAID_Z)
				return true;
		}
	return false;
}

/* Return whether the entry of this name is ENTRY, or the one that ENTRY is a faster form of: one
 * for as many teams as a loop has iterations need not ask for its team (ptxgen/entries.c). */
static bool
is_origin(const char *name, const char *entry)
{
	size_t n = strlen(name);
	return !strncmp(name, entry, n) && (!entry[n] || entry[n] == '_');
}

/* Return whether no code of the kernel distinguishes one team from another. */
static bool
teams_do_the_same(const struct grid *g)
{
	while (g->from)
		g = g->from->parent;
	const struct sim_module *m = g->entry->module->ptx ? g->entry->module->ptx :
							     g->entry->module;
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->body &&
			(!m->funcs[i]->entry || is_origin(m->funcs[i]->name, g->entry->name)) &&
			asks_for_team(m->funcs[i]->body))
			return false;
	return true;
}

static void
explain_teams(const struct visit *v, const struct record *r, struct sim_log *out)
{
	const char *why = NULL;
	if (r->holds && v->ct->threads[v->w->id * WARP + v->lane].holds)
		why = "critical and locks order the threads of one team only";
	else if (teams_do_the_same(v->ct->team->grid))
		why = "all teams execute the same here: there is no 'distribute'";
	else
		return;
	place_of(users_inst(v->w, v->a->in), out);
	sim_log_printf(out, ": note: %s\n", why);
}

static void
describe(const struct visit *v, const struct record *r, uint32_t other, struct sim_log *out)
{
	const struct grid *g = v->ct->team->grid;
	struct actor then = { r->in, r->team, r->warp * WARP + other };
	struct object o = { v->a->space, v->a->addr[v->lane], inst_each(v->a->in, v->a->bytes) };
	report_access(v->c, CHECK_RACE_INDEX, v->w, v->a->in, v->lane, "", &o, out);
	sim_log_printf(out, " (%u bytes)", o.bytes);
	place_region(g, v->a->in, out);
	sim_log_printf(out, " of kernel '%s'\n", g->entry->name);
	place_of(r->at, out);
	sim_log_printf(out, ": note: ");
	report_who(v->c, g, &then, out);
	sim_log_printf(out, " %s it", report_verb(then.in));
	place_region(g, then.in, out);
	if (r->team == v->ct->id && r->warp == v->w->id)
		sim_log_printf(out, "; both are lanes of one warp, which orders nothing\n");
	else
		sim_log_printf(out, "; nothing orders the two\n");
	if (r->team != v->ct->id)
		explain_teams(v, r, out);
	report_mapped(v->w, &o, out);
}

static void
found(const struct visit *v, const struct record *r, uint32_t other)
{
	struct object o = { v->a->space, v->a->addr[v->lane], v->a->bytes };
	struct sim_log text = { 0 };
	if (!report_new(v->c, CHECK_RACE_INDEX, users_inst(v->w, v->a->in), r->at,
		    report_about(v->w, &o)))
		return;
	describe(v, r, other, &text);
	report_say(v->c, &text);
}

/* Return whether the owner of a tag has been before us.  If not, and it matters, report a race. */
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

void
race_access(struct checks *c, struct cteam *ct, struct warp *w, const struct access *a)
{
	if (a->space != SPACE_GLOBAL && a->space != SPACE_SHARED)
		return;
	uint32_t id = record_for(c, ct, w, a);
	struct visit v = { c, ct, w, a, 0, 0 };
	FOR_LANES(i, a->mask) {
		v.lane = i;
		v.tag = TAG(id, i);
		visit_lane(&v);
	}
	if (race_is_strong(a->in))
		clock_strong(ct, w, a);
}
