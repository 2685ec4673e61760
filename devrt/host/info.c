/*
 * info.c: what DEVRT_INFO asks to see, on standard error.  Callers test the bit.
 */
#include <stdio.h>
#include <string.h>
#include "rt.h"

static void
refs(const struct devrt_entry_range *e)
{
	if (e->refs == DEVRT_FOREVER)
		fputs("for ever", stderr);
	else
		fprintf(stderr, "%llu", (unsigned long long)e->refs);
}

static void
line(const char *what, const struct devrt_entry_range *e)
{
	fprintf(stderr, "%s host %p device 0x%llx bytes %zu references ", what, (void *)e->host,
		(unsigned long long)e->dev, e->bytes);
	refs(e);
	fprintf(stderr, " '%s'", e->name);
	if (e->place.file)
		fprintf(stderr, " at %s:%d:%d", e->place.file, e->place.line, e->place.column);
	fputc('\n', stderr);
}

void
devrt_info_table(const struct devrt_device *dev)
{
	fprintf(stderr, "devrt: device %d: %zu ranges are mapped\n", dev->number, dev->table.n);
	for (size_t i = 0; i < dev->table.n; i++)
		line(" ", dev->table.v[i]);
}

void
devrt_info_present(const struct devrt_device *dev, const struct devrt_item_info *info,
	const struct devrt_entry_range *e)
{
	fprintf(stderr, "devrt: device %d: '%s' is present:", dev->number, info->name);
	line("", e);
}

void
devrt_info_mapping(const struct devrt_device *dev, const char *what,
	const struct devrt_entry_range *e)
{
	fprintf(stderr, "devrt: device %d: %s:", dev->number, what);
	line("", e);
}

void
devrt_info_copy(const struct devrt_device *dev, const char *name, size_t bytes, bool to_device,
	const char *with)
{
	fprintf(stderr, "devrt: device %d: copy %s device: '%s', %zu bytes", dev->number,
		to_device ? "to" : "from", name, bytes);
	if (with)
		fprintf(stderr, ", together with '%s'", with);
	fputc('\n', stderr);
}

void
devrt_info_copies(const struct devrt_rt *rt)
{
	for (int i = 0; i < rt->ndevices; i++) {
		const struct devrt_device *dev = &rt->device[i];

		if (dev->open)
			fprintf(stderr,
				"devrt: device %d: in all %llu copies to device, %llu bytes; "
				"%llu from device, %llu bytes\n",
				i, (unsigned long long)dev->transfers[1].n,
				(unsigned long long)dev->transfers[1].bytes,
				(unsigned long long)dev->transfers[0].n,
				(unsigned long long)dev->transfers[0].bytes);
	}
}

/* Say that the module came with machine code; ERR: that the driver cannot take it. */
void
devrt_info_code(const struct devrt_device *dev, const struct devrt_module *module, int arch,
	CUresult err)
{
	fprintf(stderr, "devrt: device %d: %s: machine code of sm_%d%s\n", dev->number,
		module->source, arch, err ? " is refused, its PTX is taken" : "");
}

/* Say how large the launch is, then why. */
void
devrt_info_kernel(const struct devrt_device *dev, const struct devrt_kernel *kernel,
	const struct devrt_function *fn, const struct devrt_shape *shape, uint64_t trip_count)
{
	fprintf(stderr,
		"devrt: device %d: %s:%d:%d: launch %s, scheme %s: %u teams of %u threads, "
		"blocks of %u",
		dev->number, kernel->place.file, kernel->place.line, kernel->place.column,
		fn->entry->name, kernel->scheme, shape->teams, shape->threads, shape->block);
	if (fn->entry->lanes > 1)
		fprintf(stderr, " (groups of %d lanes)", fn->entry->lanes);
	if (trip_count)
		fprintf(stderr, ", %llu iterations", (unsigned long long)trip_count);
	if (shape->asked)
		fprintf(stderr, "; %llu threads were asked for, a team holds %u",
			(unsigned long long)shape->asked, shape->threads);
	fprintf(stderr, "\ndevrt: device %d:   grid %s: %u teams (%s), %u threads (%s); ",
		dev->number, devrt_grid_name(dev->settings), shape->teams, shape->teams_why,
		shape->threads, shape->threads_why);
	if (shape->laid_out)
		fprintf(stderr, "%u x %u x %u teams of %u x %u x %u, ", shape->grid[0],
			shape->grid[1], shape->grid[2], shape->tile[0], shape->tile[1],
			shape->tile[2]);
	fprintf(stderr, "%d registers, %llu shared bytes, %d SMs\n", fn->registers,
		fn->shared + (unsigned long long)kernel->dyn_shared, dev->sms);
}

void
devrt_info_argument(const struct devrt_device *dev, const struct devrt_param *param,
	const void *value)
{
	unsigned long long bits = 0;

	if (param->bytes > sizeof bits) {
		fprintf(stderr, "devrt: device %d:   %s: %u bytes\n", dev->number, param->name,
			param->bytes);
		return;
	}
	memcpy(&bits, value, param->bytes);
	fprintf(stderr, "devrt: device %d:   %s: 0x%llx%s\n", dev->number, param->name, bits,
		param->item >= 0 ? " (device address)" : "");
}
