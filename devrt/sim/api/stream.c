/*
 * stream.c: streams and events.  Work is done when its call returns, so a stream is a name and
 * an event is a time, of this computer or, when launches are timed, of the simulated device; what
 * remains is to answer as the driver does, wrong handles included.
 */
#include <stdlib.h>
#include "api/api.h"

/* NULL, the two reserved handles, or a live stream of this context. */
bool
api_stream_ok(struct CUctx_st *ctx, CUstream stream)
{
	if (!stream || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
		return true;
	return api_handle_is(stream, API_STREAM) && stream->ctx == ctx;
}

static bool
event_ok(struct CUctx_st *ctx, CUevent event)
{
	return api_handle_is(event, API_EVENT) && event->ctx == ctx;
}

CUresult
cuStreamCreate(CUstream *stream, unsigned flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!stream || flags & ~(unsigned)CU_STREAM_NON_BLOCKING)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	struct CUstream_st *s = calloc(1, sizeof *s);
	if (!s || !api_handle_add(s, API_STREAM, 0)) {
		free(s);
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	}
	s->ctx = ctx;
	*stream = s;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuStreamDestroy_v2(CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (!api_handle_is(stream, API_STREAM) || stream->ctx != ctx)
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	api_handle_remove(stream, API_STREAM);
	free(stream);
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuStreamSynchronize(CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		err = CUDA_ERROR_INVALID_HANDLE;
	else
		api_timing_wait(ctx->dev);
	return api_leave(ctx, err);
}

CUresult
cuStreamQuery(CUstream stream)
{
	return cuStreamSynchronize(stream);
}

CUresult
cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (flags > 1)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (!api_stream_ok(ctx, stream) || !api_handle_is(event, API_EVENT))
		err = CUDA_ERROR_INVALID_HANDLE;
	return api_leave(ctx, err);
}

/* To memory of the host that the driver knows, and with a barrier: an H200's driver 580 takes no other flags. */
CUresult
cuStreamWriteValue32_v2(CUstream stream, CUdeviceptr addr, unsigned value, unsigned flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);
	void *at = (void *)(uintptr_t)addr;
	const void *base;
	size_t bytes;

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		err = CUDA_ERROR_INVALID_HANDLE;
	else if (flags || addr % sizeof value || !api_host_range(at, &base, &bytes))
		err = CUDA_ERROR_INVALID_VALUE;
	else
		*(volatile unsigned *)at = value;
	return api_leave(ctx, err);
}

/* ---- events ---- */

CUresult
cuEventCreate(CUevent *event, unsigned flags)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!event || flags & ~(unsigned)(CU_EVENT_BLOCKING_SYNC | CU_EVENT_DISABLE_TIMING))
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	struct CUevent_st *e = calloc(1, sizeof *e);
	if (!e || !api_handle_add(e, API_EVENT, 0)) {
		free(e);
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	}
	e->ctx = ctx;
	e->flags = flags;
	*event = e;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuEventRecord(CUevent event, CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!event_ok(ctx, event) || !api_stream_ok(ctx, stream))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	api_timing_now(ctx->dev, &event->when);
	event->recorded = true;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* An event never recorded counts as complete. */
CUresult
cuEventQuery(CUevent event)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	return api_leave(ctx, event_ok(ctx, event) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE);
}

CUresult
cuEventSynchronize(CUevent event)
{
	return cuEventQuery(event);
}

static bool
timed(struct CUctx_st *ctx, CUevent e)
{
	return event_ok(ctx, e) && e->recorded && !(e->flags & CU_EVENT_DISABLE_TIMING);
}

CUresult
cuEventElapsedTime(float *milliseconds, CUevent start, CUevent end)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!milliseconds)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	if (!timed(ctx, start) || !timed(ctx, end))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	double ms = (double)(end->when.tv_sec - start->when.tv_sec) * 1e3 +
		(double)(end->when.tv_nsec - start->when.tv_nsec) * 1e-6;
	*milliseconds = (float)ms;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuEventDestroy_v2(CUevent event)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (!event_ok(ctx, event))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	api_handle_remove(event, API_EVENT);
	free(event);
	return api_leave(ctx, CUDA_SUCCESS);
}
