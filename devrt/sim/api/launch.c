/*
 * launch.c: cuLaunchKernel and the occupancy questions.
 *
 * The launch runs the whole grid before it returns, but a fault is reported as on a real device:
 * by the next call on the context, and by every one after it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"
#include "timing/timing.h"

/* ---- occupancy ---- */

static int
smaller(int a, int b)
{
	return a < b ? a : b;
}

static int
registers(const struct CUfunc_st *f)
{
	return occupancy_registers(f->module->ctx->dev->model, sim_func_info(f->sim));
}

int
api_occupancy(const struct CUfunc_st *f, int threads, size_t dynamic_shared)
{
	return occupancy(f->module->ctx->dev->model, threads, registers(f),
		sim_func_info(f->sim).shared_bytes + dynamic_shared)
		.blocks;
}

CUresult
cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction func, int block_size,
	size_t dynamic_shared)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	if (!blocks || block_size <= 0)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	*blocks = api_occupancy(func, block_size, dynamic_shared);
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block_size, CUfunction func,
	CUoccupancyB2DSize shared_for, size_t dynamic_shared, int limit)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);
	int best = 0, best_size = 0, best_blocks = 0;

	if (err)
		return err;
	if (!min_grid || !block_size)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	const struct sim_model *m = ctx->dev->model;
	int most = sim_func_info(func->sim).max_threads;
	most = most ? smaller(most, m->max_threads_per_block) : m->max_threads_per_block;
	if (limit > 0)
		most = smaller(most, limit);
	for (int size = (most + 31) / 32 * 32; size > 0; size -= 32) {
		int n = smaller(size, most);
		int blocks = api_occupancy(func, n, shared_for ? shared_for(n) : dynamic_shared);

		if (blocks * n > best) {
			best = blocks * n;
			best_size = n;
			best_blocks = blocks;
		}
	}
	*block_size = best_size;
	*min_grid = best_blocks * m->sms;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* ---- parameters ---- */

/* Read the "extra" list: pointer and size of a buffer in parameter layout. */
static CUresult
params_from_extra(void **extra, const void **buffer, size_t *size)
{
	*buffer = NULL;
	*size = 0;
	for (int i = 0; extra[i] != CU_LAUNCH_PARAM_END; i += 2) {
		if (extra[i] == CU_LAUNCH_PARAM_BUFFER_POINTER)
			*buffer = extra[i + 1];
		else if (extra[i] == CU_LAUNCH_PARAM_BUFFER_SIZE && extra[i + 1])
			*size = *(size_t *)extra[i + 1];
		else
			return CUDA_ERROR_INVALID_VALUE;
	}
	return *buffer ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/* Return the bytes that the parameters reach to.  param_bytes may end in padding. */
static size_t
params_end(struct sim_func *f)
{
	int n = sim_func_info(f).nparams;

	if (!n)
		return 0;
	struct sim_param last = sim_func_param(f, n - 1);
	return last.offset + last.size;
}

static CUresult
gather_params(struct sim_func *f, void **params, void **extra, char *out)
{
	struct sim_func_info info = sim_func_info(f);
	const void *buffer;
	size_t size;

	if (!info.nparams)
		return params && extra ? CUDA_ERROR_INVALID_VALUE : CUDA_SUCCESS;
	if (!params == !extra)
		return CUDA_ERROR_INVALID_VALUE;
	if (extra) {
		CUresult err = params_from_extra(extra, &buffer, &size);

		if (err || size < params_end(f))
			return CUDA_ERROR_INVALID_VALUE;
		memcpy(out, buffer, size < info.param_bytes ? size : info.param_bytes);
		return CUDA_SUCCESS;
	}
	for (int i = 0; i < info.nparams; i++) {
		struct sim_param p = sim_func_param(f, i);

		if (!params[i])
			return CUDA_ERROR_INVALID_VALUE;
		memcpy(out + p.offset, params[i], p.size);
	}
	return CUDA_SUCCESS;
}

/* ---- the launch ---- */

static CUresult
refuse(CUresult err, CUfunction func, const char *what, unsigned long long is,
	unsigned long long limit)
{
	api_say("%s: cannot launch: %s %llu, at most %llu", sim_func_info(func->sim).name, what, is,
		limit);
	return err;
}

static CUresult
check_shape(CUfunction func, struct sim_dim3 g, struct sim_dim3 b)
{
	const struct sim_model *m = func->module->ctx->dev->model;
	uint64_t threads = (uint64_t)b.x * b.y * b.z;
	int most = sim_func_info(func->sim).max_threads;

	if (!threads || !g.x || !g.y || !g.z) {
		api_say("%s: cannot launch: a dimension is 0", sim_func_info(func->sim).name);
		return CUDA_ERROR_INVALID_VALUE;
	}
	if (g.x > INT32_MAX || g.y > 65535 || g.z > 65535)
		return refuse(CUDA_ERROR_INVALID_VALUE, func, "a grid dimension is",
			g.z > 65535         ? g.z :
				g.y > 65535 ? g.y :
					      g.x,
			g.x > INT32_MAX ? INT32_MAX : 65535);
	if (b.z > 64)
		return refuse(CUDA_ERROR_INVALID_VALUE, func, "block z is", b.z, 64);
	if (b.x > 1024 || b.y > 1024 || threads > (uint64_t)m->max_threads_per_block)
		return refuse(CUDA_ERROR_INVALID_VALUE, func, "threads per block are", threads,
			(unsigned)m->max_threads_per_block);
	if (most && threads > (uint64_t)most)
		return refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, func,
			"its .maxntid is exceeded: threads per block are", threads, (unsigned)most);
	return CUDA_SUCCESS;
}

static CUresult
check_resources(CUfunction func, int threads, size_t dynamic_shared)
{
	const struct sim_model *m = func->module->ctx->dev->model;
	size_t fixed = sim_func_info(func->sim).shared_bytes;

	if (dynamic_shared > func->max_dynamic_shared)
		return refuse(CUDA_ERROR_INVALID_VALUE, func, "dynamic shared memory is",
			dynamic_shared, func->max_dynamic_shared);
	if (fixed + dynamic_shared > m->shared_per_block_optin)
		return refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, func, "shared memory is",
			fixed + dynamic_shared, m->shared_per_block_optin);
	if (!api_occupancy(func, threads, dynamic_shared))
		return refuse(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES, func,
			"registers of the block are", (unsigned)registers(func) * (unsigned)threads,
			(unsigned)m->regs_per_sm);
	return CUDA_SUCCESS;
}

static CUresult
fault_code(enum sim_status status)
{
	switch (status) {
	case SIM_OK: return CUDA_SUCCESS;
	case SIM_BAD_ADDRESS: return CUDA_ERROR_ILLEGAL_ADDRESS;
	case SIM_TRAP: return CUDA_ERROR_LAUNCH_FAILED;
	case SIM_DEADLOCK: return CUDA_ERROR_LAUNCH_TIMEOUT;
	case SIM_LIMIT: return CUDA_ERROR_LAUNCH_TIMEOUT;
	case SIM_STACK: return CUDA_ERROR_HARDWARE_STACK_ERROR;
	case SIM_UNSUPPORTED: return CUDA_ERROR_ILLEGAL_INSTRUCTION;
	}
	return CUDA_ERROR_UNKNOWN;
}

/* Print on the program's own standard output, in order. */
static void
print(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	fwrite(text, 1, len, stdout);
}

static void
run(struct CUctx_st *ctx, struct sim_launch *launch)
{
	struct api_driver *d = api_driver();
	struct sim_result result = { 0 };
	struct timing_run timing;

	pthread_mutex_lock(&d->lock);
	launch->host_threads = d->threads;
	launch->max_instructions = d->max_instructions;
	launch->host_memory = d->host_memory && ctx->dev->model->pageable;
	pthread_mutex_unlock(&d->lock);
	launch->print = print;
	launch->heap_bytes = ctx->limit[CU_LIMIT_MALLOC_HEAP_SIZE];
	launch->pending_limit = (uint32_t)ctx->limit[CU_LIMIT_DEV_RUNTIME_PENDING_LAUNCH_COUNT];
	launch->observers = sim_observers(ctx->dev->sim);
	/* The default limit is for real frames; ours may be wider, so only a larger one counts. */
	if (ctx->limit[CU_LIMIT_STACK_SIZE] > 64 << 10)
		launch->stack_bytes = ctx->limit[CU_LIMIT_STACK_SIZE];
	api_timing_begin(ctx->dev, launch, &timing);
	ctx->sticky = fault_code(sim_run(ctx->dev->sim, launch, &result));
	api_timing_end(ctx->dev, launch, &timing);
	if (ctx->sticky)
		api_say("%s", result.message.text ? result.message.text : "no reason given");
	sim_log_free(&result.message);
}

CUresult
cuLaunchKernel(CUfunction func, unsigned grid_x, unsigned grid_y, unsigned grid_z, unsigned block_x,
	unsigned block_y, unsigned block_z, unsigned shared_bytes, CUstream stream, void **params,
	void **extra)
{
	struct sim_launch launch = {
		.grid = { grid_x, grid_y, grid_z },
		.block = { block_x, block_y, block_z },
		.dyn_shared = shared_bytes,
	};
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	if (!api_stream_ok(ctx, stream))
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	err = check_shape(func, launch.grid, launch.block);
	if (!err)
		err = check_resources(func, (int)(block_x * block_y * block_z), shared_bytes);
	if (err)
		return api_leave(ctx, err);
	char *buffer = calloc(1, sim_func_info(func->sim).param_bytes + 1);
	if (!buffer)
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	err = gather_params(func->sim, params, extra, buffer);
	if (err) {
		api_say("%s: cannot launch: it takes %d parameters, %zu bytes; these are not given",
			sim_func_info(func->sim).name, sim_func_info(func->sim).nparams,
			params_end(func->sim));
	} else {
		launch.func = func->sim;
		launch.params = buffer;
		run(ctx, &launch);
	}
	free(buffer);
	return api_leave(ctx, err);
}
