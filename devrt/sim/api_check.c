/*
 * api_check.c: the checks (checks.h) behind ptxsimSetOption("check", ...): one per device, findings on
 * stderr, and at the end of the process a summary and a status that is not 0.
 *
 * The program's own end comes first: this library's destructor runs behind everything that the
 * program registered with atexit.  A status that is already an error stays as it is.
 */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
#include "api.h"
#include "checks.h"

static void
say(void *ctx, const char *text)
{
	(void)ctx;
	fputs(text, stderr);
}

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
	if (!d->check)
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
