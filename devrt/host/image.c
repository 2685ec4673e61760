/*
 * image.c: the program's device code on a device: which of the images, linking when an object file
 * needs another, and where declare target variables and kernels are.
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

enum { LOG_BYTES = 16384, REGISTERS_1024 = 64 }; /* 65,536 registers for 1024 threads */

/* Return the best image that the device can take: the highest architecture not above its own, nor
 * above DEVRT_ARCH. */
static const struct devrt_image *
choose(const struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_place *place)
{
	const struct devrt_image *best = NULL;
	int limit = dev->settings->arch ? dev->settings->arch : INT_MAX;

	for (int i = 0; i < module->nimages; i++) {
		const struct devrt_image *image = &module->images[i];

		if (image->arch <= dev->cc && image->arch <= limit &&
			(!best || image->arch > best->arch))
			best = image;
	}
	if (!best)
		devrt_fail_image(dev, place, module);
	return best;
}

int
devrt_image_arch(const struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_place *place)
{
	return choose(dev, module, place)->arch;
}

static CUresult
load_image(struct devrt_device *dev, const void *image, CUmodule *m, char *log)
{
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES };
	void *values[] = { log, (void *)(uintptr_t)LOG_BYTES };

	log[0] = 0;
	if (devrt_inject(dev->drv, DEVRT_FAULT_LOAD))
		return CUDA_ERROR_INVALID_IMAGE;
	return dev->drv->cuModuleLoadDataEx(m, image, 2, options, values);
}

/* Return whether the device runs the image's machine code: a GPU does if it is of its own
 * architecture, unless DEVRT_CODE=ptx; simulated ones run PTX. */
static bool
takes_code(const struct devrt_device *dev, const struct devrt_image *image)
{
	enum devrt_code asked = dev->settings->code;

	return image->code && image->arch / 10 == dev->cc / 10 &&
		(dev->drv->simulated ? asked == DEVRT_CODE_MACHINE : asked != DEVRT_CODE_PTX);
}

/* Load a module by itself.  A driver that is older than the assembler refuses its code, and then
 * makes its own. */
static void
load_alone(struct devrt_device *dev, struct devrt_loaded *l, const struct devrt_place *place)
{
	const struct devrt_image *image = choose(dev, l->module, place);
	char *log = malloc(LOG_BYTES), what[512];
	CUresult err = CUDA_ERROR_NO_BINARY_FOR_GPU;

	if (!log)
		devrt_fail_memory();
	if (takes_code(dev, image)) {
		err = load_image(dev, image->code, &l->on[dev->number], log);
		if (dev->settings->info & DEVRT_INFO_KERNELS)
			devrt_info_code(dev, l->module, image->arch, err);
	}
	if (err)
		err = load_image(dev, image->ptx, &l->on[dev->number], log);
	if (err) {
		snprintf(what, sizeof what, "the sm_%d code of %s", image->arch, l->module->source);
		devrt_fail_load(dev, place, what, err, log);
	}
	free(log);
}

/* ---- linking ---- */

static bool
pending(const struct devrt_device *dev, const struct devrt_loaded *l)
{
	return l->module->nimages && !l->on[dev->number];
}

static bool
launches_grids(const struct devrt_device *dev, const struct devrt_loaded *list)
{
	for (; list; list = list->next)
		if (pending(dev, list) && list->module->launches_grids)
			return true;
	return false;
}

/* Return whether to link machine code: all modules must have an object.  On a GPU only if asked,
 * and not with CUDA's device runtime, with which nobody has tried it. */
static bool
takes_objects(const struct devrt_device *dev, const struct devrt_loaded *list,
	const struct devrt_place *place)
{
	bool all = dev->settings->code == DEVRT_CODE_MACHINE &&
		(dev->drv->simulated || !launches_grids(dev, list));

	for (; list && all; list = list->next) {
		const struct devrt_image *image = pending(dev, list) ?
			choose(dev, list->module, place) :
			NULL;

		all = !image || (image->object && image->arch / 10 == dev->cc / 10);
	}
	return all;
}

static CUresult
add_pending(struct devrt_device *dev, struct devrt_loaded *list, bool objects, CUlinkState state,
	const struct devrt_place *place)
{
	CUresult err = CUDA_SUCCESS;

	for (struct devrt_loaded *l = list; l && !err; l = l->next) {
		if (!pending(dev, l))
			continue;
		const struct devrt_image *image = choose(dev, l->module, place);
		err = dev->drv->cuLinkAddData_v2(state,
			objects ? CU_JIT_INPUT_CUBIN : CU_JIT_INPUT_PTX,
			(void *)(objects ? image->object : image->ptx),
			objects ? image->object_bytes : strlen(image->ptx) + 1, l->module->source,
			0, NULL, NULL);
	}
	return err;
}

/* Link the modules; image is part of *state.  REGISTERS is the most that a thread gets; 0: as many
 * as the assembler likes. */
static CUresult
link_pending(struct devrt_device *dev, struct devrt_loaded *list, bool objects,
	const struct devrt_place *place, unsigned registers, char *log, CUlinkState *state,
	void **image)
{
	CUjit_option options[] = { CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES,
		CU_JIT_MAX_REGISTERS };
	void *values[] = { log, (void *)(uintptr_t)LOG_BYTES, (void *)(uintptr_t)registers };
	struct devrt_driver *drv = dev->drv;
	size_t size;
	CUresult err;

	err = drv->cuLinkCreate_v2(registers ? 3 : 2, options, values, state);
	if (!err)
		err = add_pending(dev, list, objects, *state, place);
	if (!err && !drv->simulated && launches_grids(dev, list))
		err = devrt_add_device_runtime(dev, *state, log, LOG_BYTES);
	if (!err)
		err = drv->cuLinkComplete(*state, image, &size);
	return err;
}

/* Make one module of all that are not on the device yet.  Functions that are linked get registers
 * as if nobody had blocks of 1024 threads; where a kernel has, and so 64 registers, the linker
 * refuses, and all get 64. */
static void
load_linked(struct devrt_device *dev, struct devrt_loaded *list, const struct devrt_place *place)
{
	char *log = calloc(1, LOG_BYTES), *load_log = calloc(1, LOG_BYTES);
	CUlinkState state = NULL;
	void *image = NULL;
	CUmodule m = NULL;
	CUresult err;
	bool objects = takes_objects(dev, list, place);

	if (!log || !load_log)
		devrt_fail_memory();
	err = link_pending(dev, list, objects, place, 0, log, &state, &image);
	for (struct devrt_loaded *l = list; l && objects; l = l->next)
		if (pending(dev, l) && dev->settings->info & DEVRT_INFO_KERNELS)
			devrt_info_code(dev, l->module, choose(dev, l->module, place)->arch, err);
	if (err && objects) {
		dev->drv->cuLinkDestroy(state);
		memset(log, 0, LOG_BYTES);
		err = link_pending(dev, list, false, place, 0, log, &state, &image);
	}
	if (err == CUDA_ERROR_INVALID_PTX && strstr(log, "regcount")) {
		dev->drv->cuLinkDestroy(state);
		memset(log, 0, LOG_BYTES);
		err = link_pending(dev, list, false, place, REGISTERS_1024, log, &state, &image);
	}
	if (!err)
		err = load_image(dev, image, &m, load_log);
	if (err)
		devrt_fail_load(dev, place, "the program's linked code", err,
			*log ? log : load_log);
	dev->drv->cuLinkDestroy(state);
	for (struct devrt_loaded *l = list; l; l = l->next)
		if (pending(dev, l))
			l->on[dev->number] = m;
	free(log);
	free(load_log);
}

/* ---- declare target variables: present for ever [5.8.3] ---- */

static void
map_global(struct devrt_device *dev, const struct devrt_loaded *l, const struct devrt_global *g,
	const struct devrt_place *place)
{
	struct devrt_entry_range e = {
		.host = (uintptr_t)g->host,
		.bytes = g->bytes,
		.refs = DEVRT_FOREVER,
		.name = g->name,
	};
	size_t bytes = 0;

	if (dev->drv->cuModuleGetGlobal_v2(&e.dev, &bytes, l->on[dev->number], g->name) ||
		bytes < g->bytes)
		devrt_fail_symbol(dev, place, "variable", g->name, l->module->source);
	if (!devrt_table_overlap(&dev->table, g->host, g->bytes))
		devrt_table_insert(&dev->table, e);
}

/* ---- declare target link variables: mapped on demand [7.8.1] ---- */

static void
link_set(struct devrt_device *dev, const struct devrt_link *l, const struct devrt_entry_range *e,
	bool mapped)
{
	uintptr_t host = (uintptr_t)l->global->host;
	CUdeviceptr value = mapped ? devrt_translate(e, l->global->host) : 0;
	CUresult err;

	if (host + l->global->bytes <= e->host || e->host + e->bytes <= host)
		return;
	err = devrt_copy_to(dev, l->pointer, &value, sizeof value);
	if (err)
		devrt_fail_copy(dev, &e->place, l->global->name, 0, sizeof value, true, err);
}

void
devrt_links_set(struct devrt_device *dev, const struct devrt_entry_range *e, bool mapped)
{
	for (size_t i = 0; i < dev->nlinks; i++)
		link_set(dev, &dev->links[i], e, mapped);
}

static void
add_link(struct devrt_device *dev, const struct devrt_loaded *l, const struct devrt_global *g,
	const struct devrt_place *place)
{
	struct devrt_link link = { .global = g };
	struct devrt_entry_range *e = devrt_table_overlap(&dev->table, g->host, g->bytes);
	struct devrt_entry_range itself = {
		.host = (uintptr_t)g->host,
		.bytes = g->bytes,
		.dev = (uintptr_t)g->host,
	};
	size_t bytes = 0;

	if (dev->drv->cuModuleGetGlobal_v2(&link.pointer, &bytes, l->on[dev->number], g->name))
		devrt_fail_symbol(dev, place, "variable", g->name, l->module->source);
	dev->links = devrt_grown(dev->links, dev->nlinks, &dev->links_cap, sizeof link);
	dev->links[dev->nlinks++] = link;
	if (dev->unified)
		link_set(dev, &link, &itself, true);
	else if (e)
		link_set(dev, &link, e, true);
}

static void
map_globals(struct devrt_device *dev, const struct devrt_loaded *l, const struct devrt_place *place)
{
	for (int i = 0; i < l->module->nglobals; i++) {
		const struct devrt_global *g = &l->module->globals[i];

		if (g->link)
			add_link(dev, l, g, place);
		else if (g->defined)
			map_global(dev, l, g, place);
	}
}

void
devrt_load(struct devrt_device *dev, const struct devrt_place *place)
{
	const struct devrt_rt *rt = devrt_rt();
	struct devrt_loaded *list = rt->modules, *fresh[64];
	int all = rt->nmodules;
	bool link = false;
	size_t n;

	if (dev->modules == all)
		return;
	do {
		n = 0;
		for (struct devrt_loaded *l = list; l && n < 64; l = l->next)
			if (pending(dev, l)) {
				fresh[n++] = l;
				link |= l->module->needs_link || l->module->launches_grids;
			}
		if (link && n)
			load_linked(dev, list, place);
		for (size_t i = 0; i < n && link; i++)
			dev->alone |= fresh[i]->module->alone;
		for (size_t i = 0; i < n; i++) {
			dev->prints |= fresh[i]->module->prints;
			if (!link)
				load_alone(dev, fresh[i], place);
			map_globals(dev, fresh[i], place);
		}
		if (n)
			devrt_register_wait(dev);
	} while (n == 64);
	dev->modules = all;
}

/* ---- kernels ---- */

static struct devrt_function
look_up(struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_kernel *kernel, const struct devrt_entry *entry)
{
	const struct devrt_loaded *l = module->state;
	struct devrt_function fn = { .entry = entry };
	struct devrt_driver *drv = dev->drv;
	CUresult err;

	if (!l->on[dev->number] || drv->cuModuleGetFunction(&fn.f, l->on[dev->number], entry->name))
		devrt_fail_symbol(dev, &kernel->place, "kernel", entry->name, module->source);
	if (drv->cuFuncGetAttribute(&fn.max_threads, CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, fn.f))
		fn.max_threads = dev->max_threads;
	drv->cuFuncGetAttribute(&fn.registers, CU_FUNC_ATTRIBUTE_NUM_REGS, fn.f);
	drv->cuFuncGetAttribute(&fn.shared, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES, fn.f);
	if (kernel->dyn_shared > (uint64_t)dev->max_shared) {
		err = drv->cuFuncSetAttribute(fn.f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
			(int)kernel->dyn_shared);
		if (err)
			devrt_fail_load(dev, &kernel->place, "a kernel with so much shared memory",
				err, NULL);
	}
	return fn;
}

/* Return where the entry is in the table, or belongs: addresses of static tables, hashed. */
static struct devrt_function **
place_of(struct devrt_function **table, size_t cap, const struct devrt_entry *entry)
{
	size_t i = (uintptr_t)entry / sizeof *entry * 0x9e3779b97f4a7c15u >> 32 & (cap - 1);

	while (table[i] && table[i]->entry != entry)
		i = (i + 1) & (cap - 1);
	return &table[i];
}

/* Enlarge the table, which is at most half full and has a power of two as its size. */
static void
grow(struct devrt_device *dev)
{
	size_t cap = dev->functions_cap ? dev->functions_cap * 2 : 64;
	struct devrt_function **table = calloc(cap, sizeof *table);

	if (!table)
		devrt_fail_memory();
	for (size_t i = 0; i < dev->functions_cap; i++)
		if (dev->functions[i])
			*place_of(table, cap, dev->functions[i]->entry) = dev->functions[i];
	free(dev->functions);
	dev->functions = table;
	dev->functions_cap = cap;
}

struct devrt_function *
devrt_function(struct devrt_device *dev, const struct devrt_module *module,
	const struct devrt_kernel *kernel, const struct devrt_entry *entry)
{
	if (dev->nfunctions * 2 >= dev->functions_cap)
		grow(dev);
	struct devrt_function **at = place_of(dev->functions, dev->functions_cap, entry);
	if (*at)
		return *at;
	*at = malloc(sizeof **at);
	if (!*at)
		devrt_fail_memory();
	**at = look_up(dev, module, kernel, entry);
	dev->nfunctions++;
	return *at;
}
