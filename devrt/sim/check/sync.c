/*
 * sync.c: barriers that are used in ways that some machine does not forgive (PTX ISA
 * 9.7.13.1): by part of a warp, with different thread counts, or with threads that have ended.
 * A barrier at which nobody can go on any more is an error without any check (exec/team.c).
 */
#include "check/internal.h"

static bool
is_new(struct cteam *ct, const struct inst *a, const struct inst *b, uint64_t id)
{
	return report_new(ct->c, CHECK_SYNC_INDEX, a, b, (struct about){ id, NULL });
}

static void
begin(const struct inst *in, struct sim_log *out)
{
	place_of(in, out);
	sim_log_printf(out, ": sync: ");
}

static void
end(struct warp *w, const struct inst *in, struct sim_log *out)
{
	size_t before = out->len;
	place_region(w->team->grid, in, out);
	sim_log_printf(out, "%skernel '%s'\n", out->len > before ? " of " : "; ",
		w->team->grid->entry->name);
	report_say(((struct cteam *)w->team->checked)->c, out);
}

static void
team_warp(const struct warp *w, uint32_t lanes, struct sim_log *out)
{
	const struct cteam *ct = w->team->checked;
	struct actor who = actor_of(w, NULL, (uint32_t)__builtin_ctz(lanes));
	report_lanes(lanes, out);
	sim_log_printf(out, " of warp %u (from ", w->id);
	report_who(ct->c, w->team->grid, &who, out);
	sim_log_printf(out, ")");
}

/* Return the lanes that the launch gave the warp. */
static uint32_t
all_lanes(const struct cteam *ct, uint32_t warp)
{
	uint32_t left = ct->nthreads - warp * WARP;
	return left >= WARP ? FULL : (1u << left) - 1;
}

/* ---- part of a warp ---- */

static bool
aligned(const struct inst *in)
{
	return in->src->op == PTX_OP_BAR || has_mod(in->src, PTX_MOD_ALIGNED);
}

/* Return the calls by which the running lanes came here. */
static uint32_t
path_of(const struct warp *w)
{
	uint32_t hash = 0;
	for (const struct frame *f = w->frame; f; f = f->parent)
		hash = hash * 31 + f->ret_pc + 1;
	return hash;
}

/* Report lanes apart at a barrier.  From sm_70 on every lane counts for itself, but .aligned
 * promises that all lanes of the warp execute the same barrier.  Lanes that end instead are no
 * part, and those that come to the same place later would have been brought together by the
 * assembler, unless another call has brought them there. */
static void
diverged(struct warp *w, const struct inst *in, uint32_t id, uint32_t before, uint32_t mask)
{
	struct cteam *ct = w->team->checked;
	const struct inst *other = ct->bars[id].split_at[w->id];
	bool same = other == in;
	struct sim_log text = { 0 };
	if ((same && ct->bars[id].split_path[w->id] == path_of(w)) || !is_new(ct, in, other, id))
		return;
	begin(in, &text);
	sim_log_printf(&text, "barrier %u, which is for whole warps (.aligned), is reached by ",
		id);
	team_warp(w, mask, &text);
	sim_log_printf(&text, " apart from ");
	report_lanes(before, &text);
	end(w, in, &text);
	place_of(other, &text);
	sim_log_printf(&text, ": note: ");
	report_lanes(before, &text);
	sim_log_printf(&text,
		same ? " wait here, too, but came by another call\n" : " wait here\n");
	report_say(ct->c, &text);
}

/* Report a warp that arrives twice.  Up to sm_6x a part counts as the whole warp; when another part
 * comes later, it counts again. */
static void
arrives_twice(struct warp *w, const struct inst *in, uint32_t id, uint32_t before, uint32_t mask)
{
	struct sim_log text = { 0 };
	if (!is_new(w->team->checked, in, NULL, id + BARRIERS))
		return;
	begin(in, &text);
	sim_log_printf(&text, "barrier %u is reached by ", id);
	team_warp(w, mask, &text);
	sim_log_printf(&text, ", and was by ");
	report_lanes(before, &text);
	sim_log_printf(&text, " before: each part counts as the whole warp");
	end(w, in, &text);
}

void
sync_branch(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t group)
{
	FOR_LANES(i, group)
		ct->parted[w->id * WARP + i] = in;
}

/* Return the lanes that a converged warp lacks.  Lanes that are surplus to the region left the
 * others where it begins; those that left them in its midst should have come, and may still. */
static uint32_t
missing(struct cteam *ct, const struct warp *w, uint32_t mask)
{
	uint32_t missing = 0;
	FOR_LANES(i, all_lanes(ct, w->id) & ~mask) {
		const struct inst *parted = ct->parted[w->id * WARP + i];
		if (parted && in_region_body(ct->team->grid, parted))
			missing |= 1u << i;
	}
	return missing;
}

/* Report lanes that missed the barrier and have gone elsewhere. */
static void
passed_by(struct cteam *ct, struct warp *w, uint32_t id)
{
	struct cbarrier *b = &ct->bars[id];
	const struct inst *in = b->split_at[w->id];
	uint32_t lanes = b->missed[w->id];
	struct sim_log text = { 0 };
	b->missed[w->id] = 0;
	if (!lanes || !is_new(ct, in, NULL, id + 4 * BARRIERS))
		return;
	begin(in, &text);
	sim_log_printf(&text, "barrier %u is reached by ", id);
	team_warp(w, b->split[w->id], &text);
	sim_log_printf(&text, ", but not by ");
	report_lanes(lanes, &text);
	sim_log_printf(&text, ": the part counts as the whole warp");
	end(w, in, &text);
}

static void
check_parts(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask)
{
	uint32_t *split = &ct->bars[id].split[w->id];
	if (mask == w->live && (mask == all_lanes(ct, w->id) || !w->independent)) {
		passed_by(ct, w, id);
		*split = 0;
	} else if (w->independent) {
		if (*split && aligned(in))
			diverged(w, in, id, *split, mask);
		*split |= mask; /* until the barrier is complete */
		ct->bars[id].split_at[w->id] = in;
		ct->bars[id].split_path[w->id] = path_of(w);
	} else {
		uint32_t *missed = &ct->bars[id].missed[w->id];
		if (*split && !(*split & mask)) {
			arrives_twice(w, in, id, *split, mask);
			*missed = 0;
		} else {
			passed_by(ct, w, id);
			*missed = missing(ct, w, mask);
		}
		*split = mask;
		ct->bars[id].split_at[w->id] = in;
	}
}

/* ---- thread counts ---- */

static void
check_count(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask)
{
	struct cbarrier *b = &ct->bars[id];
	uint32_t lane = (uint32_t)__builtin_ctz(mask);
	uint32_t count = in->has_count ? ((uint32_t *)at(w, in->b))[lane] : 0;
	struct sim_log text = { 0 };
	if (!b->has_first) {
		b->count = count;
		b->first = in;
		b->first_thread = w->id * WARP + lane;
		b->has_first = true;
		b->has_count = in->has_count;
		return;
	}
	if (count == b->count || !is_new(ct, in, b->first, id))
		return;
	begin(in, &text);
	sim_log_printf(&text, "barrier %u is reached by ", id);
	team_warp(w, mask, &text);
	if (count)
		sim_log_printf(&text, " for %u threads", count);
	else
		sim_log_printf(&text, " for the whole team");
	end(w, in, &text);
	struct actor who = { b->first, ct->id, b->first_thread };
	place_of(b->first, &text);
	sim_log_printf(&text, ": note: ");
	report_who(ct->c, ct->team->grid, &who, &text);
	if (b->count)
		sim_log_printf(&text, " waits there for %u\n", b->count);
	else
		sim_log_printf(&text, " waits there for the whole team\n");
	report_say(ct->c, &text);
}

void
sync_arrive(struct cteam *ct, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask)
{
	check_parts(ct, w, in, id, mask);
	check_count(ct, w, in, id, mask);
}

/* ---- the end of a barrier, and of the team ---- */

/* Find warps of which some lanes came and were counted, and others ended: the barrier had fewer
 * threads than it said. */
static void
find_missing(struct cteam *ct, uint32_t id)
{
	struct cbarrier *b = &ct->bars[id];
	for (uint32_t i = 0; i < ct->nwarps; i++) {
		struct warp *w = &ct->team->warps[i];
		uint32_t gone = all_lanes(ct, i) & ~w->live & ~b->split[i];
		struct sim_log text = { 0 };
		if (!b->split[i] || !gone || !w->independent ||
			!is_new(ct, b->first, NULL, id + 2 * BARRIERS))
			continue;
		begin(b->first, &text);
		sim_log_printf(&text, "barrier %u is for %u threads, but ", id, b->count);
		team_warp(w, gone, &text);
		sim_log_printf(&text, " have ended without coming to it");
		end(w, b->first, &text);
		return;
	}
}

/* Find warps that have ended instead of coming to a barrier of the team. */
static void
find_ended(struct cteam *ct, uint32_t id)
{
	const struct inst *in = ct->bars[id].first;
	for (uint32_t i = 0; i < ct->nwarps; i++) {
		struct warp *w = &ct->team->warps[i];
		struct sim_log text = { 0 };
		if (w->live || !is_new(ct, in, NULL, id + 2 * BARRIERS))
			continue;
		begin(in, &text);
		sim_log_printf(&text, "barrier %u is for the whole team, but ", id);
		team_warp(w, all_lanes(ct, i), &text);
		sim_log_printf(&text, " have ended without coming to it");
		end(w, in, &text);
		return;
	}
}

void
sync_release(struct cteam *ct, uint32_t id)
{
	struct cbarrier *b = &ct->bars[id];
	if (b->has_first && b->has_count)
		find_missing(ct, id);
	else if (b->has_first)
		find_ended(ct, id);
	b->has_first = false;
	for (uint32_t i = 0; i < ct->nwarps && ct->team->warps[i].independent; i++)
		b->split[i] = 0;
}

void
sync_team_end(struct cteam *ct)
{
	for (uint32_t id = 0; id < BARRIERS; id++) {
		struct cbarrier *b = &ct->bars[id];
		struct sim_log text = { 0 };
		struct actor who = { b->first, ct->id, b->first_thread };
		for (uint32_t i = 0; i < ct->nwarps; i++)
			passed_by(ct, &ct->team->warps[i], id);
		if (!b->has_first)
			continue;
		b->has_first = false;
		if (!is_new(ct, b->first, NULL, id + 3 * BARRIERS))
			continue;
		begin(b->first, &text);
		report_who(ct->c, ct->team->grid, &who, &text);
		sim_log_printf(&text,
			" arrives at barrier %u, and the team ends before all have come", id);
		end(&ct->team->warps[0], b->first, &text);
	}
}
