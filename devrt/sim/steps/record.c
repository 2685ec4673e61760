/*
 * record.c: collects the steps of one team.  Execution says what each warp did (an observer) and runs
 * ahead of the machine, which says when (a sink).  In a piece of straight code the machine has an
 * order of its own, so that each entry looks for its stamp among the next few.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "steps/internal.h"
#include "timing/spec.h"

#define MOST_STEPS 20000
#define MOST_BYTES ((size_t)32 << 20) /* of effects, all warps */

struct steps *
steps_new(const char *spec)
{
	static const char *const forms[] = { ".json", ".html", NULL };
	struct steps *s = calloc(1, sizeof *s);
	if (!s)
		sim_out_of_memory();
	s->most = MOST_STEPS;
	const struct spec_number numbers[] = { { "launch=", &s->launch },
		{ "team=", &s->sink.team }, { "steps=", &s->most }, { NULL, NULL } };
	s->file = spec_read(spec, forms, &s->form, numbers);
	if (s->file)
		return s;
	steps_free(s);
	return NULL;
}

static void
free_histories(struct steps *s)
{
	for (uint32_t i = 0; s->warp && i < s->nwarps; i++) {
		free(s->warp[i].entry);
		free(s->warp[i].stamp);
		sim_log_free(&s->warp[i].text);
	}
	free(s->warp);
	s->warp = NULL;
}

void
steps_free(struct steps *s)
{
	if (!s)
		return;
	free_histories(s);
	sim_log_free(&s->record);
	free(s->file);
	free(s);
}

const char *
steps_file(const struct steps *s)
{
	return s->file;
}

const char *
steps_missing(const struct steps *s)
{
	return s->seen <= s->launch ? "the program has no such launch" :
				      "the launch has no such team, or it failed";
}

/* ---- what was done ---- */

static void
push_entry(struct steps *s, const struct warp *w, struct entry e)
{
	struct history *h = &s->warp[w->id];
	h->entry = sim_grown(h->entry, h->nentries, &h->entries_cap, sizeof e);
	h->entry[h->nentries++] = e;
	h->full = h->nentries >= s->most || h->text.len >= MOST_BYTES / s->nwarps;
}

static bool
records(const struct steps *s, const struct warp *w)
{
	const struct team *t = w->team;
	return t->id == s->sink.team && !t->grid->from && !s->cut && !s->warp[w->id].full;
}

static void
team_begin(void *ctx, struct team *t)
{
	struct steps *s = ctx;
	s->begun |= t->id == s->sink.team;
}

static void
team_end(void *ctx, struct team *t)
{
	struct steps *s = ctx;
	s->ended |= t->id == s->sink.team;
}

static void
access(void *ctx, struct warp *w, const struct access *a)
{
	struct steps *s = ctx;
	if (a->space != SPACE_SHARED || a->kind == ACCESS_READ || !records(s, w) ||
		s->nheld == MAX_HELD)
		return;
	struct held *h = &s->held[s->nheld++];
	h->mask = a->mask;
	h->bytes = a->bytes;
	memcpy(h->addr, a->addr, sizeof h->addr);
}

static void
issue(void *ctx, struct warp *w, const struct inst *in, uint32_t mask, uint32_t group)
{
	struct steps *s = ctx;
	if (!records(s, w))
		return;
	struct sim_log *text = &s->warp[w->id].text;
	struct entry e = { .kind = STEP_ISSUE, .in = in, .lanes = group, .effect = text->len };
	if (in->src)
		put_effect(text, w, in, mask, group, s->held, s->nheld);
	sim_log_printf(text, "%c", 0);
	s->nheld = 0;
	push_entry(s, w, e);
}

static void
at_barrier(struct steps *s, struct warp *w, struct entry e)
{
	struct sim_log *text = &s->warp[w->id].text;
	const struct barrier *b = &w->team->bars[e.barrier];
	if (!records(s, w))
		return;
	e.effect = text->len;
	sim_log_printf(text, ",\"b\":%u", e.barrier);
	if (e.kind == STEP_ARRIVE && b->expected)
		sim_log_printf(text, ",\"n\":%u", b->expected);
	sim_log_printf(text, "%c", 0);
	push_entry(s, w, e);
}

static void
arrive(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask, bool waits)
{
	(void)in; /* of machine code it may be part of one */
	at_barrier(ctx, w,
		(struct entry){ .kind = STEP_ARRIVE,
			.in = &w->code[w->pc - 1],
			.lanes = mask,
			.barrier = id,
			.waits = waits });
}

static void
resume(void *ctx, struct warp *w, const struct inst *in, uint32_t id, uint32_t mask)
{
	at_barrier(ctx, w,
		(struct entry){ .kind = STEP_GO, .in = in, .lanes = mask, .barrier = id });
}

/* ---- when ---- */

static void
step(void *ctx, uint32_t warp, double when, enum step_kind k, const struct inst *in, enum stall why)
{
	struct steps *s = ctx;
	struct history *h = &s->warp[warp];
	if (s->nstamps++ >= s->most) {
		s->cut = true;
		return;
	}
	h->stamp = sim_grown(h->stamp, h->nstamps, &h->stamps_cap, sizeof *h->stamp);
	h->stamp[h->nstamps++] = (struct stamp){ k, in, when, why, false };
}

static bool
is_of(const struct stamp *s, const struct entry *e)
{
	return !s->used && s->kind == e->kind && (e->kind != STEP_ISSUE || s->in == e->in);
}

/* Each entry takes the first stamp of its kind that is left.  If the recording was cut, those behind
 * the last stamp come later than all of it, though their warp may have waited for long. */
static void
pair(struct history *h, bool cut)
{
	size_t first = 0;
	double before = h->nstamps ? h->stamp[0].when : 0;
	for (size_t i = 0; i < h->nentries; i++) {
		struct entry *e = &h->entry[i];
		size_t k = first;
		while (k < h->nstamps && !is_of(&h->stamp[k], e))
			k++;
		e->timed = k < h->nstamps;
		if (e->timed) {
			h->stamp[k].used = true;
			e->why = h->stamp[k].why;
			before = h->stamp[k].when > before ? h->stamp[k].when : before;
		}
		e->when = cut && first == h->nstamps && !e->timed ? INFINITY : before;
		while (first < h->nstamps && h->stamp[first].used)
			first++;
	}
}

/* ---- a launch ---- */

struct step_sink *
steps_launch(struct steps *s, const struct sim_model *gpu, struct sim_launch *l)
{
	uint64_t teams = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
	size_t n = 0;
	if (s->seen++ != s->launch || s->sink.team >= teams)
		return NULL;
	s->gpu = gpu;
	s->kernel = l->func;
	s->teams = teams;
	s->threads = l->block.x * l->block.y * l->block.z;
	s->nwarps = (s->threads + WARP - 1) / WARP;
	if (!(s->warp = calloc(s->nwarps, sizeof *s->warp)))
		sim_out_of_memory();
	s->observer = (struct sim_observer){ .ctx = s,
		.serial = true,
		.team_begin = team_begin,
		.team_end = team_end,
		.issue = issue,
		.access = access,
		.arrive = arrive,
		.resume = resume };
	s->sink.ctx = s;
	s->sink.step = step;
	while (l->observers && l->observers[n] && n < SIM_OBSERVERS) {
		s->list[n] = l->observers[n];
		n++;
	}
	s->list[n] = &s->observer;
	l->observers = s->list;
	return &s->sink;
}

void
steps_end(struct steps *s)
{
	if (!s->warp)
		return;
	for (uint32_t i = 0; i < s->nwarps; i++)
		pair(&s->warp[i], s->cut);
	if (s->begun)
		steps_compose(s);
	free_histories(s);
}

void
steps_write(const struct steps *s, struct sim_log *out)
{
	if (!s->record.len)
		return;
	if (s->form)
		steps_page(s, out);
	else
		sim_log_printf(out, "%s\n", s->record.text);
}
