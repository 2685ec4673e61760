/*
 * module.c: modules and functions (cuModule*, cuFunc*).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"

void
api_module_free(struct CUmod_st *m)
{
	if (!api_handle_remove(m, API_MODULE))
		return;
	for (struct CUfunc_st *f = m->funcs, *next; f; f = next) {
		next = f->next;
		api_handle_remove(f, API_FUNC);
		free(f);
	}
	sim_module_unload(m->sim);
	free(m);
}

static CUresult
make_module(struct CUctx_st *ctx, const void *data, struct sim_log *log, struct CUmod_st **out)
{
	struct CUmod_st *m = calloc(1, sizeof *m);
	struct api_image image;
	CUresult err;

	if (!m)
		return CUDA_ERROR_OUT_OF_MEMORY;
	err = api_image_open(data, &image, log);
	if (!err) {
		err = api_image_load(ctx, &image, &m->sim, log);
		m->target = image.target;
		api_image_close(&image);
	}
	if (err) {
		free(m);
		return err;
	}
	m->ctx = ctx;
	if (!api_handle_add(m, API_MODULE, 0)) {
		sim_module_unload(m->sim);
		free(m);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	*out = m;
	return CUDA_SUCCESS;
}

CUresult
cuModuleLoadDataEx(CUmodule *module, const void *image, unsigned noptions, CUjit_option *options,
	void **values)
{
	struct CUctx_st *ctx;
	struct api_jit jit;
	struct sim_log log = { 0 };
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!module || !image)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	err = api_jit_options(&jit, noptions, options, values);
	if (err)
		return api_leave(ctx, err);
	err = make_module(ctx, image, &log, module);
	api_jit_report(&jit, err ? NULL : &log, err ? &log : NULL);
	if (err && log.text)
		api_say("%s", log.text);
	sim_log_free(&log);
	return api_leave(ctx, err);
}

CUresult
cuModuleLoadData(CUmodule *module, const void *image)
{
	return cuModuleLoadDataEx(module, image, 0, NULL, NULL);
}

CUresult
cuModuleLoad(CUmodule *module, const char *file)
{
	long size;

	if (!module || !file)
		return CUDA_ERROR_INVALID_VALUE;
	FILE *in = fopen(file, "rb");
	if (!in)
		return CUDA_ERROR_FILE_NOT_FOUND;
	fseek(in, 0, SEEK_END);
	size = ftell(in);
	rewind(in);
	char *text = size < 0 ? NULL : calloc(1, (size_t)size + 1);
	if (text && fread(text, 1, (size_t)size, in) != (size_t)size)
		*text = 0;
	fclose(in);
	CUresult err = text ? cuModuleLoadData(module, text) : CUDA_ERROR_OUT_OF_MEMORY;
	free(text);
	return err;
}

/* Check that the module is alive and of this context. */
static CUresult
check_module(struct CUctx_st *ctx, CUmodule module)
{
	if (!api_handle_is(module, API_MODULE) || module->ctx != ctx)
		return CUDA_ERROR_INVALID_HANDLE;
	return CUDA_SUCCESS;
}

CUresult
cuModuleUnload(CUmodule module)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	err = check_module(ctx, module);
	if (!err)
		api_module_free(module);
	return api_leave(ctx, err);
}

/* Return the one handle of a function, however often it is asked for. */
static struct CUfunc_st *
func_handle(struct CUmod_st *m, struct sim_func *sim)
{
	struct CUfunc_st *f;

	for (f = m->funcs; f; f = f->next)
		if (f->sim == sim)
			return f;
	f = calloc(1, sizeof *f);
	if (!f || !api_handle_add(f, API_FUNC, 0)) {
		free(f);
		return NULL;
	}
	size_t fixed = sim_func_info(sim).shared_bytes, room = m->ctx->dev->model->shared_per_block;
	*f = (struct CUfunc_st){ m->funcs, m, sim, room > fixed ? room - fixed : 0, -1 };
	return m->funcs = f;
}

CUresult
cuModuleGetFunction(CUfunction *func, CUmodule module, const char *name)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!func || !name || !*name)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	err = check_module(ctx, module);
	if (err)
		return api_leave(ctx, err);
	struct sim_func *sim = sim_module_entry(module->sim, name);
	if (!sim)
		return api_leave(ctx, CUDA_ERROR_NOT_FOUND);
	struct CUfunc_st *f = func_handle(module, sim);
	if (!f)
		return api_leave(ctx, CUDA_ERROR_OUT_OF_MEMORY);
	*func = f;
	return api_leave(ctx, CUDA_SUCCESS);
}

CUresult
cuModuleGetGlobal_v2(CUdeviceptr *addr, size_t *bytes, CUmodule module, const char *name)
{
	struct CUctx_st *ctx;
	uint64_t at;
	size_t size;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	if (!name || (!addr && !bytes))
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	err = check_module(ctx, module);
	if (err)
		return api_leave(ctx, err);
	if (!sim_module_global(module->sim, name, &at, &size))
		return api_leave(ctx, CUDA_ERROR_NOT_FOUND);
	if (addr)
		*addr = at;
	if (bytes)
		*bytes = size;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* ---- functions ---- */

CUresult
api_enter_func(CUfunction func, struct CUctx_st **ctx)
{
	CUresult err = api_enter(ctx);

	if (err)
		return err;
	if (!api_handle_is(func, API_FUNC) || func->module->ctx != *ctx)
		return api_leave(*ctx, CUDA_ERROR_INVALID_HANDLE);
	return CUDA_SUCCESS;
}

CUresult
cuFuncGetModule(CUmodule *module, CUfunction func)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	if (!module)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	*module = func->module;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* Return the threads beyond which a launch fails, be it for the model, .maxntid or the registers of
 * so many threads. */
static int
most_threads(CUfunction func)
{
	int most = func->module->ctx->dev->model->max_threads_per_block;
	int said = sim_func_info(func->sim).max_threads;

	if (said && said < most)
		most = said;
	while (most > 32 && !api_occupancy(func, most, 0))
		most = (most - 1) / 32 * 32;
	return most;
}

static CUresult
func_attribute(int *value, CUfunction_attribute a, CUfunction func)
{
	const struct sim_model *model = func->module->ctx->dev->model;
	struct sim_func_info info = sim_func_info(func->sim);

	switch (a) {
	case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = most_threads(func); break;
	case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)info.shared_bytes; break;
	case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = 0; break;
	case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)info.local_bytes; break;
	case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = info.regs < 255 ? info.regs : 255; break;
	case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = func->module->target; break;
	case CU_FUNC_ATTRIBUTE_BINARY_VERSION:
		*value = model->cc_major * 10 + model->cc_minor;
		break;
	case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = 0; break;
	case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES:
		*value = (int)func->max_dynamic_shared;
		break;
	case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = func->carveout; break;
	default: return CUDA_ERROR_INVALID_VALUE;
	}
	return CUDA_SUCCESS;
}

CUresult
cuFuncGetAttribute(int *value, CUfunction_attribute a, CUfunction func)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	return api_leave(ctx, value ? func_attribute(value, a, func) : CUDA_ERROR_INVALID_VALUE);
}

static CUresult
set_dynamic_shared(CUfunction func, int value)
{
	size_t optin = func->module->ctx->dev->model->shared_per_block_optin;

	if (value < 0 || (size_t)value + sim_func_info(func->sim).shared_bytes > optin)
		return CUDA_ERROR_INVALID_VALUE;
	func->max_dynamic_shared = (size_t)value;
	return CUDA_SUCCESS;
}

CUresult
cuFuncSetAttribute(CUfunction func, CUfunction_attribute a, int value)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	if (a == CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES)
		err = set_dynamic_shared(func, value);
	else if (a == CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT && value >= -1 &&
		value <= 100)
		func->carveout = value;
	else
		err = CUDA_ERROR_INVALID_VALUE;
	return api_leave(ctx, err);
}

/* A hint about a cache that a functional simulator has not: checked, then dropped. */
CUresult
cuFuncSetCacheConfig(CUfunction func, CUfunc_cache config)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_func(func, &ctx);

	if (err)
		return err;
	if ((int)config < CU_FUNC_CACHE_PREFER_NONE || config > CU_FUNC_CACHE_PREFER_EQUAL)
		err = CUDA_ERROR_INVALID_VALUE;
	return api_leave(ctx, err);
}
