/*
 * memory.c: device memory and copies (cuMem*, cuPointerGetAttribute).
 *
 * Copies are finished when the call returns, asynchronous ones too: streams run eagerly.  A range
 * is valid when it lies in one allocation, as on a real device.
 */
#include <stdlib.h>
#include <string.h>
#include "api/api.h"

/* ---- allocation ---- */

static bool
remember(struct CUctx_st *ctx, CUdeviceptr addr)
{
	if (ctx->nallocs == ctx->allocs_cap) {
		size_t cap = ctx->allocs_cap ? ctx->allocs_cap * 2 : 64;
		CUdeviceptr *p = realloc(ctx->allocs, cap * sizeof *p);

		if (!p)
			return false;
		ctx->allocs = p;
		ctx->allocs_cap = cap;
	}
	ctx->allocs[ctx->nallocs++] = addr;
	return true;
}

static int
by_address(const void *a, const void *b)
{
	const CUdeviceptr *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Forget an allocation.  They are sorted, since addresses only grow. */
static bool
forget(struct CUctx_st *ctx, CUdeviceptr addr)
{
	CUdeviceptr *at = NULL;

	if (ctx->nallocs)
		at = bsearch(&addr, ctx->allocs, ctx->nallocs, sizeof addr, by_address);
	if (at)
		memmove(at, at + 1, (size_t)(ctx->allocs + --ctx->nallocs - at) * sizeof *at);
	return at != NULL;
}

CUresult
cuMemAlloc_v2(CUdeviceptr *addr, size_t bytes)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!addr || !bytes)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	uint64_t at = sim_alloc(ctx->dev->sim, bytes);
	if (at && !remember(ctx, at)) {
		sim_free(ctx->dev->sim, at);
		at = 0;
	}
	if (!at)
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	*addr = at;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuMemFree_v2(CUdeviceptr addr)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (addr && (!forget(ctx, addr) || !sim_free(ctx->dev->sim, addr)))
		err = CUDA_ERROR_INVALID_VALUE;
	return api_leave(ctx, err);
}

CUresult
cuMemGetInfo_v2(size_t *free_bytes, size_t *total_bytes)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	size_t used = sim_mem_used(ctx->dev->sim), total = ctx->dev->model->global_bytes;
	if (free_bytes)
		*free_bytes = used < total ? total - used : 0;
	if (total_bytes)
		*total_bytes = total;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *bytes, CUdeviceptr addr)
{
	struct CUctx_st *ctx;
	uint64_t at;
	size_t size;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!sim_alloc_range(ctx->dev->sim, addr, &at, &size))
		return api_leave(ctx, CUDA_ERROR_NOT_FOUND);
	if (base)
		*base = at;
	if (bytes)
		*bytes = size;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* ---- host memory: plain memory that we remember ---- */

CUresult
cuMemAllocHost_v2(void **host, size_t bytes)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);
	void *p;

	if (err)
		return err;
	if (!host || !bytes)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	if (posix_memalign(&p, 4096, bytes))
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	if (!api_handle_add(p, API_HOST_MEM, bytes)) {
		free(p);
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	}
	*host = p;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuMemFreeHost(void *host)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!api_handle_remove(host, API_HOST_MEM))
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	free(host);
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuMemHostRegister_v2(void *host, size_t bytes, unsigned flags)
{
	struct CUctx_st *ctx;
	const void *base;
	size_t size;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!host || !bytes || flags > 0xf)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (api_host_range(host, &base, &size))
		err = CUDA_ERROR_HOST_MEMORY_ALREADY_REGISTERED;
	else if (!api_handle_add(host, API_HOST_REG, bytes))
		err = CUDA_ERROR_OUT_OF_MEMORY;
	return api_leave(ctx, err);
}

CUresult
cuMemHostUnregister(void *host)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!host)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (!api_handle_remove(host, API_HOST_REG))
		err = CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED;
	return api_leave(ctx, err);
}

/* ---- copies ---- */

/* A device or host pointer as bytes of ours: HOST names host memory whatever its value. */
enum place { DEVICE, HOST, EITHER };
struct end {
	enum place place;
	uint64_t addr;
};

static void *
view(struct sim_device *dev, struct end e, size_t bytes)
{
	uint64_t base;
	size_t size;

	if (e.place == HOST)
		return (void *)(uintptr_t)e.addr;
	void *p = sim_host_view(dev, e.addr, bytes);
	if (!p && e.place == EITHER && e.addr && !sim_alloc_range(dev, e.addr, &base, &size))
		return (void *)(uintptr_t)e.addr;
	return p;
}

static bool
on_device(struct sim_device *dev, struct end e)
{
	return e.place == DEVICE || (e.place == EITHER && sim_host_view(dev, e.addr, 1));
}

static void
tell(struct sim_device *dev, struct end dst, struct end src, size_t bytes)
{
	bool to = on_device(dev, dst), from = on_device(dev, src);

	if (to && from)
		sim_host_event(dev, HOST_COPY, dst.addr, src.addr, bytes);
	else if (to)
		sim_host_event(dev, HOST_WRITE, dst.addr, 0, bytes);
	else if (from)
		sim_host_event(dev, HOST_READ, src.addr, 0, bytes);
}

static CUresult
copy(struct end dst, struct end src, size_t bytes, CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	if (!bytes)
		return api_leave(ctx, CUDA_SUCCESS);
	void *to = view(ctx->dev->sim, dst, bytes), *from = view(ctx->dev->sim, src, bytes);
	if (!to || !from)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	memmove(to, from, bytes);
	tell(ctx->dev->sim, dst, src, bytes);
	return api_leave(ctx, CUDA_SUCCESS);
}

static struct end
device(CUdeviceptr p)
{
	return (struct end){ DEVICE, p };
}
static struct end
host(const void *p)
{
	return (struct end){ HOST, (uintptr_t)p };
}
static struct end
either(CUdeviceptr p)
{
	return (struct end){ EITHER, p };
}

CUresult
cuMemcpyHtoD_v2(CUdeviceptr dst, const void *src, size_t bytes)
{
	return copy(device(dst), host(src), bytes, NULL);
}

CUresult
cuMemcpyDtoH_v2(void *dst, CUdeviceptr src, size_t bytes)
{
	return copy(host(dst), device(src), bytes, NULL);
}

CUresult
cuMemcpyDtoD_v2(CUdeviceptr dst, CUdeviceptr src, size_t bytes)
{
	return copy(device(dst), device(src), bytes, NULL);
}

CUresult
cuMemcpy(CUdeviceptr dst, CUdeviceptr src, size_t bytes)
{
	return copy(either(dst), either(src), bytes, NULL);
}

CUresult
cuMemcpyHtoDAsync_v2(CUdeviceptr dst, const void *src, size_t bytes, CUstream stream)
{
	return copy(device(dst), host(src), bytes, stream);
}

CUresult
cuMemcpyDtoHAsync_v2(void *dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
	return copy(host(dst), device(src), bytes, stream);
}

CUresult
cuMemcpyDtoDAsync_v2(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
	return copy(device(dst), device(src), bytes, stream);
}

CUresult
cuMemcpyAsync(CUdeviceptr dst, CUdeviceptr src, size_t bytes, CUstream stream)
{
	return copy(either(dst), either(src), bytes, stream);
}

/* Lock two devices, the lower number first, so that two copies cannot wait for each other. */
static void
lock_two(struct api_device *a, struct api_device *b)
{
	pthread_mutex_lock(a->ordinal < b->ordinal ? &a->lock : &b->lock);
	if (a != b)
		pthread_mutex_lock(a->ordinal < b->ordinal ? &b->lock : &a->lock);
}

static void
unlock_two(struct api_device *a, struct api_device *b)
{
	pthread_mutex_unlock(&a->lock);
	if (a != b)
		pthread_mutex_unlock(&b->lock);
}

CUresult
cuMemcpyPeer(CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx, size_t bytes)
{
	struct api_device *dev;
	CUresult err = api_device_at(0, &dev);

	if (err)
		return err;
	if (!api_handle_is(dst_ctx, API_CTX) || !api_handle_is(src_ctx, API_CTX))
		return CUDA_ERROR_INVALID_CONTEXT;
	lock_two(dst_ctx->dev, src_ctx->dev);
	void *to = sim_host_view(dst_ctx->dev->sim, dst, bytes);
	void *from = sim_host_view(src_ctx->dev->sim, src, bytes);
	if (dst_ctx->sticky || src_ctx->sticky)
		err = dst_ctx->sticky ? dst_ctx->sticky : src_ctx->sticky;
	else if (bytes && (!to || !from))
		err = CUDA_ERROR_INVALID_VALUE;
	else if (bytes) {
		memmove(to, from, bytes);
		sim_host_event(src_ctx->dev->sim, HOST_READ, src, 0, bytes);
		sim_host_event(dst_ctx->dev->sim, HOST_WRITE, dst, 0, bytes);
	}
	unlock_two(dst_ctx->dev, src_ctx->dev);
	return err;
}

CUresult
cuMemcpyPeerAsync(CUdeviceptr dst, CUcontext dst_ctx, CUdeviceptr src, CUcontext src_ctx,
	size_t bytes, CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	err = api_leave(ctx, CUDA_SUCCESS);
	return err ? err : cuMemcpyPeer(dst, dst_ctx, src, src_ctx, bytes);
}

/* ---- memset ---- */

static void
fill(char *p, const void *value, size_t width, size_t count)
{
	if (width == 1)
		memset(p, *(const unsigned char *)value, count);
	else
		for (size_t i = 0; i < count; i++)
			memcpy(p + i * width, value, width);
}

static CUresult
set(CUdeviceptr dst, const void *value, size_t width, size_t count, CUstream stream)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	if (!count)
		return api_leave(ctx, CUDA_SUCCESS);
	if (count > SIZE_MAX / width || dst % width)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	char *p = sim_host_view(ctx->dev->sim, dst, count * width);
	if (!p)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	fill(p, value, width, count);
	sim_host_event(ctx->dev->sim, HOST_SET, dst, 0, count * width);
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuMemsetD8_v2(CUdeviceptr dst, unsigned char value, size_t count)
{
	return set(dst, &value, sizeof value, count, NULL);
}

CUresult
cuMemsetD16_v2(CUdeviceptr dst, unsigned short value, size_t count)
{
	return set(dst, &value, sizeof value, count, NULL);
}

CUresult
cuMemsetD32_v2(CUdeviceptr dst, unsigned value, size_t count)
{
	return set(dst, &value, sizeof value, count, NULL);
}

CUresult
cuMemsetD8Async(CUdeviceptr dst, unsigned char value, size_t count, CUstream stream)
{
	return set(dst, &value, sizeof value, count, stream);
}

CUresult
cuMemsetD16Async(CUdeviceptr dst, unsigned short value, size_t count, CUstream stream)
{
	return set(dst, &value, sizeof value, count, stream);
}

CUresult
cuMemsetD32Async(CUdeviceptr dst, unsigned value, size_t count, CUstream stream)
{
	return set(dst, &value, sizeof value, count, stream);
}

/* ---- cuPointerGetAttribute ---- */

static CUresult
device_attribute(struct CUctx_st *ctx, void *value, CUpointer_attribute a, CUdeviceptr addr,
	uint64_t base, size_t size)
{
	switch (a) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)value = ctx; break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)value = CU_MEMORYTYPE_DEVICE; break;
	case CU_POINTER_ATTRIBUTE_DEVICE_POINTER: *(CUdeviceptr *)value = addr; break;
	case CU_POINTER_ATTRIBUTE_BUFFER_ID: *(uint64_t *)value = base; break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)value = 0; break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = ctx->dev->ordinal; break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(CUdeviceptr *)value = base; break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)value = size; break;
	case CU_POINTER_ATTRIBUTE_MAPPED: *(unsigned char *)value = 1; break;
	default: return CUDA_ERROR_INVALID_VALUE; /* HOST_POINTER too: there is none */
	}
	return CUDA_SUCCESS;
}

static CUresult
host_attribute(struct CUctx_st *ctx, void *value, CUpointer_attribute a, CUdeviceptr addr,
	const void *base, size_t size)
{
	switch (a) {
	case CU_POINTER_ATTRIBUTE_CONTEXT: *(CUcontext *)value = ctx; break;
	case CU_POINTER_ATTRIBUTE_MEMORY_TYPE: *(unsigned *)value = CU_MEMORYTYPE_HOST; break;
	case CU_POINTER_ATTRIBUTE_HOST_POINTER: *(CUdeviceptr *)value = addr; break;
	case CU_POINTER_ATTRIBUTE_IS_MANAGED: *(unsigned *)value = 0; break;
	case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL: *(int *)value = ctx->dev->ordinal; break;
	case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR: *(const void **)value = base; break;
	case CU_POINTER_ATTRIBUTE_RANGE_SIZE: *(size_t *)value = size; break;
	default: return CUDA_ERROR_INVALID_VALUE; /* the device cannot reach it */
	}
	return CUDA_SUCCESS;
}

CUresult
cuPointerGetAttribute(void *value, CUpointer_attribute a, CUdeviceptr addr)
{
	struct CUctx_st *ctx;
	uint64_t base;
	const void *start;
	size_t size;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!value)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (sim_alloc_range(ctx->dev->sim, addr, &base, &size))
		err = device_attribute(ctx, value, a, addr, base, size);
	else if (api_host_range((const void *)(uintptr_t)addr, &start, &size))
		err = host_attribute(ctx, value, a, addr, start, size);
	else
		err = CUDA_ERROR_INVALID_VALUE;
	return api_leave(ctx, err);
}
