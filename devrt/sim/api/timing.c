/*
 * timing.c: statistics and timelines of a whole program: what is collected while it runs, and the
 * report when it ends.  Options stats, timeline, steps and timing (ptxsimSetOption) turn it on;
 * without one of them nothing here does anything.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"
#include "steps/steps.h"
#include "timing/lines.h"
#include "timing/stats.h"
#include "timing/timeline.h"

struct api_timing {
	struct stats *stats; /* NULL: nothing is timed */
	char *stats_file;    /* NULL: the table on stderr, if wanted */
	bool table;
	bool all;   /* no samples */
	bool lines; /* the file has what happened at each instruction, too */
	struct timeline *timeline;
	struct steps *steps;
};

static void
host_event(void *ctx, struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes)
{
	struct api_driver *d = api_driver();

	(void)ctx, (void)from;
	if (e == HOST_WRITE || e == HOST_COPY || e == HOST_SET)
		timing_host_write(dev, addr, bytes);
	if (e != HOST_WRITE && e != HOST_READ && e != HOST_COPY)
		return;
	pthread_mutex_lock(&d->lock);
	dev->us += stats_copy(d->timing->stats, dev->model,
		e == HOST_WRITE        ? COPY_TO_DEVICE :
			e == HOST_READ ? COPY_TO_HOST :
					 COPY_ON_DEVICE,
		bytes, dev->together);
	dev->together += dev->together != 0;
	pthread_mutex_unlock(&d->lock);
}

void
api_timing_attach(struct api_driver *d, struct api_device *dev)
{
	static const struct sim_observer copies = { .host = host_event };

	if (d->timing)
		sim_observe(dev->sim, &copies);
}

static bool
cut_suffix(char *text, const char *suffix)
{
	size_t n = strlen(text), m = strlen(suffix);

	if (n <= m || strcmp(text + n - m, suffix))
		return false;
	text[n - m] = '\0';
	return true;
}

static struct api_timing *
timing(struct api_driver *d)
{
	if (!d->timing && !(d->timing = calloc(1, sizeof *d->timing)))
		sim_out_of_memory();
	if (!d->timing->stats) {
		d->timing->stats = stats_new();
		for (int i = 0; i < d->ndevices; i++)
			api_timing_attach(d, &d->device[i]);
		atexit(api_timing_report);
	}
	return d->timing;
}

/* ---- options; the driver is locked ---- */

/* Set the sample.  This alone times nothing that would not be timed anyway. */
static bool
set_sample(struct api_driver *d, const char *value)
{
	bool all = !strcmp(value, "off");

	if (all && d->timing)
		d->timing->all = true;
	return all || !strcmp(value, "auto");
}

bool
api_timing_option(struct api_driver *d, const char *key, const char *value)
{
	if (!strcmp(key, "sample"))
		return set_sample(d, value);
	if (!strcmp(key, "timing")) {
		if (strcmp(value, "0") && strcmp(value, "1"))
			return false;
		if (*value == '1')
			timing(d);
		return true;
	}
	if (!strcmp(key, "stats")) {
		if (!*value)
			return false;
		timing(d)->table = !strcmp(value, "1");
		free(d->timing->stats_file);
		d->timing->stats_file = d->timing->table ? NULL : strdup(value);
		d->timing->lines = d->timing->stats_file &&
			cut_suffix(d->timing->stats_file, ",lines");
		return true;
	}
	if (!strcmp(key, "steps")) {
		struct steps *s = steps_new(value);
		if (!s)
			return false;
		steps_free(timing(d)->steps);
		d->timing->steps = s;
		return true;
	}
	struct timeline *t = timeline_new(value);
	if (!t)
		return false;
	timeline_free(timing(d)->timeline);
	d->timing->timeline = t;
	return true;
}

/* ---- while the program runs ---- */

void
api_timing_begin(struct api_device *dev, struct sim_launch *l, struct timing_run *run)
{
	struct api_timing *t = api_driver()->timing;
	const struct sim_model *gpu = dev->model;

	if (!t)
		return;
	timing_init(run, gpu->timing);
	run->sample_from = t->all ? 0 : SAMPLE_AUTO;
	if (t->timeline)
		run->spans = timeline_launch(t->timeline, gpu, l);
	l->timing = &run->hooks;
	if (t->lines)
		run->lines = lines_new();
	if (t->steps)
		run->steps = steps_launch(t->steps, gpu, l);
	dev->sim->us += run->model->launch_us;
	dev->sim->timer = (uint64_t)(dev->sim->us * 1e3) -
		(uint64_t)((double)dev->sim->cycles * 1e6 / gpu->clock_khz);
}

void
api_timing_end(struct api_device *dev, const struct sim_launch *l, const struct timing_run *run)
{
	struct api_driver *d = api_driver();

	if (!l->timing)
		return;
	pthread_mutex_lock(&d->lock);
	stats_launch(d->timing->stats, dev->model, l, run);
	lines_free(run->lines);
	dev->sim->us += run->counts.cycles * 1e3 / dev->model->clock_khz;
	dev->unsynchronised = true;
	if (d->timing->timeline)
		timeline_end(d->timing->timeline, run);
	if (run->steps)
		steps_end(d->timing->steps);
	pthread_mutex_unlock(&d->lock);
}

void
api_timing_wait(struct api_device *dev)
{
	struct api_driver *d = api_driver();
	const struct timing_model *m = dev->model->timing;

	if (d->timing && dev->unsynchronised)
		dev->sim->us += m->sync_us - m->launch_us;
	dev->unsynchronised = false;
}

void
api_timing_now(const struct api_device *dev, struct timespec *now)
{
	double us = dev->sim->us;

	if (!api_driver()->timing) {
		clock_gettime(CLOCK_MONOTONIC, now);
		return;
	}
	now->tv_sec = (time_t)(us / 1e6);
	now->tv_nsec = (long)((us - (double)now->tv_sec * 1e6) * 1e3);
}

int
ptxsimTogether(int begin)
{
	struct CUctx_st *ctx;

	if (api_enter(&ctx))
		return 1;
	ctx->dev->sim->together = begin;
	api_leave(ctx, CUDA_SUCCESS);
	return 0;
}

double
ptxsimTime(CUdevice ordinal, double at_least)
{
	struct api_device *dev;

	if (api_device_at(ordinal, &dev) || !api_driver()->timing)
		return -1;
	pthread_mutex_lock(&dev->lock);
	if (dev->sim->us < at_least)
		dev->sim->us = at_least;
	double us = dev->sim->us;
	pthread_mutex_unlock(&dev->lock);
	return us;
}

/* ---- at the end ---- */

static void
write_file(const char *file, const char *text, size_t len)
{
	FILE *out = fopen(file, "w");

	if (!out || fwrite(text, 1, len, out) != len || fclose(out))
		fprintf(stderr, "ptxsim: error: %s: %s\n", file, strerror(errno));
}

/* Write what was to be shown, or why there is nothing. */
static void
write_shown(const char *file, struct sim_log *out, const char *why)
{
	if (out->text)
		write_file(file, out->text, out->len);
	else
		fprintf(stderr, "ptxsim: warning: %s: not written: %s\n", file, why);
	sim_log_free(out);
}

void
api_timing_report(void)
{
	struct api_timing *t = api_driver()->timing;
	struct sim_log out = { 0 };

	fflush(stdout);
	if (t->table)
		stats_table(t->stats, &out);
	if (out.text)
		fputs(out.text, stderr);
	sim_log_free(&out);
	if (t->stats_file) {
		stats_json(t->stats, &out);
		write_file(t->stats_file, out.text, out.len);
		sim_log_free(&out);
	}
	if (t->timeline) {
		timeline_write(t->timeline, &out);
		write_shown(timeline_file(t->timeline), &out, timeline_missing(t->timeline));
	}
	if (t->steps) {
		steps_write(t->steps, &out);
		write_shown(steps_file(t->steps), &out, steps_missing(t->steps));
	}
}
