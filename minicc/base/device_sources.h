/*
 * The device runtime (devrt/device) as text inside minicc.
 *
 * The build turns every source file of devrt/device into one row of device_sources[], so that an
 * installed minicc needs no source tree to compile the runtime functions that a kernel calls.
 * The array ends in a NULL name.
 */
#ifndef BASE_DEVICE_SOURCES_H
#define BASE_DEVICE_SOURCES_H

#include <stddef.h>
#include <string.h>

struct device_source {
	const char *name; /* file name without folder: "reduce.c" */
	const char *text; /* the file, unchanged */
};

extern const struct device_source device_sources[];

/* Return the text of the file, or NULL if there is none of this name. */
static inline const char *
device_source_text(const char *name)
{
	const struct device_source *s;

	for (s = device_sources; s->name; s++)
		if (strcmp(s->name, name) == 0)
			return s->text;
	return NULL;
}

#endif
