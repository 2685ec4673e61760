/*
 * api_timing.c: statistics and timelines of a whole program: what is collected while it runs, and the
 * report when it ends.  Options stats, timeline and timing (ptxsimSetOption) turn it on; without one
 * of them nothing here does anything.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api.h"
#include "stats.h"
#include "timeline.h"

struct api_timing {
	struct stats *stats; /* NULL: nothing is timed */
	char *stats_file;    /* NULL: the table on stderr, if wanted */
	bool table;
	struct timeline *timeline;
	double clock_us;     /* simulated time since the first launch or copy */
	bool unsynchronised; /* a launch that the host has not waited for */
};

static void
host_event(void *ctx, struct sim_device *dev, enum host_event e, uint64_t addr, uint64_t from,
	size_t bytes)
{
	struct api_driver *d = api_driver();

	(void)ctx, (void)addr, (void)from;
	if (e != HOST_WRITE && e != HOST_READ && e != HOST_COPY)
		return;
	pthread_mutex_lock(&d->lock);
	d->timing->clock_us += stats_copy(d->timing->stats, dev->model,
		e == HOST_WRITE        ? COPY_TO_DEVICE :
			e == HOST_READ ? COPY_TO_HOST :
					 COPY_ON_DEVICE,
		bytes);
	pthread_mutex_unlock(&d->lock);
}

void
api_timing_attach(struct api_driver *d, struct api_device *dev)
{
	static const struct sim_observer copies = { .host = host_event };

	if (d->timing)
		sim_observe(dev->sim, &copies);
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

bool
api_timing_option(struct api_driver *d, const char *key, const char *value)
{
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
api_timing_begin(const struct sim_model *gpu, struct sim_launch *l, struct timing_run *run)
{
	struct api_timing *t = api_driver()->timing;

	if (!t)
		return;
	*run = (struct timing_run){ .model = timing_model(gpu) };
	if (t->timeline)
		run->spans = timeline_launch(t->timeline, gpu, l);
	l->timing = run;
}

void
api_timing_end(const struct sim_model *gpu, const struct sim_launch *l,
	const struct timing_run *run)
{
	struct api_driver *d = api_driver();

	if (!l->timing)
		return;
	pthread_mutex_lock(&d->lock);
	stats_launch(d->timing->stats, gpu, l, run);
	d->timing->clock_us += run->counts.cycles * 1e3 / gpu->clock_khz + run->model->launch_us;
	d->timing->unsynchronised = true;
	if (d->timing->timeline)
		timeline_end(d->timing->timeline, run);
	pthread_mutex_unlock(&d->lock);
}

void
api_timing_wait(const struct sim_model *gpu)
{
	struct api_driver *d = api_driver();
	const struct timing_model *m = timing_model(gpu);

	if (!d->timing)
		return;
	pthread_mutex_lock(&d->lock);
	if (d->timing->unsynchronised)
		d->timing->clock_us += m->sync_us - m->launch_us;
	d->timing->unsynchronised = false;
	pthread_mutex_unlock(&d->lock);
}

void
api_timing_now(struct timespec *now)
{
	struct api_driver *d = api_driver();

	if (!d->timing) {
		clock_gettime(CLOCK_MONOTONIC, now);
		return;
	}
	pthread_mutex_lock(&d->lock);
	double us = d->timing->clock_us;
	pthread_mutex_unlock(&d->lock);
	now->tv_sec = (time_t)(us / 1e6);
	now->tv_nsec = (long)((us - (double)now->tv_sec * 1e6) * 1e3);
}

/* ---- at the end ---- */

static void
write_file(const char *file, const char *text, size_t len)
{
	FILE *out = fopen(file, "w");

	if (!out || fwrite(text, 1, len, out) != len || fclose(out))
		fprintf(stderr, "ptxsim: error: %s: %s\n", file, strerror(errno));
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
		if (out.text)
			write_file(timeline_file(t->timeline), out.text, out.len);
		else
			fprintf(stderr, "ptxsim: warning: %s: not written: %s\n",
				timeline_file(t->timeline), timeline_missing(t->timeline));
		sim_log_free(&out);
	}
}
