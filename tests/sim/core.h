/*
 * core.h: shared by the tests of the simulator's core: devices, modules and launches through sim.h,
 * without the driver API.  Include it in one file of a test program.
 */
#ifndef TEST_CORE_H
#define TEST_CORE_H

#include <math.h>
#include <string.h>

#include "sim.h"
#include "tap.h"

static struct {
	struct sim_device *k40, *v100;
	struct sim_log log;       /* of the last load */
	struct sim_result result; /* of the last launch */
	struct sim_log printed;
} core;

__attribute__((unused)) static struct sim_device *
device(const char *name)
{
	const struct sim_model *m = sim_gpu(name, strlen(name), &core.log);
	if (m)
		return sim_device_new(m);
	printf("Bail out! no model %s\n", name);
	exit(1);
}

__attribute__((unused)) static void
open_devices(void)
{
	core.k40 = device("k40");
	core.v100 = device("v100");
}

__attribute__((unused)) static void
close_devices(void)
{
	sim_device_free(core.k40);
	sim_device_free(core.v100);
	sim_log_free(&core.log);
	sim_log_free(&core.result.message);
	sim_log_free(&core.printed);
}

__attribute__((unused, noinline)) static char *
slurp(const char *file)
{
	FILE *in = fopen(file, "rb");
	long size = in && !fseek(in, 0, SEEK_END) ? ftell(in) : -1;
	char *text = size < 0 ? NULL : calloc(1, (size_t)size + 1);
	if (text)
		rewind(in);
	if (!text || fread(text, 1, (size_t)size, in) != (size_t)size) {
		printf("Bail out! cannot read %s\n", file);
		exit(1);
	}
	fclose(in);
	return text;
}

/* With SIM_CODE=machine in the environment the test runs what CUDA's ptxas makes of the text. */
static struct sim_module *
load(struct sim_device *dev, const char *text, const char *name)
{
	const char *code = getenv("SIM_CODE");
	sim_log_free(&core.log);
	if (code && !strcmp(code, "machine"))
		return sim_code_assemble(dev, 1, &text, NULL, &core.log);
	return sim_module_load(dev, 1, &text, &name, &core.log);
}

__attribute__((unused)) static struct sim_module *
load_text(struct sim_device *dev, const char *text)
{
	return load(dev, text, "t.ptx");
}

/* target, when given, takes the place of the file's sm_35: it decides the rule of progress. */
__attribute__((unused)) static struct sim_module *
load_file(struct sim_device *dev, const char *file, const char *target)
{
	char *text = slurp(file);
	sim_log_free(&core.log);
	if (target && strstr(text, "sm_35"))
		memcpy(strstr(text, "sm_35"), target, strlen(target));
	struct sim_module *m = load(dev, text, file);
	free(text);
	if (!ok(m != NULL, "%s loads", file))
		diag("%s", core.log.text ? core.log.text : "no message");
	return m;
}

static void
keep_text(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	sim_log_printf(&core.printed, "%.*s", (int)len, text);
}

struct run {
	unsigned teams, threads;
	size_t dyn_shared, stack;
	uint64_t limit;
	int host_threads;
};

__attribute__((unused)) static enum sim_status
run(struct sim_device *dev, struct sim_module *m, const char *kernel, struct run r,
	const void *params)
{
	struct sim_launch l = {
		.func = sim_module_entry(m, kernel),
		.grid = { r.teams, 1, 1 },
		.block = { r.threads, 1, 1 },
		.dyn_shared = r.dyn_shared,
		.stack_bytes = r.stack,
		.max_instructions = r.limit,
		.host_threads = r.host_threads,
		.params = params,
		.print = keep_text,
	};
	sim_log_free(&core.result.message);
	sim_log_free(&core.printed);
	if (!l.func) {
		printf("Bail out! no kernel %s\n", kernel);
		exit(1);
	}
	return sim_run(dev, &l, &core.result);
}

__attribute__((unused)) static bool
message_has(const char *word)
{
	bool good = core.result.message.text && strstr(core.result.message.text, word);
	if (!ok(good, "the message says \"%s\"", word))
		diag("%s", core.result.message.text ? core.result.message.text : "no message");
	return good;
}

#endif
