/*
 * Text files inside minicc: the parts of the page that -html writes, the pages of --explain; and a
 * page for each message, whose name is the message's format (tests/tools/messages).
 * The build makes the arrays (devrt/embed for files), which end in a NULL name.  The device
 * library's sources have an array of their own (base/device_sources.h).
 */
#ifndef BASE_EMBEDDED_H
#define BASE_EMBEDDED_H

#include <stddef.h>
#include <string.h>

struct embedded {
	const char *name; /* file name without folder: "view.css" */
	const char *text; /* the file, unchanged */
};

extern const struct embedded view_parts[], explain_pages[], message_pages[];

/* Return the text of the file, or NULL if there is none of this name. */
static inline const char *
embedded_text(const struct embedded *array, const char *name)
{
	for (; array->name; array++)
		if (strcmp(array->name, name) == 0)
			return array->text;
	return NULL;
}

#endif
