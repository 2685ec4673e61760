/*
 * timeline.c: collects what the warps of one team do, as spans of time, and writes them as Chrome's
 * trace events; timeline_svg.c draws them.  The program's own labels name the phases (SEQ_REG1,
 * PAR_REG1, ...); where there are none, a warp of which one lane works counts as sequential.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/spec.h"
#include "timing/timeline_int.h"

#define MAX_SPANS ((size_t)1 << 20) /* of a warp; then the shortest are merged */

struct timeline *
timeline_new(const char *spec)
{
	static const char *const forms[] = { ".svg", ".json", NULL };
	struct timeline *t = calloc(1, sizeof *t);
	if (!t)
		sim_out_of_memory();
	const struct spec_number numbers[] = { { "launch=", &t->launch },
		{ "team=", &t->sink.team }, { NULL, NULL } };
	t->file = spec_read(spec, forms, &t->form, numbers);
	if (t->file)
		return t;
	timeline_free(t);
	return NULL;
}

void
timeline_free(struct timeline *t)
{
	if (!t)
		return;
	for (uint32_t i = 0; i < t->nwarps; i++)
		free(t->warp[i].span);
	while (t->names) {
		struct name *next = t->names->next;
		free(t->names);
		t->names = next;
	}
	free(t->warp);
	free(t->kernel);
	free(t->code);
	free(t->file);
	free(t);
}

const char *
timeline_file(const struct timeline *t)
{
	return t->file;
}

/* ---- collecting ---- */

/* Return a copy of the name: modules may be gone when the file is written. */
static const char *
keep_name(struct timeline *t, const char *name)
{
	if (!name)
		return NULL;
	for (struct name *n = t->names; n; n = n->next)
		if (!strcmp(n->text, name))
			return n->text;
	struct name *n = malloc(sizeof *n + strlen(name) + 1);
	if (!n)
		sim_out_of_memory();
	strcpy(n->text, name);
	n->next = t->names;
	t->names = n;
	return n->text;
}

static bool
begins(const char *s, const char *with)
{
	return s && !strncmp(s, with, strlen(with));
}

static enum activity
activity_of(enum warp_state s, const char *phase, bool callee, uint32_t lanes)
{
	if (s == STATE_BARRIER)
		return ACT_IDLE;
	if (s == STATE_MEMORY)
		return ACT_MEMORY;
	if (s == STATE_CHILD)
		return ACT_CHILD;
	if (begins(phase, "SEQ") || begins(phase, "MASTER"))
		return ACT_SEQUENTIAL;
	if (begins(phase, "PAR"))
		return ACT_PARALLEL;
	if (phase &&
		(!callee || begins(phase, "_") || begins(phase, "omp_") || begins(phase, "devrt")))
		return ACT_CONTROL;
	return lanes & (lanes - 1) ? ACT_PARALLEL : ACT_SEQUENTIAL;
}

/* Merge every other span with the one before it. */
static void
thin_out(struct line *l)
{
	size_t n = 0;
	for (size_t i = 0; i + 1 < l->n; i += 2) {
		struct span *a = &l->span[i], *b = &l->span[i + 1];
		struct span longer = a->to - a->from > b->to - b->from ? *a : *b;
		longer.from = a->from;
		longer.to = b->to;
		l->span[n++] = longer;
	}
	l->n = n;
}

static void
add_span(void *ctx, uint32_t warp, double from, double to, enum warp_state s, const struct cost *c,
	uint32_t lanes)
{
	struct timeline *t = ctx;
	struct line *l = &t->warp[warp];
	const char *phase = c->phase == t->last_given ? t->last_kept : keep_name(t, c->phase);
	enum activity a = activity_of(s, phase, !c->func->entry, lanes);
	t->last_given = c->phase;
	t->last_kept = phase;
	if (l->n && l->span[l->n - 1].what == a && l->span[l->n - 1].phase == phase &&
		from - l->span[l->n - 1].to < 1) {
		l->span[l->n - 1].to = to;
		return;
	}
	if (l->n == MAX_SPANS)
		thin_out(l);
	if (l->n == l->cap)
		l->span = sim_grown(l->span, l->n, &l->cap, sizeof *l->span);
	l->span[l->n++] = (struct span){ from, to, a, phase };
}

struct span_sink *
timeline_launch(struct timeline *t, const struct sim_model *gpu, const struct sim_launch *l)
{
	uint64_t teams = (uint64_t)l->grid.x * l->grid.y * l->grid.z;
	if (t->seen++ != t->launch || t->sink.team >= teams)
		return NULL;
	t->gpu = gpu;
	t->kernel = strdup(sim_func_info(l->func).name);
	t->code = strdup(sim_func_info(l->func).code);
	t->teams = teams;
	t->threads = l->block.x * l->block.y * l->block.z;
	t->nwarps = (t->threads + WARP - 1) / WARP;
	t->warp = calloc(t->nwarps, sizeof *t->warp);
	if (!t->kernel || !t->code || !t->warp)
		sim_out_of_memory();
	t->sink.ctx = t;
	t->sink.span = add_span;
	return &t->sink;
}

/* End a run.  Times count from the team's first instruction. */
void
timeline_end(struct timeline *t, const struct timing_run *run)
{
	if (run->spans != &t->sink)
		return;
	t->from = -1;
	for (uint32_t i = 0; i < t->nwarps; i++) {
		struct line *l = &t->warp[i];
		if (!l->n)
			continue;
		if (t->from < 0 || l->span[0].from < t->from)
			t->from = l->span[0].from;
		if (l->span[l->n - 1].to > t->to)
			t->to = l->span[l->n - 1].to;
	}
}

const char *
timeline_missing(const struct timeline *t)
{
	return t->seen <= t->launch ? "the program has no such launch" :
				      "the launch has no such team, or it failed";
}

/* ---- Chrome's trace events ---- */

const char *
activity_name(enum activity a)
{
	static const char *const names[] = { "sequential", "parallel", "control and runtime",
		"child kernels", "waiting for memory", "idle at a barrier" };
	return names[a];
}

static double
us(const struct timeline *t, double cycles)
{
	return cycles * 1e3 / t->gpu->clock_khz;
}

static void
write_json(const struct timeline *t, struct sim_log *out)
{
	sim_log_printf(out,
		"{ \"displayTimeUnit\": \"ns\", \"otherData\": { \"kernel\": \"%s\", \"model\": \"%s\", "
		"\"code\": \"%s\", \"judged_error_percent\": ",
		t->kernel, t->gpu->name, t->code);
	json_judged(timing_judged(t->gpu, t->code), out);
	sim_log_printf(out,
		" },\n\"traceEvents\": [\n{ \"ph\": \"M\", \"name\": \"process_name\", \"pid\": %llu, \"args\": { "
		"\"name\": \"%s, team %llu\" } }",
		(unsigned long long)t->sink.team, t->kernel, (unsigned long long)t->sink.team);
	for (uint32_t i = 0; i < t->nwarps; i++) {
		const struct line *l = &t->warp[i];
		sim_log_printf(out,
			",\n{ \"ph\": \"M\", \"name\": \"thread_name\", \"pid\": %llu, \"tid\": %u, "
			"\"args\": { \"name\": \"warp %u\" } }",
			(unsigned long long)t->sink.team, i, i);
		for (size_t k = 0; k < l->n; k++) {
			const struct span *s = &l->span[k];
			sim_log_printf(out,
				",\n{ \"ph\": \"X\", \"name\": \"%s\", \"cat\": \"%s\", \"pid\": %llu, "
				"\"tid\": %u, \"ts\": %.3f, \"dur\": %.3f }",
				s->phase && s->what < ACT_MEMORY ? s->phase :
								   activity_name(s->what),
				activity_name(s->what), (unsigned long long)t->sink.team, i,
				us(t, s->from - t->from), us(t, s->to - s->from));
		}
	}
	sim_log_printf(out, "\n] }\n");
}

void
timeline_write(const struct timeline *t, struct sim_log *out)
{
	if (t->to <= 0)
		return;
	if (t->form == FORM_SVG)
		timeline_svg(t, out);
	else
		write_json(t, out);
}
