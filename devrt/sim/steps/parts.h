/*
 * parts.h: the page's own texts, which are built in: its style and its scripts.
 */
#ifndef SIM_STEPS_PARTS_H
#define SIM_STEPS_PARTS_H

#include <stddef.h>

struct step_part {
	const char *name, *text; /* "steps.js" */
};
extern const struct step_part step_parts[]; /* ends in NULL */

#endif
