/*
 * ptx.c: fuzz target: any text as PTX for the simulator, on a V100, on a K40 ("k" before the text)
 * or with all checks ("c").  What loads is run: each kernel with two teams, addresses of a small
 * buffer for parameters, and a limit of instructions.  Simulated code may do what it likes; the
 * sanitizers see that it stays in simulated memory.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "check/checks.h"

enum { BUFFER = 4096, MOST_PARAMS = 4096, MOST_SHARED = 48 << 10 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void
swallow(void *ctx, const char *text, size_t len)
{
	(void)ctx;
	(void)text;
	(void)len;
}

static void
ignore(void *ctx, const char *text)
{
	(void)ctx;
	(void)text;
}

static void
run(struct sim_device *dev, struct sim_func *f, const uint64_t *params)
{
	struct sim_func_info info = sim_func_info(f);
	struct sim_launch launch = {
		.func = f,
		.grid = { 2, 1, 1 },
		.block = { 40, 1, 1 },
		.dyn_shared = 256,
		.params = params,
		.stack_bytes = 4096,
		.max_instructions = 3000,
		.host_threads = 1,
		.print = swallow,
		.observers = sim_observers(dev),
	};
	struct sim_result result = { 0 };

	if (info.param_bytes > MOST_PARAMS || info.shared_bytes > MOST_SHARED ||
		info.local_bytes > 65536)
		return;
	sim_run(dev, &launch, &result);
	sim_log_free(&result.message);
}

static void
fuzz(struct sim_device *dev, const char *ptx)
{
	uint64_t buffer = sim_alloc(dev, BUFFER), params[MOST_PARAMS / 8];
	const char *name = "fuzz.ptx";
	struct sim_log log = { 0 };

	for (int i = 0; i < MOST_PARAMS / 8; i++)
		params[i] = i % 4 == 3 ? 8 : buffer;
	memset(sim_host_view(dev, buffer, BUFFER), 1, BUFFER);
	sim_host_event(dev, HOST_WRITE, buffer, 0, BUFFER);
	struct sim_module *m = sim_module_load(dev, 1, &ptx, &name, &log);
	for (int i = 0; m && i < sim_module_entry_count(m) && i < 8; i++)
		run(dev, sim_module_entry_at(m, i), params);
	if (m)
		sim_module_unload(m);
	sim_log_free(&log);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char kind = size && strchr("kc", data[0]) ? (char)data[0] : 0;
	static const struct sim_model *models[2];
	const struct sim_model **model = &models[kind == 'k'];
	struct sim_log none = { 0 };
	if (!*model)
		*model = kind == 'k' ? sim_gpu("k40", 3, &none) : sim_gpu("v100", 4, &none);
	struct sim_device *dev = sim_device_new(*model);
	struct checks *checks = kind == 'c' ? checks_new(dev, (1 << NCHECKS) - 1, ignore, NULL) :
					      NULL;
	char *text = malloc(size + 1);

	memcpy(text, data, size);
	text[size] = '\0';
	if (checks)
		sim_observe(dev, checks_observer(checks));
	fuzz(dev, text + (kind != 0));
	sim_device_free(dev);
	if (checks)
		checks_free(checks);
	free(text);
	return 0;
}
