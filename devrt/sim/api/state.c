/*
 * state.c: the state behind the driver API, and what every call begins and ends with.
 *
 * The CUDA driver API has no argument to carry its state in, so this file holds the only two
 * mutable variables with static storage in the simulator: the process's driver and the calling
 * thread's stack of contexts.  Nobody else may add one.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"

struct api_driver *
api_driver(void)
{
	static struct api_driver driver = { .lock = PTHREAD_MUTEX_INITIALIZER };

	return &driver;
}

struct api_thread *
api_thread(void)
{
	static _Thread_local struct api_thread thread;

	return &thread;
}

/* ---- choosing devices ---- */

/* Return the model chosen before for the same text, or NULL: reports have one row for both. */
static const struct sim_model *
chosen_before(const struct sim_model *const *chosen, const char *list, const char *text, size_t len)
{
	for (; list < text; list += strcspn(list, ",") + 1, chosen++)
		if (strcspn(list, ",") == len && !memcmp(list, text, len))
			return *chosen;
	return NULL;
}

static int
set_devices(struct api_driver *d, const char *list)
{
	const struct sim_model *chosen[API_MAX_DEVICES];
	struct sim_log why = { 0 };
	int n = 0;

	if (d->initialised)
		return 1;
	for (const char *p = list;;) {
		size_t len = strcspn(p, ",");
		const struct sim_model *m = chosen_before(chosen, list, p, len);

		if (n == API_MAX_DEVICES || (!m && !(m = sim_gpu(p, len, &why)))) {
			sim_log_free(&d->last);
			d->last = why;
			return 1;
		}
		chosen[n++] = m;
		if (!p[len])
			break;
		p += len + 1;
	}
	memcpy(d->chosen, chosen, sizeof chosen);
	d->nchosen = n;
	return 0;
}

/* ---- devices ---- */

static CUresult
make_devices(struct api_driver *d)
{
	if (!d->nchosen)
		return CUDA_ERROR_NO_DEVICE;
	for (int i = 0; i < d->nchosen; i++) {
		struct api_device *dev = &d->device[i];

		dev->ordinal = i;
		dev->model = d->chosen[i];
		dev->sim = sim_device_new(dev->model);
		if (!dev->sim || !api_check_device(d, dev))
			return CUDA_ERROR_OUT_OF_MEMORY;
		pthread_mutex_init(&dev->lock, NULL);
		d->ndevices = i + 1;
		api_timing_attach(d, dev);
	}
	d->initialised = true;
	return CUDA_SUCCESS;
}

CUresult
cuInit(unsigned flags)
{
	struct api_driver *d = api_driver();
	CUresult err = CUDA_SUCCESS;

	if (flags)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&d->lock);
	if (!d->initialised) {
		if (d->nchosen || !set_devices(d, "v100"))
			err = make_devices(d);
	}
	pthread_mutex_unlock(&d->lock);
	return err;
}

static bool
initialised(void)
{
	struct api_driver *d = api_driver();

	pthread_mutex_lock(&d->lock);
	bool yes = d->initialised;
	pthread_mutex_unlock(&d->lock);
	return yes;
}

CUresult
api_device_at(CUdevice ordinal, struct api_device **dev)
{
	struct api_driver *d = api_driver();

	if (!initialised())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (ordinal < 0 || ordinal >= d->ndevices)
		return CUDA_ERROR_INVALID_DEVICE;
	*dev = &d->device[ordinal];
	return CUDA_SUCCESS;
}

/* ---- entering and leaving a call ---- */

CUresult
api_enter_any(struct CUctx_st **out)
{
	struct api_thread *t = api_thread();

	if (!initialised())
		return CUDA_ERROR_NOT_INITIALIZED;
	if (!t->depth || !t->ctx[t->depth - 1])
		return CUDA_ERROR_INVALID_CONTEXT;
	struct CUctx_st *ctx = t->ctx[t->depth - 1];
	pthread_mutex_lock(&ctx->dev->lock);
	if (ctx->dead) {
		pthread_mutex_unlock(&ctx->dev->lock);
		return CUDA_ERROR_CONTEXT_IS_DESTROYED;
	}
	*out = ctx;
	return CUDA_SUCCESS;
}

CUresult
api_enter(struct CUctx_st **out)
{
	CUresult err = api_enter_any(out);

	if (!err && (*out)->sticky)
		err = api_leave(*out, (*out)->sticky);
	return err;
}

CUresult
api_leave(struct CUctx_st *ctx, CUresult result)
{
	pthread_mutex_unlock(&ctx->dev->lock);
	return result;
}

/* ---- the last message ---- */

void
api_say(const char *fmt, ...)
{
	struct api_driver *d = api_driver();
	char text[API_MESSAGE_MAX];
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(text, sizeof text, fmt, ap);
	va_end(ap);
	pthread_mutex_lock(&d->lock);
	sim_log_free(&d->last);
	d->last = (struct sim_log){ 0 };
	sim_log_printf(&d->last, "%s", text);
	pthread_mutex_unlock(&d->lock);
}

/* A copy per thread: another thread's fault must not pull the text away from under a reader. */
const char *
ptxsimLastMessage(void)
{
	struct api_driver *d = api_driver();
	struct api_thread *t = api_thread();

	pthread_mutex_lock(&d->lock);
	snprintf(t->message, sizeof t->message, "%s", d->last.text ? d->last.text : "");
	pthread_mutex_unlock(&d->lock);
	return t->message;
}

/* ---- options ---- */

static int
set_number(const char *value, uint64_t limit, uint64_t *out)
{
	char *end;
	unsigned long long n = strtoull(value, &end, 10);

	if (end == value || *end || *value == '-' || n > limit)
		return 1;
	*out = n;
	return 0;
}

int
ptxsimSetOption(const char *key, const char *value)
{
	struct api_driver *d = api_driver();
	uint64_t n;
	int bad = 1;

	if (!key || !value)
		return 1;
	pthread_mutex_lock(&d->lock);
	if (!strcmp(key, "devices")) {
		bad = set_devices(d, value);
	} else if (!strcmp(key, "check")) {
		bad = api_check_set(d, value);
	} else if (!strcmp(key, "threads")) {
		if (!(bad = set_number(value, 4096, &n)))
			d->threads = (int)n;
	} else if (!strcmp(key, "max-instructions")) {
		if (!(bad = set_number(value, UINT64_MAX, &n)))
			d->max_instructions = n;
	} else if (!strcmp(key, "host-memory")) {
		if (!(bad = set_number(value, 1, &n)))
			d->host_memory = n;
	} else if (!strcmp(key, "code")) {
		d->machine_code = !strcmp(value, "machine");
		bad = !d->machine_code && strcmp(value, "ptx");
	} else if (!strcmp(key, "timing") || !strcmp(key, "stats") || !strcmp(key, "timeline") ||
		!strcmp(key, "steps") || !strcmp(key, "sample")) {
		bad = !api_timing_option(d, key, value);
	}
	pthread_mutex_unlock(&d->lock);
	return bad;
}

static bool
in_allocation(struct CUctx_st *ctx, CUdeviceptr addr, size_t bytes)
{
	uint64_t base;
	size_t size;

	return sim_alloc_range(ctx->dev->sim, addr, &base, &size) && bytes <= base + size - addr;
}

int
ptxsimAnnotateRows(CUdeviceptr addr, size_t bytes, size_t stride, size_t rows, const char *name,
	const char *entry)
{
	struct CUctx_st *ctx;

	if (!name || !entry || !rows || bytes > stride || api_enter(&ctx))
		return 1;
	bool ok = in_allocation(ctx, addr, (rows - 1) * stride + bytes);
	if (ok)
		sim_annotate_rows(ctx->dev->sim, &(struct sim_rows){ addr, bytes, stride, rows },
			name, entry);
	api_leave(ctx, CUDA_SUCCESS);
	return !ok;
}

int
ptxsimAnnotate(CUdeviceptr addr, size_t bytes, const char *name, const char *place,
	CUdeviceptr origin, const char *shape)
{
	struct CUctx_st *ctx;

	if (api_enter(&ctx))
		return 1;
	bool ok = in_allocation(ctx, addr, bytes);
	if (ok)
		sim_annotate(ctx->dev->sim, addr, bytes, name, place, origin, shape);
	api_leave(ctx, CUDA_SUCCESS);
	return !ok;
}
