/*
 * state.c: settings from the environment, the list of devices, and the modules that object files
 * register before main.
 *
 * The calls that compiled programs make carry no state, so this file holds it; what else libdevrt
 * keeps is the queue of task.c, the clock of clock.c and the table of omp_host.c.  Devices are
 * counted at the first question and opened at the first use.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/nearest.h"
#include "rt.h"

extern char **environ;

static struct devrt_rt *
process(void)
{
	static struct devrt_rt rt = { .lock = PTHREAD_MUTEX_INITIALIZER };

	return &rt;
}

/* ---- registration ---- */

void
devrt_register(struct devrt_module *module)
{
	struct devrt_rt *rt = process();
	struct devrt_loaded *l = calloc(1, sizeof *l);

	if (module->abi != DEVRT_ABI)
		devrt_fail_abi(module);
	if (!l)
		devrt_fail_memory();
	l->module = module;
	module->state = l;
	pthread_mutex_lock(&rt->lock);
	if (!rt->modules_end)
		rt->modules_end = &rt->modules;
	rt->unified |= module->unified != 0;
	*rt->modules_end = l;
	rt->modules_end = &l->next;
	rt->nmodules++;
	pthread_mutex_unlock(&rt->lock);
}

/* ---- settings ---- */

/* Return the variable's value, or NULL if it is unset or empty. */
static const char *
setting(const char *name)
{
	const char *v = getenv(name);

	return v && *v ? v : NULL;
}

static bool
number(const char *text, long most, long *out)
{
	char *end;
	long n = strtol(text, &end, 0);

	if (end == text || *end || n < 0 || n > most)
		return false;
	*out = n;
	return true;
}

/* Return the number that an OMP_ variable has.  A wrong value is a warning, as in other
 * implementations. */
static int
omp_number(const char *name, int least, int otherwise)
{
	const char *v = setting(name);
	long n;

	if (!v)
		return otherwise;
	if (number(v, INT32_MAX, &n) && n >= least)
		return (int)n;
	devrt_warn_setting(name, v, "not a number in range, ignored");
	return otherwise;
}

static void
read_offload(struct devrt_settings *s)
{
	static const char *const names[] = { "DEFAULT", "MANDATORY", "DISABLED" };
	const char *v = setting("OMP_TARGET_OFFLOAD");

	if (!v)
		return;
	for (int i = 0; i < 3; i++)
		if (!strcasecmp(v, names[i])) {
			s->offload = (enum devrt_offload)i;
			return;
		}
	devrt_warn_setting("OMP_TARGET_OFFLOAD", v, "not MANDATORY, DISABLED or DEFAULT, ignored");
}

static void
read_faults(struct devrt_settings *s)
{
	static const char *const names[DEVRT_NFAULTS] = { "alloc", "launch", "copy", "load" };
	const char *v = setting("DEVRT_FAULT");

	for (const char *p = v; p && *p;) {
		size_t len = strcspn(p, "="), i = 0;
		char *end = NULL;

		while (i < DEVRT_NFAULTS && (strlen(names[i]) != len || memcmp(names[i], p, len)))
			i++;
		if (i < DEVRT_NFAULTS && p[len])
			s->fault[i] = strtol(p + len + 1, &end, 10);
		if (!end || s->fault[i] < 1 || (*end && *end != ','))
			devrt_fail_setting("DEVRT_FAULT", v, "alloc=N, launch=N, copy=N or load=N");
		p = *end ? end + 1 : end;
	}
}

static void
read_arch(struct devrt_settings *s)
{
	const char *v = setting("DEVRT_ARCH");
	char rest;

	if (v && (sscanf(v, "sm_%d%c", &s->arch, &rest) != 1 || s->arch < 1))
		devrt_fail_setting("DEVRT_ARCH", v, "sm_35, sm_70 or sm_90");
}

/* Return the number of DEVRT_INFO.  LLVM's runtime gives the bits of LIBOMPTARGET_INFO the same
 * meaning; its -1 is all of them. */
static unsigned
info_setting(void)
{
	const char *ours = setting("DEVRT_INFO"), *llvm = setting("LIBOMPTARGET_INFO");
	long bits = 0;

	if (ours && !number(ours, INT32_MAX, &bits))
		devrt_fail_setting("DEVRT_INFO", ours, "a sum of 1, 2, 4, 8, 16 and 32");
	if (ours || !llvm)
		return (unsigned)bits;
	if (!strcmp(llvm, "-1"))
		return ~0u;
	if (!number(llvm, INT32_MAX, &bits))
		devrt_warn_setting("LIBOMPTARGET_INFO", llvm,
			"not a sum of 1, 2, 4, 8, 16 and 32, ignored");
	return (unsigned)bits;
}

/* Warn of a misspelt name: it would have no effect, and nobody would know. */
static void
check_names(void)
{
	static const char *const known[] = { "DEVRT_ARCH", "DEVRT_CHECK", "DEVRT_CODE",
		"DEVRT_DEVICE", "DEVRT_FAULT", "DEVRT_GRID", "DEVRT_HEAP_SIZE",
		"DEVRT_HOST_THREADS", "DEVRT_INFO", "DEVRT_LIBDIR", "DEVRT_PENDING", "DEVRT_SAMPLE",
		"DEVRT_STATS", "DEVRT_STEPS", "DEVRT_TIMELINE", "DEVRT_TIMING" };

	for (char **v = environ; v && *v; v++) {
		char name[NEAREST_LONGEST + 1];
		const char *guess = NULL;

		if (strncmp(*v, "DEVRT_", 6))
			continue;
		snprintf(name, sizeof name, "%.*s", (int)strcspn(*v, "="), *v);
		for (size_t i = 0; i < sizeof known / sizeof known[0]; i++)
			guess = nearest_of(name, guess, known[i]);
		if (!guess || strcmp(guess, name))
			devrt_warn_name(name, guess);
	}
}

static void
count_copies(void)
{
	devrt_info_copies(process());
}

static void
read_code(struct devrt_settings *s)
{
	const char *v = setting("DEVRT_CODE");

	if (!v)
		return;
	s->code = !strcmp(v, "ptx")   ? DEVRT_CODE_PTX :
		!strcmp(v, "machine") ? DEVRT_CODE_MACHINE :
					DEVRT_CODE_ANY;
	if (!s->code)
		devrt_fail_setting("DEVRT_CODE", v, "ptx or machine");
}

static void
read_settings(struct devrt_settings *s)
{
	const char *grid = setting("DEVRT_GRID");
	const char *pending = setting("DEVRT_PENDING"), *heap = setting("DEVRT_HEAP_SIZE");
	long grids = 0, bytes = 0;

	check_names();
	read_offload(s);
	read_faults(s);
	if (grid)
		devrt_grid_setting(s, grid);
	read_arch(s);
	read_code(s);
	s->info = info_setting();
	if (s->info & DEVRT_INFO_COPIES)
		atexit(count_copies);
	if (pending && (!number(pending, INT32_MAX, &grids) || !grids))
		devrt_fail_setting("DEVRT_PENDING", pending, "a number of grids");
	s->pending = (size_t)grids;
	if (heap && (!number(heap, LONG_MAX, &bytes) || !bytes))
		devrt_fail_setting("DEVRT_HEAP_SIZE", heap, "a number of bytes");
	s->heap = (size_t)bytes;
	s->check = setting("DEVRT_CHECK");
	if (s->check && !strcmp(s->check, "0"))
		s->check = NULL;
	s->teams = omp_number("OMP_NUM_TEAMS", 1, 0);
	s->thread_limit = omp_number("OMP_TEAMS_THREAD_LIMIT", 1, 0);
}

/* ---- devices ---- */

static void
add_device(struct devrt_rt *rt, struct devrt_driver *drv, int ordinal)
{
	struct devrt_device *dev = &rt->device[rt->ndevices];

	dev->number = rt->ndevices++;
	dev->drv = drv;
	dev->settings = &rt->settings;
	dev->cu = ordinal;
	dev->timed = drv->time && drv->time(ordinal, 0) >= 0;
	pthread_mutex_init(&dev->lock, NULL);
	pthread_cond_init(&dev->ended, NULL);
}

/* Return how many devices the real driver has.  why_none says why, if it has none. */
static int
real_devices(struct devrt_rt *rt)
{
	int n = 0;

	if (!rt->real)
		rt->real = devrt_driver_open(false, &rt->settings, rt->why_none,
			sizeof rt->why_none);
	if (!rt->real)
		return 0;
	if (rt->real->cuInit(0) || rt->real->cuDeviceGetCount(&n) || n < 1) {
		snprintf(rt->why_none, sizeof rt->why_none, "the NVIDIA driver finds no GPU");
		return 0;
	}
	return n;
}

/* Variables that only the simulator understands: they are passed to it. */
static const struct {
	const char *variable, *option, *expected;
} timed[] = {
	{ "DEVRT_TIMING", "timing", "0 or 1" },
	{ "DEVRT_STATS", "stats", "0, 1, or the name of a file" },
	{ "DEVRT_STEPS", "steps",
		"FILE.html or FILE.json, then maybe ,launch=N ,team=N and ,steps=N" },
	{ "DEVRT_TIMELINE", "timeline", "FILE.svg or FILE.json, then maybe ,launch=N and ,team=N" },
	{ "DEVRT_SAMPLE", "sample", "auto or off" },
};
enum { NTIMED = sizeof timed / sizeof timed[0] };

static void
simulator_options(struct devrt_driver *sim)
{
	for (int i = 0; i < NTIMED; i++) {
		const char *v = setting(timed[i].variable);

		if (v && strcmp(v, "0") && sim->set_option(timed[i].option, v))
			devrt_fail_setting(timed[i].variable, v, timed[i].expected);
	}
}

static void
warn_untimed(void)
{
	for (int i = 0; i < NTIMED; i++) {
		const char *v = setting(timed[i].variable);

		if (v && strcmp(v, "0"))
			devrt_warn_setting(timed[i].variable, v,
				"only simulated devices are timed");
	}
}

/* Open the simulator with these models, "k40,v100". */
static bool
simulated_devices(struct devrt_rt *rt, const char *models)
{
	rt->sim = devrt_driver_open(true, &rt->settings, rt->why_none, sizeof rt->why_none);
	if (!rt->sim)
		return false;
	if (rt->settings.check && rt->sim->set_option("check", rt->settings.check))
		devrt_fail_setting("DEVRT_CHECK", rt->settings.check,
			"a list of bounds, init, race, sync and map, or all");
	if (rt->sim->set_option("devices", models))
		devrt_fail_models(rt->sim, setting("DEVRT_DEVICE"));
	if (rt->sim->cuInit(0)) {
		snprintf(rt->why_none, sizeof rt->why_none, "the simulator refuses devices %s",
			models);
		return false;
	}
	if (rt->settings.code)
		rt->sim->set_option("code", setting("DEVRT_CODE"));
	simulator_options(rt->sim);
	if (setting("DEVRT_HOST_THREADS") &&
		rt->sim->set_option("threads", setting("DEVRT_HOST_THREADS")))
		devrt_fail_setting("DEVRT_HOST_THREADS", setting("DEVRT_HOST_THREADS"),
			"a number of threads, 0 for as many as there are cores");
	return true;
}

static void
auto_devices(struct devrt_rt *rt)
{
	int n = real_devices(rt);

	for (int i = 0; i < n && i < DEVRT_MAX_DEVICES; i++)
		add_device(rt, rt->real, i);
	if (!n && simulated_devices(rt, "v100"))
		add_device(rt, rt->sim, 0);
}

struct wanted {
	bool simulated;
	int ordinal;
};

/* Read cuda:N, or sim: and what the simulator knows or finds out.  Add the latter to `models`. */
static bool
read_device(const char *p, size_t len, struct wanted *w, char *models, int *nsim)
{
	char *end;

	if (len > 5 && !memcmp(p, "cuda:", 5)) {
		long n = strtol(p + 5, &end, 10);

		*w = (struct wanted){ false, (int)n };
		return end == p + len && p[5] != '-' && p[5] != '+' && n < 1000;
	}
	if (len < 5 || memcmp(p, "sim:", 4))
		return false;
	sprintf(models + strlen(models), "%s%.*s", *models ? "," : "", (int)len - 4, p + 4);
	*w = (struct wanted){ true, (*nsim)++ };
	return true;
}

static int
read_devices(const char *list, struct wanted *w, char *models, int *nsim)
{
	int n = 0;

	for (const char *p = list;;) {
		size_t len = strcspn(p, ",");

		if (n == DEVRT_MAX_DEVICES || !read_device(p, len, &w[n++], models, nsim))
			devrt_fail_setting("DEVRT_DEVICE", list,
				"auto, host, or a list of sim:GPU, sim:FILE and cuda:N; such as sim:v100");
		if (!p[len])
			return n;
		p += len + 1;
	}
}

/* Open all devices of the list, or end the program: a number must not mean another device than the
 * user's. */
static void
listed_devices(struct devrt_rt *rt, const char *list)
{
	struct wanted w[DEVRT_MAX_DEVICES];
	char *models = calloc(1, strlen(list) + 1);
	int nsim = 0, nreal = 0;

	if (!models)
		devrt_fail_memory();
	int n = read_devices(list, w, models, &nsim);
	bool opened = nsim && simulated_devices(rt, models);
	free(models);
	if (nsim && !opened)
		return;
	if (nsim < n && !(nreal = real_devices(rt)))
		return;
	for (int i = 0; i < n; i++)
		if (!w[i].simulated && w[i].ordinal >= nreal) {
			snprintf(rt->why_none, sizeof rt->why_none,
				"there is no cuda:%d, only %d GPU%s", w[i].ordinal, nreal,
				nreal == 1 ? "" : "s");
			return;
		}
	for (int i = 0; i < n; i++)
		add_device(rt, w[i].simulated ? rt->sim : rt->real, w[i].ordinal);
}

static void
find_devices(struct devrt_rt *rt)
{
	const char *list = setting("DEVRT_DEVICE");
	double begin = devrt_clock_real();

	if (rt->settings.offload == DEVRT_OFFLOAD_DISABLED || (list && !strcmp(list, "host")))
		rt->host_chosen = true;
	else if (!list || !strcmp(list, "auto"))
		auto_devices(rt);
	else
		listed_devices(rt, list);
	bool simulated = !rt->host_chosen, timed = false;

	for (int i = 0; i < rt->ndevices; i++) {
		simulated &= rt->device[i].drv->simulated;
		timed |= rt->device[i].timed;
	}
	if (timed)
		devrt_clock_simulated(begin);
	if (!simulated && rt->settings.check)
		devrt_warn_setting("DEVRT_CHECK", rt->settings.check,
			"only simulated devices are checked");
	if (!simulated)
		warn_untimed();
}

struct devrt_rt *
devrt_rt(void)
{
	struct devrt_rt *rt = process();

	if (rt->ready)
		return rt;
	pthread_mutex_lock(&rt->lock);
	if (!rt->ready) {
		read_settings(&rt->settings);
		rt->default_device = omp_number("OMP_DEFAULT_DEVICE", 0, 0);
		find_devices(rt);
		rt->ready = true;
	}
	pthread_mutex_unlock(&rt->lock);
	return rt;
}

/* ---- which device a construct means ---- */

/* Choose where to run if there is no device at all: on the host, with or without a word about it,
 * or nowhere. */
static struct devrt_device *
no_device(struct devrt_rt *rt, const struct devrt_place *place)
{
	if (rt->settings.offload == DEVRT_OFFLOAD_MANDATORY)
		devrt_fail_mandatory(place, rt->host_chosen ? "DEVRT_DEVICE=host" : rt->why_none);
	if (rt->host_chosen)
		return NULL;
	pthread_mutex_lock(&rt->lock);
	bool first = !rt->said_fallback;
	rt->said_fallback = true;
	pthread_mutex_unlock(&rt->lock);
	if (first)
		devrt_say_fallback(rt->why_none);
	return NULL;
}

struct devrt_device *
devrt_pick(int64_t number, const struct devrt_place *place)
{
	struct devrt_rt *rt = devrt_rt();

	if (number == DEVRT_DEFAULT_DEVICE)
		number = rt->default_device;
	if (!rt->ndevices)
		return no_device(rt, place);
	if (number == rt->ndevices || number == -1)
		return NULL;
	if (number < 0 || number > rt->ndevices)
		devrt_fail_number(place, number, rt->ndevices);
	return &rt->device[number];
}

struct devrt_device *
devrt_pick_routine(int number, bool *host)
{
	struct devrt_rt *rt = devrt_rt();

	*host = number == rt->ndevices || number == -1;
	return number >= 0 && number < rt->ndevices ? &rt->device[number] : NULL;
}
