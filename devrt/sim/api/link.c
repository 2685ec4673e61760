/*
 * link.c: the linker (cuLink*): collects PTX texts, or cubins of ptxas -c, and makes one image of them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"

struct CUlinkState_st {
	struct CUctx_st *ctx;
	struct api_jit jit; /* buffers given to cuLinkCreate, filled until the end */
	struct sim_log info, error;
	char **text, **name;
	size_t *bytes;
	int n, cap;
	bool machine; /* they are cubins */
	void *image;
};

struct CUctx_st *
api_link_ctx(struct CUlinkState_st *l)
{
	return l->ctx;
}

void
api_link_free(struct CUlinkState_st *l)
{
	for (int i = 0; i < l->n; i++) {
		free(l->text[i]);
		free(l->name[i]);
	}
	free(l->text);
	free(l->name);
	free(l->bytes);
	free(l->image);
	sim_log_free(&l->info);
	sim_log_free(&l->error);
	free(l);
}

CUresult
cuLinkCreate_v2(unsigned noptions, CUjit_option *options, void **values, CUlinkState *state)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter(&ctx);

	if (err)
		return err;
	struct CUlinkState_st *l = calloc(1, sizeof *l);
	if (!state)
		err = CUDA_ERROR_INVALID_VALUE;
	else if (!l)
		err = CUDA_ERROR_OUT_OF_MEMORY;
	else
		err = api_jit_options(&l->jit, noptions, options, values);
	if (!err && !api_handle_add(l, API_LINK, 0))
		err = CUDA_ERROR_OUT_OF_MEMORY;
	if (err) {
		free(l);
		return api_leave(ctx, err);
	}
	l->ctx = ctx;
	*state = l;
	return api_leave(ctx, CUDA_SUCCESS);
}

/* Append text, which is freed with the state from now on. */
static CUresult
append(struct CUlinkState_st *l, char *text, size_t bytes, const char *name)
{
	if (l->n == l->cap) {
		int cap = l->cap ? l->cap * 2 : 8;
		char **t = realloc(l->text, (size_t)cap * sizeof *t);
		if (t)
			l->text = t;
		char **m = realloc(l->name, (size_t)cap * sizeof *m);
		if (m)
			l->name = m;
		size_t *b = realloc(l->bytes, (size_t)cap * sizeof *b);
		if (b)
			l->bytes = b;
		if (t && m && b)
			l->cap = cap;
	}
	char *copy = strdup(name && *name ? name : "<ptx>");
	if (!text || !copy || l->n == l->cap) {
		free(text);
		free(copy);
		return CUDA_ERROR_OUT_OF_MEMORY;
	}
	l->text[l->n] = text;
	l->bytes[l->n] = bytes;
	l->name[l->n++] = copy;
	return CUDA_SUCCESS;
}

/* Accept PTX, or cubins.  A library is let pass: if its functions are called, linking says so. */
static CUresult
accept(struct CUlinkState_st *l, CUjitInputType type, const char *name)
{
	bool cubin = type == CU_JIT_INPUT_CUBIN;
	if ((type == CU_JIT_INPUT_PTX || cubin) && (!l->n || l->machine == cubin)) {
		l->machine = cubin;
		return CUDA_SUCCESS;
	}
	name = name ? name : "<input>";
	if (type == CU_JIT_INPUT_LIBRARY) {
		sim_log_printf(&l->info, "%s: a library of machine code, left out\n", name);
		return CUDA_SUCCESS;
	}
	sim_log_printf(&l->error,
		"%s: error: neither all PTX text nor all cubins, which alone can be linked\n",
		name);
	api_jit_report(&l->jit, &l->info, &l->error);
	return CUDA_ERROR_INVALID_IMAGE;
}

static CUresult
append_copy(struct CUlinkState_st *l, const void *data, size_t size, const char *name)
{
	size_t n = l->machine ? size : strnlen(data, size);
	char *copy = calloc(1, n + 1);

	if (copy)
		memcpy(copy, data, n);
	return append(l, copy, l->machine ? n : n + 1, name);
}

static CUresult
enter_link(CUlinkState state, struct CUctx_st **ctx)
{
	CUresult err = api_enter(ctx);

	if (err)
		return err;
	if (!api_handle_is(state, API_LINK) || state->ctx != *ctx)
		return api_leave(*ctx, CUDA_ERROR_INVALID_HANDLE);
	return CUDA_SUCCESS;
}

CUresult
cuLinkAddData_v2(CUlinkState state, CUjitInputType type, void *data, size_t size, const char *name,
	unsigned noptions, CUjit_option *options, void **values)
{
	struct CUctx_st *ctx;
	CUresult err = enter_link(state, &ctx);

	(void)options, (void)values;
	if (err)
		return err;
	if (!data || !size || noptions || state->image)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	err = accept(state, type, name);
	if (!err && type != CU_JIT_INPUT_LIBRARY)
		err = append_copy(state, data, size, name);
	return api_leave(ctx, err);
}

CUresult
cuLinkAddFile_v2(CUlinkState state, CUjitInputType type, const char *path, unsigned noptions,
	CUjit_option *options, void **values)
{
	struct CUctx_st *ctx;
	CUresult err = enter_link(state, &ctx);
	char *text;
	long n;

	(void)options, (void)values;
	if (err)
		return err;
	if (!path || noptions || state->image)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	FILE *in = fopen(path, "rb");
	if (!in)
		return api_leave(ctx, CUDA_ERROR_FILE_NOT_FOUND);
	err = accept(state, type, path);
	if (!err && type != CU_JIT_INPUT_LIBRARY) {
		n = fseek(in, 0, SEEK_END) ? 0 : ftell(in);
		rewind(in);
		text = malloc((size_t)n + 1);
		n = text ? (long)fread(text, 1, (size_t)n, in) : 0;
		err = text ? append_copy(state, text, (size_t)n, path) : CUDA_ERROR_OUT_OF_MEMORY;
		free(text);
	}
	fclose(in);
	return api_leave(ctx, err);
}

static CUresult
complete(struct CUlinkState_st *l, size_t *size)
{
	struct api_image image = { .n = l->n,
		.text = (const char **)l->text,
		.name = (const char **)l->name,
		.bytes = l->bytes,
		.machine = l->machine };
	struct sim_module *m;
	CUresult err;

	for (int i = 0; i < l->n && !l->machine; i++)
		if (api_ptx_target(l->text[i]) > image.target)
			image.target = api_ptx_target(l->text[i]);
	err = api_image_load(l->ctx, &image, &m, &l->error);
	if (err)
		return err;
	sim_module_unload(m); /* it was only to see that everything is there */
	l->image = api_image_pack(&image, size);
	return l->image ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult
cuLinkComplete(CUlinkState state, void **image, size_t *size)
{
	struct CUctx_st *ctx;
	size_t bytes = 0;
	CUresult err = enter_link(state, &ctx);

	if (err)
		return err;
	if (!image || state->image || !state->n)
		return api_leave(ctx, CUDA_ERROR_INVALID_VALUE);
	err = complete(state, &bytes);
	api_jit_report(&state->jit, &state->info, &state->error);
	if (err && state->error.text)
		api_say("%s", state->error.text);
	*image = err ? NULL : state->image;
	if (size)
		*size = err ? 0 : bytes;
	return api_leave(ctx, err);
}

CUresult
cuLinkDestroy(CUlinkState state)
{
	struct CUctx_st *ctx;
	CUresult err = api_enter_any(&ctx);

	if (err)
		return err;
	if (!api_handle_is(state, API_LINK) || state->ctx != ctx)
		return api_leave(ctx, CUDA_ERROR_INVALID_HANDLE);
	api_handle_remove(state, API_LINK);
	api_link_free(state);
	return api_leave(ctx, CUDA_SUCCESS);
}
