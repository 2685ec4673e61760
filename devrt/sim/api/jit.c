/*
 * jit.c: what may stand behind an "image" (PTX text, what cuLinkComplete made, or a cubin), and the
 * JIT options that carry log buffers.  With option code=machine PTX is assembled before it runs.
 */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "api/api.h"

/* ---- options ---- */

CUresult
api_jit_options(struct api_jit *jit, unsigned n, const CUjit_option *options, void **values)
{
	*jit = (struct api_jit){ 0 };
	if (n && (!options || !values))
		return CUDA_ERROR_INVALID_VALUE;
	for (unsigned i = 0; i < n; i++) {
		switch (options[i]) {
		case CU_JIT_INFO_LOG_BUFFER: jit->info = values[i]; break;
		case CU_JIT_ERROR_LOG_BUFFER: jit->error = values[i]; break;
		case CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES: jit->info_len = &values[i]; break;
		case CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES: jit->error_len = &values[i]; break;
		default: /* the rest steers a code generator that we have not */
			if ((int)options[i] < 0 || (int)options[i] > 40)
				return CUDA_ERROR_INVALID_VALUE;
		}
	}
	/* A size travels in the low 32 bits of the void *. */
	jit->info_room = jit->info_len ? (unsigned)(uintptr_t)*jit->info_len : 0;
	jit->error_room = jit->error_len ? (unsigned)(uintptr_t)*jit->error_len : 0;
	return CUDA_SUCCESS;
}

static void
report(char *buffer, size_t room, void **len, const struct sim_log *log)
{
	size_t n = log && log->text ? log->len : 0;

	if (!buffer || !room)
		n = 0;
	else {
		n = n < room ? n : room - 1;
		if (n)
			memcpy(buffer, log->text, n);
		buffer[n] = 0;
	}
	if (len)
		*len = (void *)(uintptr_t)n;
}

void
api_jit_report(struct api_jit *jit, const struct sim_log *info, const struct sim_log *error)
{
	report(jit->info, jit->info_room, jit->info_len, info);
	report(jit->error, jit->error_room, jit->error_len, error);
}

/* ---- images ---- */

/* Header of a linked image; n pairs (name, text) follow, each behind its length. */
struct linked {
	char magic[8];
	uint64_t bytes; /* of the whole block */
	uint64_t n, machine;
};
struct piece {
	uint64_t bytes;
	char text[]; /* up to the next multiple of 8 */
};
#define LINKED_MAGIC "\177PTXSIM"
#define ELF_MAGIC "\177ELF"

static bool
is_cubin(const void *data)
{
	return strnlen(data, 4) == 4 && !memcmp(data, ELF_MAGIC, 4);
}

/* Return the first directive of that name outside comments, or NULL. */
static const char *
directive(const char *ptx, const char *name)
{
	size_t len = strlen(name);

	for (const char *p = ptx; *p;) {
		if (p[0] == '/' && p[1] == '/') {
			p += strcspn(p, "\n");
		} else if (p[0] == '/' && p[1] == '*') {
			p = strstr(p + 2, "*/");
			if (!p)
				return NULL;
			p += 2;
		} else if (!strncmp(p, name, len) && isspace((unsigned char)p[len])) {
			return p + len + strspn(p + len, " \t\r\n");
		} else {
			p++;
		}
	}
	return NULL;
}

int
api_ptx_target(const char *ptx)
{
	const char *p = directive(ptx, ".target");

	if (!p || strncmp(p, "sm_", 3) || !isdigit((unsigned char)p[3]))
		return 0;
	long n = strtol(p + 3, NULL, 10);
	return n > 0 && n < 10000 ? (int)n : 0;
}

static bool
image_room(struct api_image *image, int n)
{
	image->text = calloc((size_t)n, sizeof *image->text);
	image->name = calloc((size_t)n, sizeof *image->name);
	image->bytes = calloc((size_t)n, sizeof *image->bytes);
	image->n = n;
	return image->text && image->name && image->bytes;
}

static size_t
piece_bytes(size_t text)
{
	return sizeof(struct piece) + (text + 7) / 8 * 8;
}

static const char *
next_piece(const char **at, size_t *bytes)
{
	const struct piece *p = (const void *)*at;

	*at += piece_bytes(p->bytes);
	*bytes = p->bytes;
	return p->text;
}

static void
add_piece(char **at, const char *text, size_t bytes)
{
	struct piece *p = (void *)*at;

	*at += piece_bytes(bytes);
	p->bytes = bytes;
	memcpy(p->text, text, bytes);
}

static CUresult
open_linked(const struct linked *head, struct api_image *image)
{
	const char *p = (const char *)(head + 1);
	size_t n;

	if (!image_room(image, (int)head->n))
		return CUDA_ERROR_OUT_OF_MEMORY;
	image->machine = head->machine;
	for (uint64_t i = 0; i < head->n; i++) {
		image->name[i] = next_piece(&p, &n);
		image->text[i] = next_piece(&p, &image->bytes[i]);
	}
	return CUDA_SUCCESS;
}

static const char *
not_text(const void *data)
{
	uint32_t word;

	memcpy(&word, data, sizeof word);
	if (word == 0xba55ed50 || word == 0x466243b1)
		return "a fat binary";
	return NULL;
}

CUresult
api_image_open(const void *data, struct api_image *image, struct sim_log *log)
{
	const char *text = data;
	CUresult err = CUDA_SUCCESS;

	*image = (struct api_image){ 0 };
	if (!text[0]) {
		sim_log_printf(log, "error: the image is empty\n");
		return CUDA_ERROR_INVALID_IMAGE;
	}
	if (strnlen(text, 4) == 4 && not_text(data)) {
		sim_log_printf(log,
			"error: the image is %s; the simulator runs PTX text and cubins\n",
			not_text(data));
		return CUDA_ERROR_NO_BINARY_FOR_GPU;
	}
	if (!strncmp(text, LINKED_MAGIC, sizeof LINKED_MAGIC)) {
		err = open_linked(data, image);
	} else if (!image_room(image, 1)) {
		err = CUDA_ERROR_OUT_OF_MEMORY;
	} else {
		image->machine = is_cubin(data);
		image->text[0] = text;
		image->name[0] = "<ptx>";
		image->bytes[0] = image->machine ? sim_code_bytes(data) : strlen(text) + 1;
	}
	for (int i = 0; !err && !image->machine && i < image->n; i++)
		if (api_ptx_target(image->text[i]) > image->target)
			image->target = api_ptx_target(image->text[i]);
	if (err)
		api_image_close(image);
	return err;
}

void
api_image_close(struct api_image *image)
{
	free(image->text);
	free(image->name);
	free(image->bytes);
	*image = (struct api_image){ 0 };
}

void *
api_image_pack(const struct api_image *image, size_t *bytes)
{
	struct linked *head;
	size_t total = sizeof *head;

	for (int i = 0; i < image->n; i++)
		total += piece_bytes(strlen(image->name[i]) + 1) + piece_bytes(image->bytes[i]);
	head = calloc(1, total);
	if (!head)
		return NULL;
	*head = (struct linked){ .magic = LINKED_MAGIC,
		.bytes = total,
		.n = (uint64_t)image->n,
		.machine = image->machine };
	char *p = (char *)(head + 1);
	for (int i = 0; i < image->n; i++) {
		add_piece(&p, image->name[i], strlen(image->name[i]) + 1);
		add_piece(&p, image->text[i], image->bytes[i]);
	}
	*bytes = total;
	return head;
}

/* Return whether the text is newer than cuDriverGetVersion promises.  The parser knows every
 * .version up to 9.9. */
static bool
version_too_new(const char *ptx)
{
	const char *p = directive(ptx, ".version");
	int major, minor;

	if (!p || sscanf(p, "%d.%d", &major, &minor) != 2)
		return false;
	return major > 9;
}

CUresult
api_image_load(struct CUctx_st *ctx, const struct api_image *image, struct sim_module **m,
	struct sim_log *log)
{
	const struct sim_model *model = ctx->dev->model;
	bool machine = image->machine || api_driver()->machine_code;

	if (machine) {
		*m = image->machine ?
			sim_code_load(ctx->dev->sim, image->n, (const void *const *)image->text,
				image->bytes, log) :
			sim_code_assemble(ctx->dev->sim, image->n, image->text, image->name, log);
		if (*m && ctx->dev->checks && !sim_module_checkable(*m, log)) {
			sim_module_unload(*m);
			return CUDA_ERROR_NOT_SUPPORTED;
		}
		return *m ? CUDA_SUCCESS : CUDA_ERROR_NO_BINARY_FOR_GPU;
	}
	*m = sim_module_load(ctx->dev->sim, image->n, image->text, image->name, log);
	if (*m)
		return CUDA_SUCCESS;
	for (int i = 0; i < image->n; i++)
		if (version_too_new(image->text[i]))
			return CUDA_ERROR_UNSUPPORTED_PTX_VERSION;
	if (image->target > model->cc_major * 10 + model->cc_minor)
		return CUDA_ERROR_NO_BINARY_FOR_GPU;
	return CUDA_ERROR_INVALID_PTX;
}
