/*
 * context.c: contexts (cuCtx*, cuDevicePrimaryCtx*): which device a thread talks to, and who
 * owns modules, memory, streams and events.
 */
#include <stdlib.h>
#include "api/api.h"

static void
default_limits(struct CUctx_st *ctx)
{
	ctx->limit[CU_LIMIT_STACK_SIZE] = 1024;
	ctx->limit[CU_LIMIT_PRINTF_FIFO_SIZE] = 1 << 20;
	ctx->limit[CU_LIMIT_MALLOC_HEAP_SIZE] = 8 << 20;
	ctx->limit[CU_LIMIT_DEV_RUNTIME_SYNC_DEPTH] = 2;
	ctx->limit[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT] = 2048;
}

struct CUctx_st *
api_ctx_new(struct api_device *dev, unsigned flags)
{
	struct CUctx_st *ctx = calloc(1, sizeof *ctx);

	if (!ctx || !api_handle_add(ctx, API_CTX, 0)) {
		free(ctx);
		return NULL;
	}
	ctx->dev = dev;
	ctx->flags = flags;
	ctx->next = dev->contexts;
	dev->contexts = ctx;
	default_limits(ctx);
	return ctx;
}

static void
clear_module(void *key, void *arg)
{
	if (((struct CUmod_st *)key)->ctx == arg)
		api_module_free(key);
}

static void
clear_stream(void *key, void *arg)
{
	if (((struct CUstream_st *)key)->ctx == arg && api_handle_remove(key, API_STREAM))
		free(key);
}

static void
clear_event(void *key, void *arg)
{
	if (((struct CUevent_st *)key)->ctx == arg && api_handle_remove(key, API_EVENT))
		free(key);
}

static void
clear_link(void *key, void *arg)
{
	if (api_link_ctx(key) == arg && api_handle_remove(key, API_LINK))
		api_link_free(key);
}

void
api_ctx_clear(struct CUctx_st *ctx)
{
	api_handle_each(API_MODULE, clear_module, ctx);
	api_handle_each(API_STREAM, clear_stream, ctx);
	api_handle_each(API_EVENT, clear_event, ctx);
	api_handle_each(API_LINK, clear_link, ctx);
	for (size_t i = 0; i < ctx->nallocs; i++)
		sim_free(ctx->dev->sim, ctx->allocs[i]);
	free(ctx->allocs);
	ctx->allocs = NULL;
	ctx->nallocs = ctx->allocs_cap = 0;
	ctx->sticky = CUDA_SUCCESS;
	default_limits(ctx);
}

/* ---- the calling thread's stack ---- */

static bool
push(struct CUctx_st *ctx)
{
	struct api_thread *t = api_thread();

	if (t->depth == API_CTX_STACK)
		return false;
	t->ctx[t->depth++] = ctx;
	return true;
}

CUresult
cuCtxPushCurrent_v2(CUcontext ctx)
{
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!api_handle_is(ctx, API_CTX))
		return CUDA_ERROR_INVALID_CONTEXT;
	return push(ctx) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult
cuCtxPopCurrent_v2(CUcontext *ctx)
{
	struct api_thread *t = api_thread();
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!t->depth)
		return CUDA_ERROR_INVALID_CONTEXT;
	t->depth--;
	if (ctx)
		*ctx = t->ctx[t->depth];
	return CUDA_SUCCESS;
}

CUresult
cuCtxSetCurrent(CUcontext ctx)
{
	struct api_thread *t = api_thread();
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (ctx && !api_handle_is(ctx, API_CTX))
		return CUDA_ERROR_INVALID_CONTEXT;
	if (!ctx)
		t->depth -= t->depth > 0;
	else if (!t->depth)
		push(ctx);
	else
		t->ctx[t->depth - 1] = ctx;
	return CUDA_SUCCESS;
}

CUresult
cuCtxGetCurrent(CUcontext *ctx)
{
	struct api_thread *t = api_thread();
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!ctx)
		return CUDA_ERROR_INVALID_VALUE;
	*ctx = t->depth ? t->ctx[t->depth - 1] : NULL;
	return CUDA_SUCCESS;
}

/* ---- making and ending ---- */

CUresult
cuCtxCreate_v2(CUcontext *out, unsigned flags, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!out || flags & ~CU_CTX_FLAGS_MASK)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&dev->lock);
	struct CUctx_st *ctx = api_ctx_new(dev, flags);
	pthread_mutex_unlock(&dev->lock);
	if (!ctx)
		return CUDA_ERROR_OUT_OF_MEMORY;
	if (!push(ctx))
		return CUDA_ERROR_INVALID_VALUE;
	*out = ctx;
	return CUDA_SUCCESS;
}

CUresult
cuCtxDestroy_v2(CUcontext ctx)
{
	struct api_thread *t = api_thread();
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!api_handle_is(ctx, API_CTX) || ctx == ctx->dev->primary)
		return CUDA_ERROR_INVALID_CONTEXT;
	pthread_mutex_lock(&ctx->dev->lock);
	if (api_handle_remove(ctx, API_CTX)) {
		api_ctx_clear(ctx);
		ctx->dead = true;
	}
	pthread_mutex_unlock(&ctx->dev->lock);
	if (t->depth && t->ctx[t->depth - 1] == ctx)
		t->depth--;
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxRetain(CUcontext *out, CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!out)
		return CUDA_ERROR_INVALID_VALUE;
	pthread_mutex_lock(&dev->lock);
	if (!dev->primary)
		dev->primary = api_ctx_new(dev, dev->primary_flags);
	if (dev->primary) {
		dev->primary->dead = false;
		dev->primary_refs++;
		*out = dev->primary;
	}
	pthread_mutex_unlock(&dev->lock);
	return dev->primary ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

static void
end_primary(struct api_device *dev)
{
	if (!dev->primary)
		return;
	api_ctx_clear(dev->primary);
	dev->primary->dead = true;
}

CUresult
cuDevicePrimaryCtxRelease_v2(CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	pthread_mutex_lock(&dev->lock);
	if (!dev->primary_refs)
		err = CUDA_ERROR_INVALID_CONTEXT;
	else if (!--dev->primary_refs)
		end_primary(dev);
	pthread_mutex_unlock(&dev->lock);
	return err;
}

CUresult
cuDevicePrimaryCtxReset_v2(CUdevice device)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	pthread_mutex_lock(&dev->lock);
	end_primary(dev);
	dev->primary_refs = 0;
	pthread_mutex_unlock(&dev->lock);
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxSetFlags_v2(CUdevice device, unsigned flags)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (flags & ~CU_CTX_FLAGS_MASK)
		return CUDA_ERROR_INVALID_VALUE;
	dev->primary_flags = flags;
	return CUDA_SUCCESS;
}

CUresult
cuDevicePrimaryCtxGetState(CUdevice device, unsigned *flags, int *active)
{
	struct api_device *dev;
	CUresult err = api_device_at(device, &dev);

	if (err)
		return err;
	if (!flags || !active)
		return CUDA_ERROR_INVALID_VALUE;
	*flags = dev->primary_flags;
	*active = dev->primary && !dev->primary->dead;
	return CUDA_SUCCESS;
}

/* ---- questions ---- */

/* Kernels have ended when their launch returns, so this only reports how they ended. */
CUresult
cuCtxSynchronize(void)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	api_timing_wait(ctx->dev);
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuCtxGetDevice(CUdevice *device)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (!device)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	*device = ctx->dev->ordinal;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* Kernels reach their own device's memory only: what is enabled is cuMemcpyPeer. */
CUresult
cuCtxEnablePeerAccess(CUcontext peer, unsigned flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (flags)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (!api_handle_is(peer, API_CTX) || peer->dev == ctx->dev)
		err = CUDA_ERROR_INVALID_CONTEXT;
	return api_leave(ctx, err);
}

CUresult
cuCtxGetFlags(unsigned *flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (!flags)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	*flags = ctx->flags;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuCtxGetApiVersion(CUcontext ctx, unsigned *version)
{
	if (!version)
		return CUDA_ERROR_INVALID_VALUE;
	if (ctx && !api_handle_is(ctx, API_CTX))
		return CUDA_ERROR_INVALID_CONTEXT;
	*version = 3020;
	return CUDA_SUCCESS;
}

static bool
known_limit(CUlimit limit)
{
	return limit >= CU_LIMIT_STACK_SIZE && limit <= CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT;
}

/*
 * Of the 512 KiB a thread may have (CUDA C programming guide, compute capabilities), driver 580
 * gives 523,712 bytes on an H200, and sets them aside for every thread that the device can hold
 * (measured 2026-11-21).
 */
static CUresult
stack_limit(const struct sim_model *m, size_t bytes)
{
	enum { MOST = 523712 };

	if (bytes > MOST)
		return CUDA_ERROR_INVALID_VALUE;
	return bytes * m->max_threads_per_sm * m->sms > m->global_bytes ? CUDA_ERROR_OUT_OF_MEMORY :
									  CUDA_SUCCESS;
}

CUresult
cuCtxSetLimit(CUlimit limit, size_t value)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!known_limit(limit))
		return api_leave(ctx, CUDA_ERROR_UNSUPPORTED_LIMIT);
	if (limit == CU_LIMIT_STACK_SIZE)
		err = stack_limit(ctx->dev->model, value);
	if (!err)
		ctx->limit[limit] = value;
	return api_leave(ctx, err);
}

CUresult
cuCtxGetLimit(size_t *value, CUlimit limit)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!value)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	if (!known_limit(limit))
		return api_leave(ctx, CUDA_ERROR_UNSUPPORTED_LIMIT);
	*value = ctx->limit[limit];
	return api_leave(ctx, CUDA_SUCCESS);
}
