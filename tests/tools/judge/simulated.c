/*
 * simulated.c: what tests/baseline/cuda.c does, on the simulator itself, which says what each launch took.
 * SAMPLE=N: launches of at least N warp instructions are timed by a sample (timing/sample.c); else all is timed.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "replay.h"
#include "sim.h"
#include "timing/timing.h"

enum { MODULES = 64 };
static struct sim_model *model;
static struct sim_device *device;
static struct sim_module *module[MODULES];
static int modules;

static void
stop(const char *what, const struct sim_log *why)
{
	fprintf(stderr, "replay: %s: %s\n", what, why->text ? why->text : "failed");
	exit(2);
}

void
cuda_open(const char *name)
{
	struct sim_log why = { 0 };

	model = sim_gpu(name + 4, strlen(name + 4), &why);
	if (!model)
		stop(name, &why);
	device = sim_device_new(model);
}

void
cuda_load(const char *file)
{
	enum { MOST = 16 << 20 };
	FILE *in = fopen(file, "rb");
	char *image = calloc(1, MOST);
	struct sim_log why = { 0 };
	size_t bytes = in ? fread(image, 1, MOST - 1, in) : 0;

	if (bytes > 4 && !memcmp(image, "\177ELF", 4))
		module[modules] = sim_code_load(device, 1, (const void *const[]){ image }, &bytes,
			&why);
	else if (bytes)
		module[modules] = sim_module_load(device, 1, (const char *const[]){ image }, &file,
			&why);
	if (!module[modules++])
		stop(file, &why);
	fclose(in);
	free(image);
}

unsigned long long
cuda_alloc(size_t bytes)
{
	return sim_alloc(device, bytes);
}

void
cuda_free(unsigned long long p)
{
	sim_free(device, p);
}

void
cuda_to(unsigned long long to, const void *from, size_t bytes)
{
	memcpy(sim_host_view(device, to, bytes), from, bytes);
}

void
cuda_from(void *to, unsigned long long from, size_t bytes)
{
	memcpy(to, sim_host_view(device, from, bytes), bytes);
}

void
cuda_wait(void)
{
}

void
cuda_launch(const char *kernel, const unsigned shape[7], void **arguments)
{
	struct sim_func *f = NULL;
	struct sim_result result = { 0 };
	struct timing_run timing;
	char parameters[4096] = { 0 };

	for (int i = 0; !f && i < modules; i++)
		f = sim_module_entry(module[i], kernel);
	if (!f)
		stop(kernel, &result.message);
	for (int i = 0; i < sim_func_info(f).nparams; i++) {
		struct sim_param p = sim_func_param(f, i);

		memcpy(parameters + p.offset, arguments[i], p.size);
	}
	struct sim_launch launch = {
		.func = f,
		.grid = { shape[0], shape[1], shape[2] },
		.block = { shape[3], shape[4], shape[5] },
		.dyn_shared = shape[6],
		.params = parameters,
		.host_threads = 1,
	};
	timing_init(&timing, model->timing);
	timing.sample_from = getenv("SAMPLE") ? strtoull(getenv("SAMPLE"), NULL, 10) : 0;
	launch.timing = &timing.hooks;
	if (sim_run(device, &launch, &result))
		stop(kernel, &result.message);
	counts.launches++;
	counts.cycles += timing.counts.cycles;
	counts.warps += timing.counts.warp_instructions;
	counts.threads += timing.counts.thread_instructions;
	sim_log_free(&result.message);
}
