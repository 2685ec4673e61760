/* -profile: see profile.h. */
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "driver/profile.h"

enum { MOST_LAUNCHES = 8 }; /* launches that are tried for a timeline */

static const char *
device_for(const struct compare_column *column)
{
	const char *wanted = getenv("DEVRT_DEVICE");

	if (wanted && strncmp(wanted, "sim:", 4) == 0)
		return wanted;
	return column->arch >= 90 ? "sim:h200" : column->arch >= 70 ? "sim:v100" : "sim:k40";
}

static bool
refuses(const struct ptxgen_result *r)
{
	for (int i = 0; i < r->nkernels; i++)
		if (r->kernels[i].refused)
			return true;
	return false;
}

/* ---- the program ---- */

/* Copy the words without those for remarks, which the view has shown. */
static struct words
copy_quietly(struct arena *a, const struct words *from)
{
	struct words to = { 0 };

	for (size_t i = 0; i < from->n; i++)
		if (strncmp(from->v[i], "-Rpass", 6) != 0)
			vec_push(a, &to, from->v[i]);
	vec_push(a, &to, "-w");
	return to;
}

/* Compile and link as `minicc` would with the column's options.  Return NULL after messages. */
static const char *
build(struct job *j, const struct options *o)
{
	struct options own = *o;
	struct driver d = *j->d;
	struct words objects = { 0 };
	const char *object = temp_file(j->d, ".o"), *program = temp_file(j->d, "");

	if (!object || !program)
		return NULL;
	own.stage = STAGE_LINK;
	own.compare = own.html = NULL;
	own.diag_flags = copy_quietly(j->arena, &o->diag_flags);
	own.cc_flags = copy_quietly(j->arena, &o->cc_flags);
	d.o = &own;
	vec_push(j->arena, &objects, object);
	if (!driver_compile(&d, j->path, object) || !driver_link(&d, &objects, program))
		return NULL;
	temp_forget(j->d->temps, object, true);
	return program;
}

/* ---- its runs ---- */

struct run {
	struct job *j;
	struct compare_column *column;
	const char *program, *stats, *timeline, *output;
	const char *steps; /* NULL: not asked for */
	bool timed;
};

static int
run_once(struct run *r, int launch)
{
	struct arena *a = r->j->arena;
	struct words command = { 0 };

	vec_push(a, &command, "env");
	vec_push(a, &command, arena_printf(a, "DEVRT_DEVICE=%s", device_for(r->column)));
	if (r->timed) {
		vec_push(a, &command, arena_printf(a, "DEVRT_STATS=%s,lines", r->stats));
		vec_push(a, &command,
			arena_printf(a, "DEVRT_TIMELINE=%s,launch=%d", r->timeline, launch));
	}
	if (r->steps)
		vec_push(a, &command,
			arena_printf(a, "DEVRT_STEPS=%s,launch=%d", r->steps, launch));
	vec_push(a, &command, r->program);
	for (size_t i = 0; i < r->j->d->o->run_args.n; i++)
		vec_push(a, &command, r->j->d->o->run_args.v[i]);
	alarm((unsigned)r->j->d->o->run_seconds); /* main.c ends the program then */
	int status = driver_run_into(r->j->d, &command, r->output);
	alarm(0);
	return status;
}

/* Return the kernel that a timeline is of: its title is "NAME: team 0 of 16". */
static const char *
drawn_kernel(struct arena *a, const char *svg)
{
	const char *mark = "class=\"head\">", *at = strstr(svg, mark);

	return at ? arena_strndup(a, at + strlen(mark), strcspn(at + strlen(mark), ":<")) : NULL;
}

static void
take_steps(struct run *r, const char *kernel)
{
	struct compare_steps s = { kernel, job_read(r->j, r->steps) };

	if (s.record)
		vec_push(r->j->arena, &r->column->steps, s);
}

/* Take the timeline.  Return false if no such launch was drawn. */
static bool
take_timeline(struct run *r)
{
	struct compare_timeline t = { .svg = job_read(r->j, r->timeline) };

	t.kernel = t.svg ? drawn_kernel(r->j->arena, t.svg) : NULL;
	if (!t.kernel)
		return false;
	for (size_t i = 0; i < r->column->timelines.n; i++)
		if (strcmp(r->column->timelines.v[i].kernel, t.kernel) == 0)
			return true;
	vec_push(r->j->arena, &r->column->timelines, t);
	if (r->steps)
		take_steps(r, t.kernel);
	return true;
}

/* Return whether a limit is set and the runs since then have taken all of it. */
static bool
is_over(const struct run *r, time_t since)
{
	int limit = r->j->d->o->run_seconds;

	return limit && time(NULL) - since >= limit;
}

static void
run_all(struct run *r)
{
	int kernels = r->column->result->nkernels, status = 0;
	time_t begun = time(NULL);

	for (int launch = 0; launch < MOST_LAUNCHES; launch++) {
		if (truncate(r->timeline, 0) != 0)
			return;
		status = run_once(r, launch);
		if (launch == 0 && r->timed)
			r->column->stats = job_read(r->j, r->stats);
		if (!r->timed || !take_timeline(r) || status != 0 ||
			(int)r->column->timelines.n >= kernels || is_over(r, begun))
			break;
	}
	r->column->output = job_read(r->j, r->output);
	if (status == 128 + SIGKILL && r->j->d->o->run_seconds)
		r->column->profile_note = arena_printf(r->j->arena,
			"stopped: the program ran for %d seconds", r->j->d->o->run_seconds);
	else if (status != 0)
		r->column->profile_note = arena_printf(r->j->arena,
			"the program ended with status %d", status);
	else if (r->timed && !r->column->stats)
		r->column->profile_note = "the run left no statistics";
}

bool
driver_profile(struct job *j, const struct options *o, struct compare_column *column)
{
	struct run r = { .j = j, .column = column, .timed = !o->untimed || o->steps };

	if (refuses(column->result)) {
		column->profile_note = "not run: the scheme refuses a region of this program";
		return true;
	}
	r.program = build(j, o);
	r.stats = temp_file(j->d, ".json");
	r.timeline = temp_file(j->d, ".svg");
	r.output = temp_file(j->d, ".txt");
	r.steps = o->steps ? temp_file(j->d, ".json") : NULL;
	if (!r.program || !r.stats || !r.timeline || !r.output || (o->steps && !r.steps))
		return false;
	if (!j->d->o->dry_run)
		run_all(&r);
	return true;
}
