/*
 * check.c: the checks (check/checks.h) behind ptxsimSetOption("check", ...): one per device,
 * findings on stderr, and at the end of the process a summary and a status that is not 0.
 *
 * The program's own end comes first: this library's destructor runs behind everything that the
 * program registered with atexit.  A status that is already an error stays as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "api/api.h"
#include "check/checks.h"

static void
say(void *ctx, const char *text)
{
	(void)ctx;
	fputs(text, stderr);
}

/* Not in every C library: where it is missing the program's own status is not known, and findings
 * end it with theirs. */
int on_exit(void (*)(int, void *), void *) __attribute__((__weak__));

static void
note_status(int status, void *arg)
{
	struct api_driver *d = arg;

	d->exit_status = status;
}

int
api_check_set(struct api_driver *d, const char *list)
{
	unsigned what;

	if (d->initialised || !checks_parse(list, &what))
		return 1;
	if (!d->check && on_exit)
		on_exit(note_status, d);
	d->check = what;
	return 0;
}

bool
api_check_device(struct api_driver *d, struct api_device *dev)
{
	if (!d->check)
		return true;
	dev->checks = checks_new(dev->sim, d->check, say, NULL);
	return sim_observe(dev->sim, checks_observer(dev->checks));
}

static bool
tell(struct api_device *dev, enum ptxsim_mapped what, CUdeviceptr addr, size_t bytes,
	const void *now, const void *before)
{
	uint64_t base;
	size_t size;

	if (what < PTXSIM_WAITS &&
		(!sim_alloc_range(dev->sim, addr, &base, &size) || bytes > base + size - addr))
		return false;
	if (what != PTXSIM_MAPPED && what != PTXSIM_LEFT && !(api_driver()->check & CHECK_MAP))
		return true;
	switch (what) {
	case PTXSIM_MAPPED: checks_mapped(dev->checks, addr, bytes, now, before); break;
	case PTXSIM_COPIED: checks_copied(dev->checks, addr, bytes); break;
	case PTXSIM_DROPPED: checks_dropped(dev->checks, addr, bytes, now); break;
	case PTXSIM_LEFT: checks_left(dev->checks, addr, bytes, now); break;
	case PTXSIM_WAITS: checks_launch(dev->checks, false); break;
	case PTXSIM_GOES_ON: checks_launch(dev->checks, true); break;
	}
	return true;
}

int
ptxsimMapped(enum ptxsim_mapped what, CUdeviceptr addr, size_t bytes, const void *now,
	const void *before)
{
	struct CUctx_st *ctx;

	if (!(api_driver()->check & (CHECK_MAP | CHECK_RACE)))
		return 1;
	if (!bytes && what < PTXSIM_WAITS)
		return 0;
	if (api_enter(&ctx))
		return 1;
	bool ok = tell(ctx->dev, what, addr, bytes, now, before);
	api_leave(ctx, CUDA_SUCCESS);
	return !ok;
}

int
ptxsimConstruct(const struct ptxsim_construct *p, CUdeviceptr addr, size_t bytes, int to_device)
{
	struct CUctx_st *ctx;

	if (!(api_driver()->check & CHECK_RACE) || api_enter(&ctx))
		return 1;
	const struct checks_construct c = p ? (struct checks_construct){ p->number, p->first,
		p->after, p->nafter, p->what, p->place } :
					      (struct checks_construct){ 0 };
	if (bytes)
		checks_copies(ctx->dev->checks, &c, addr, bytes, to_device);
	else
		checks_construct(ctx->dev->checks, p ? &c : NULL);
	api_leave(ctx, CUDA_SUCCESS);
	return 0;
}

int
ptxsimAccess(const struct ptxsim_access *a)
{
	struct CUctx_st *ctx;

	if (!(api_driver()->check & (CHECK_MAP | CHECK_RACE)) || api_enter(&ctx))
		return 1;
	checks_host(ctx->dev->checks, a);
	api_leave(ctx, CUDA_SUCCESS);
	return 0;
}

static unsigned long
summarise(const struct api_driver *d)
{
	unsigned long found = 0;

	for (int i = 0; i < d->ndevices; i++) {
		const struct checks *c = d->device[i].checks;
		struct sim_log text = { 0 };

		if (!c || !checks_found(c))
			continue;
		found += checks_found(c);
		checks_summary(c, &text);
		fprintf(stderr, "ptxsim: checks of device %d (%s): %s\n", i,
			d->device[i].model->name, text.text);
		sim_log_free(&text);
	}
	return found;
}

__attribute__((destructor)) static void
finish(void)
{
	struct api_driver *d = api_driver();

	if (!d->check)
		return;
	fflush(stdout);
	if (summarise(d) && !d->exit_status) {
		fflush(NULL);
		_exit(EXIT_FAILURE);
	}
}
