/*
 * parts.h: the page's style and scripts, which are built in.
 */
#ifndef SIM_STEPS_PARTS_H
#define SIM_STEPS_PARTS_H

#include <stddef.h>

struct step_part {
	const char *name, *text; /* "steps.js" */
};
extern const struct step_part step_parts[]; /* ends in NULL */

#endif
