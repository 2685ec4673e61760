/*
 * message.c: every message of libdevrt that ends the program or warns, and nothing else.  One
 * message per failure: the construct's place, what was tried, what the driver said.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "rt.h"

struct devrt_place_text
devrt_place_text(const struct devrt_place *place)
{
	struct devrt_place_text t;

	snprintf(t.s, sizeof t.s, "%s:%d:%d", place->file ? place->file : "?", place->line,
		place->column);
	return t;
}

/* ---- pieces ---- */

static void
begin(const struct devrt_place *place, const char *kind)
{
	fflush(stdout);
	if (place && place->file)
		fprintf(stderr, "%s:%d:%d: %s: ", place->file, place->line, place->column, kind);
	else
		fprintf(stderr, "devrt: %s: ", kind);
}

/* Begin a message about a call that failed, unless that was because a region failed that was left
 * running: then it is about that one. */
static void
begin_on(const struct devrt_device *dev, const struct devrt_place *place)
{
	devrt_catch_up((struct devrt_device *)dev);
	begin(place, "error");
}

static void
device(const struct devrt_device *dev)
{
	fprintf(stderr, "device %d (%s)", dev->number, dev->name[0] ? dev->name : "not opened");
}

static void
result(const struct devrt_driver *drv, CUresult err)
{
	const char *name = NULL, *text = NULL;

	drv->cuGetErrorName(err, &name);
	drv->cuGetErrorString(err, &text);
	fprintf(stderr, "%s (%d): %s", name ? name : "error", (int)err,
		text ? text : "unknown error");
	if (drv->injected)
		fputs(" [injected by DEVRT_FAULT]", stderr);
}

/* Return whether a kernel left the error behind, so that the last message is about it. */
static bool
is_fault(CUresult err)
{
	return err >= CUDA_ERROR_ILLEGAL_ADDRESS && err < CUDA_ERROR_NOT_PERMITTED;
}

static void
last_message(const struct devrt_driver *drv)
{
	const char *text = drv->last_message ? drv->last_message() : "";

	if (*text)
		fprintf(stderr, "%s%s", text, text[strlen(text) - 1] == '\n' ? "" : "\n");
}

static _Noreturn void
stop(const struct devrt_device *dev)
{
	if (dev && dev->settings->info & DEVRT_INFO_TABLE)
		devrt_info_table(dev);
	devrt_stop();
}

static void
size(size_t bytes)
{
	if (bytes >= (size_t)10 << 30)
		fprintf(stderr, "%zu GiB", bytes >> 30);
	else if (bytes >= 10 << 20)
		fprintf(stderr, "%zu MiB", bytes >> 20);
	else
		fprintf(stderr, "%zu bytes", bytes);
}

/* ---- start-up ---- */

_Noreturn void
devrt_fail_memory(void)
{
	begin(NULL, "error");
	fputs("out of host memory\n", stderr);
	stop(NULL);
}

void *
devrt_grown(void *v, size_t n, size_t *cap, size_t size)
{
	if (n < *cap)
		return v;
	*cap = *cap ? 2 * *cap : 16;
	v = realloc(v, *cap * size);
	if (!v)
		devrt_fail_memory();
	return v;
}

void *
devrt_copy_of(const void *p, size_t bytes)
{
	void *copy = malloc(bytes + 1);

	if (!copy)
		devrt_fail_memory();
	return bytes ? memcpy(copy, p, bytes) : copy;
}

_Noreturn void
devrt_fail_setting(const char *name, const char *value, const char *expected)
{
	begin(NULL, "error");
	fprintf(stderr, "%s=%s: expected %s\n", name, value, expected);
	stop(NULL);
}

_Noreturn void
devrt_fail_models(const struct devrt_driver *sim, const char *list)
{
	begin(NULL, "error");
	fprintf(stderr, "DEVRT_DEVICE=%s: ", list);
	last_message(sim);
	stop(NULL);
}

void
devrt_warn_setting(const char *name, const char *value, const char *expected)
{
	begin(NULL, "warning");
	fprintf(stderr, "%s=%s: %s\n", name, value, expected);
}

void
devrt_warn_name(const char *name, const char *guess)
{
	begin(NULL, "warning");
	fprintf(stderr, "the environment variable '%s' is unknown", name);
	if (guess)
		fprintf(stderr, "; did you mean '%s'?", guess);
	fputc('\n', stderr);
}

_Noreturn void
devrt_fail_abi(const struct devrt_module *module)
{
	begin(NULL, "error");
	fprintf(stderr,
		"%s was compiled for version %d of the runtime, this is version %d; "
		"compile it again\n",
		module->source, module->abi, DEVRT_ABI);
	stop(NULL);
}

_Noreturn void
devrt_fail_mandatory(const struct devrt_place *place, const char *why)
{
	begin(place, "error");
	fprintf(stderr, "no device, and OMP_TARGET_OFFLOAD=MANDATORY: %s\n", why);
	stop(NULL);
}

void
devrt_say_fallback(const char *why)
{
	begin(NULL, "note");
	fprintf(stderr, "no device (%s); target regions run on the host\n", why);
}

void
devrt_say_untimed(void)
{
	begin(NULL, "note");
	fputs("omp_get_wtime tells how long this computer simulates the GPU; with DEVRT_TIMING=1 "
	      "it tells the GPU's time\n",
		stderr);
}

_Noreturn void
devrt_fail_number(const struct devrt_place *place, long long number, int ndevices)
{
	begin(place, "error");
	fprintf(stderr, "there is no device %lld: devices are 0 to %d, %d is the host\n", number,
		ndevices - 1, ndevices);
	stop(NULL);
}

_Noreturn void
devrt_fail_open(const struct devrt_device *dev, const struct devrt_place *place, const char *call,
	CUresult err)
{
	begin_on(dev, place);
	fputs("cannot use ", stderr);
	device(dev);
	fprintf(stderr, ": %s gives ", call);
	result(dev->drv, err);
	fputc('\n', stderr);
	stop(NULL);
}

/* ---- loading ---- */

_Noreturn void
devrt_fail_unified(const struct devrt_device *dev, const struct devrt_place *place)
{
	begin(place, "error");
	fputs("the program requires unified_shared_memory, and ", stderr);
	device(dev);
	fputs(" cannot use the host's memory\n", stderr);
	stop(dev);
}

_Noreturn void
devrt_fail_image(const struct devrt_device *dev, const struct devrt_place *place,
	const struct devrt_module *module)
{
	begin(place, "error");
	fprintf(stderr, "the code of %s is for ", module->source);
	for (int i = 0; i < module->nimages; i++)
		fprintf(stderr, "%ssm_%d", i ? ", " : "", module->images[i].arch);
	fprintf(stderr, "%s; ", module->nimages ? "" : "no GPU");
	device(dev);
	fprintf(stderr, " is an sm_%d", dev->cc);
	if (dev->settings->arch)
		fprintf(stderr, ", and DEVRT_ARCH allows none above sm_%d", dev->settings->arch);
	fputc('\n', stderr);
	stop(dev);
}

/* Return the next line of the linker's log that says what nobody defines, in the words of the
 * simulator or of NVIDIA: where the name in its quotes begins, with its length in *n.  Return NULL
 * if there is none. */
static const char *
next_missing(const char *log, size_t *n)
{
	for (; *log; log += strspn(log, "\n")) {
		size_t line = strcspn(log, "\n");
		const char *quote = memchr(log, '\'', line);

		if (quote &&
			(memmem(log, line, "is not defined in any text", 26) ||
				memmem(log, line, "ndefined reference to", 21))) {
			*n = strcspn(quote + 1, "'\n");
			return quote + 1;
		}
		log += line;
	}
	return NULL;
}

static bool
is_said(const char *log, const char *name, size_t n)
{
	const char *first = memmem(log, strlen(log), name - 1, n + 2);

	return first && first < name - 1;
}

static void
missing(const struct devrt_place *place, const char *log)
{
	size_t n;

	for (const char *name = log; (name = next_missing(name, &n)); name += strcspn(name, "\n")) {
		if (is_said(log, name, n))
			continue;
		begin(place, "error");
		fprintf(stderr,
			"no file of the program has device code for '%.*s': put its definition under "
			"'#pragma omp declare target', or, if it asks for thread numbers or shares out its "
			"caller's work, into this file\n",
			(int)n, name);
	}
}

_Noreturn void
devrt_fail_load(const struct devrt_device *dev, const struct devrt_place *place, const char *what,
	CUresult err, const char *log)
{
	size_t n;

	if (log && next_missing(log, &n)) {
		missing(place, log);
		stop(dev);
	}
	begin_on(dev, place);
	fprintf(stderr, "cannot load %s on ", what);
	device(dev);
	fputs(": ", stderr);
	result(dev->drv, err);
	fputc('\n', stderr);
	if (log && *log)
		fprintf(stderr, "%s%s", log, log[strlen(log) - 1] == '\n' ? "" : "\n");
	stop(dev);
}

_Noreturn void
devrt_fail_symbol(const struct devrt_device *dev, const struct devrt_place *place, const char *what,
	const char *symbol, const char *source)
{
	begin_on(dev, place);
	fprintf(stderr, "%s '%s' is not in the device code of %s loaded on ", what, symbol, source);
	device(dev);
	fputc('\n', stderr);
	stop(dev);
}

/* ---- memory ---- */

_Noreturn void
devrt_fail_alloc(const struct devrt_device *dev, const struct devrt_place *place, const char *name,
	size_t bytes, CUresult err)
{
	size_t free_bytes = 0, total = 0;

	begin_on(dev, place);
	if (err == CUDA_ERROR_OUT_OF_MEMORY)
		fputs("out of device memory: ", stderr);
	fprintf(stderr, "cannot allocate ");
	size(bytes);
	fprintf(stderr, " for '%s' on ", name);
	device(dev);
	if (err != CUDA_ERROR_OUT_OF_MEMORY || dev->drv->injected) {
		fputs(": ", stderr);
		result(dev->drv, err);
	} else if (!dev->drv->cuMemGetInfo_v2(&free_bytes, &total)) {
		fputs(": ", stderr);
		size(free_bytes);
		fputs(" of ", stderr);
		size(total);
		fputs(" are free", stderr);
	}
	fputc('\n', stderr);
	stop(dev);
}

_Noreturn void
devrt_fail_copy(const struct devrt_device *dev, const struct devrt_place *place, const char *name,
	int others, size_t bytes, bool to_device, CUresult err)
{
	begin_on(dev, place);
	fprintf(stderr, "cannot copy '%s' ", name);
	if (others)
		fprintf(stderr, "and %d more ", others);
	fputc('(', stderr);
	size(bytes);
	fprintf(stderr, ") %s ", to_device ? "to" : "from");
	device(dev);
	fputs(": ", stderr);
	result(dev->drv, err);
	fputc('\n', stderr);
	if (is_fault(err))
		last_message(dev->drv);
	stop(dev);
}

_Noreturn void
devrt_fail_length(const struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item)
{
	begin(&i->place, "error");
	fprintf(stderr,
		"'%s' would have %lld bytes: the length of an array section must not be negative\n",
		i->name, (long long)item->bytes);
	stop(dev);
}

/* Report a map longer than the memory that holds the array, whose own end is unknown. */
_Noreturn void
devrt_fail_host_memory(const struct devrt_device *dev, const struct devrt_item_info *i,
	const struct devrt_item *item, size_t there)
{
	begin(&i->place, "error");
	fprintf(stderr, "'%s' is mapped with ", i->name);
	size(item->bytes);
	fputs(", but the host has memory there for at most ", stderr);
	size(there);
	fputs(": the array is shorter than the map\n", stderr);
	stop(dev);
}

static const char *
relation(const struct devrt_item *item, const struct devrt_entry_range *before)
{
	uintptr_t begin = (uintptr_t)item->begin, end = begin + item->bytes;

	if (begin <= before->host && end >= before->host + before->bytes)
		return "contains";
	return "overlaps";
}

/* Write one of the two operations of a mapping error. */
static void
operation(const struct devrt_place *place, const char *when, const char *name, uintptr_t host,
	size_t bytes, const char *kind)
{
	begin(place, "note");
	fprintf(stderr, "%s '%s' (%s): host %p to %p, %zu byte%s\n", when, name, kind, (void *)host,
		(void *)(host + bytes - 1), bytes, bytes == 1 ? "" : "s");
}

static const char *
now_kind(const struct devrt_item_info *info)
{
	if (info->flags & (DEVRT_MAP_UPDATE_TO | DEVRT_MAP_UPDATE_FROM))
		return "target update";
	return info->flags & DEVRT_MAP_IMPLICIT ? "implicit" : "explicit";
}

static const char *
before_kind(const struct devrt_entry_range *e)
{
	if (e->associated)
		return "omp_target_associate_ptr";
	if (e->refs == DEVRT_FOREVER)
		return "declare target";
	return e->implicit ? "implicit" : "explicit";
}

/* Say what the user can change. */
static void
advice(const struct devrt_item *item, const struct devrt_entry_range *before)
{
	uintptr_t first = (uintptr_t)item->begin, end = first + item->bytes;

	begin(&before->place, "note");
	if (first > before->host)
		first = before->host;
	if (end < before->host + before->bytes)
		end = before->host + before->bytes;
	fprintf(stderr,
		"a range cannot grow while it is mapped: map %zu bytes from %p on already here, or "
		"unmap '%s' first\n",
		end - first, (void *)first, before->name);
}

/* Report a longer section after a shorter one: both operations, as in Tiotto et al. 2020, Figure
 * 15. */
_Noreturn void
devrt_fail_extends(const struct devrt_device *dev, const struct devrt_item_info *info,
	const struct devrt_item *item, const struct devrt_entry_range *before)
{
	const char *kind = info->flags & DEVRT_MAP_IMPLICIT ? " (mapped implicitly)" : "";

	begin(&info->place, "error");
	fprintf(stderr, "'%s'%s %s what is already mapped on ", info->name, kind,
		relation(item, before));
	device(dev);
	fputs(", and is not inside it [OpenMP 5.8.3]\n", stderr);
	operation(&info->place, "now", info->name, (uintptr_t)item->begin, item->bytes,
		now_kind(info));
	operation(&before->place, "before", before->name, before->host, before->bytes,
		before_kind(before));
	advice(item, before);
	stop(dev);
}

/* Return a range in which a part of item i's variable lies, away from where BESIDE says that its
 * base is; or NULL. */
static const struct devrt_entry_range *
part(const struct devrt_device *dev, const struct devrt_maps *m, int i,
	const struct devrt_entry_range *beside)
{
	for (int k = 0; k < m->n; k++) {
		const struct devrt_item *item = &m->items[k];
		struct devrt_entry_range *e = NULL;

		if (m->found->item[k].present && m->infos[k].object == m->infos[i].object)
			e = devrt_item_first(dev, item);
		for (; e; e = devrt_item_next(dev, item, e))
			if (!beside || e->dev - e->host != beside->dev - beside->host)
				return e;
	}
	return NULL;
}

static void
where(const struct devrt_entry_range *e)
{
	operation(&e->place, "part", e->name, e->host, e->bytes, before_kind(e));
}

_Noreturn void
devrt_fail_apart(const struct devrt_device *dev, const struct devrt_maps *m, int i)
{
	const struct devrt_entry_range *a = part(dev, m, i, NULL),
				       *b = a ? part(dev, m, i, a) : NULL;

	begin(&m->infos[i].place, "error");
	fprintf(stderr, "parts of '%s' lie apart on ", m->infos[i].name);
	device(dev);
	fputs(", and a region finds them by one address: expected one construct that maps them all\n",
		stderr);
	if (m->infos[i].flags & DEVRT_MAP_IMPLICIT) {
		begin(&m->infos[i].place, "note");
		fprintf(stderr,
			"no clause names '%s', so all that is mapped of it is meant: write a map clause "
			"for just the part that the region uses\n",
			m->infos[i].name);
	}
	if (b) {
		where(a);
		where(b);
	}
	stop(dev);
}

_Noreturn void
devrt_fail_null(const struct devrt_device *dev, const struct devrt_item_info *info, size_t bytes)
{
	begin(&info->place, "error");
	fprintf(stderr, "'%s' is %zu bytes at a null pointer, which cannot be mapped\n", info->name,
		bytes);
	stop(dev);
}

_Noreturn void
devrt_fail_absent(const struct devrt_device *dev, const struct devrt_item_info *info)
{
	begin(&info->place, "error");
	fprintf(stderr, "'%s' has the present modifier, but is not mapped on ", info->name);
	device(dev);
	fputc('\n', stderr);
	stop(dev);
}

/* ---- kernels ---- */

static void
kernel_shape(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_shape *shape)
{
	fprintf(stderr, "target region %s (scheme %s, %u teams of %u threads, blocks of %u) on ",
		kernel->name, kernel->scheme, shape->teams, shape->threads, shape->block);
	device(dev);
}

_Noreturn void
devrt_fail_launch(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_shape *shape, CUresult err)
{
	begin_on(dev, &kernel->place);
	fputs("cannot launch ", stderr);
	kernel_shape(dev, kernel, shape);
	fputs(": ", stderr);
	result(dev->drv, err);
	fputc('\n', stderr);
	if (!dev->drv->injected)
		last_message(dev->drv);
	stop(dev);
}

/* List pointers that the region has got as they are: the most frequent reason for a bad address. */
static void
unmapped_pointers(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_item *items)
{
	for (int i = 0; i < kernel->nitems; i++) {
		const struct devrt_item_info *info = &kernel->items[i];
		const struct devrt_item *item = &items[i];

		if (!(info->flags & DEVRT_MAP_ZERO_LENGTH) || !item->begin ||
			devrt_table_find(&dev->table, item->begin, 0))
			continue;
		begin(&info->place, "note");
		fprintf(stderr,
			"pointer '%s' is %p as on the host, where nothing is mapped: expected a map of "
			"what it points to, like map(tofrom: %s[0:n])\n",
			info->name, item->begin, info->name);
	}
}

/* List variables mapped by rule of which only a part is on the device. */
static void
present_in_part(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_item *items)
{
	for (int i = 0; i < kernel->nitems; i++) {
		const struct devrt_item_info *info = &kernel->items[i];
		const struct devrt_entry_range *e = devrt_item_first(dev, &items[i]);

		if (!e || devrt_maps_nothing(info, &items[i]) || devrt_item_present(dev, &items[i]))
			continue;
		begin(&info->place, "note");
		fprintf(stderr,
			"no clause names '%s', and of its %zu bytes only '%s' is on the device: the "
			"region must use nothing else of it\n",
			info->name, items[i].bytes, e->name);
		operation(&e->place, "before", e->name, e->host, e->bytes, before_kind(e));
	}
}

static void
kernel_failed(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_shape *shape, CUresult err)
{
	begin(&kernel->place, "error");
	kernel_shape(dev, kernel, shape);
	fputs(" failed: ", stderr);
	result(dev->drv, err);
	fputc('\n', stderr);
	last_message(dev->drv);
}

_Noreturn void
devrt_fail_kernel(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_item *items, const struct devrt_shape *shape, CUresult err)
{
	kernel_failed(dev, kernel, shape, err);
	if (err == CUDA_ERROR_ILLEGAL_ADDRESS && items) {
		unmapped_pointers(dev, kernel, items);
		present_in_part(dev, kernel, items);
	}
	stop(dev);
}

static bool
is_listed(const struct devrt_left *left, const struct devrt_left *end, const struct devrt_kernel *k)
{
	while (left < end && left->kernel != k)
		left++;
	return left < end;
}

_Noreturn void
devrt_fail_left(const struct devrt_device *dev, const struct devrt_left *left, int n, CUresult err)
{
	kernel_failed(dev, left->kernel, &left->shape, err);
	for (int i = 1; i < n; i++) {
		const struct devrt_kernel *k = left[i].kernel;

		if (is_listed(left, left + i, k))
			continue;
		begin(&k->place, "note");
		fprintf(stderr,
			"or it was target region %s, which was launched behind it; with "
			"'minicc -fno-device-ahead' the host waits for each, and knows\n",
			k->name);
	}
	stop(dev);
}
