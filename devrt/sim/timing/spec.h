/*
 * spec.h: reads the value of a variable like DEVRT_TIMELINE: "FILE.form[,key=N]...".
 */
#ifndef SIM_TIMING_SPEC_H
#define SIM_TIMING_SPEC_H

#include <stdint.h>

struct spec_number {
	const char *key; /* "launch="; NULL ends a list */
	uint64_t *value;
};

/*
 * Return FILE, which the caller frees; set *form to its form's index in the NULL-terminated list
 * (".svg"), and the numbers that have a value.  Return NULL if the spec is malformed.
 */
char *spec_read(const char *spec, const char *const *forms, int *form,
	const struct spec_number *numbers);

#endif
