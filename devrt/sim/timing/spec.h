/*
 * spec.h: what a variable like DEVRT_TIMELINE says: "FILE.form[,key=N]...".
 */
#ifndef SIM_TIMING_SPEC_H
#define SIM_TIMING_SPEC_H

#include <stdint.h>

struct spec_number {
	const char *key; /* "launch="; NULL ends a list */
	uint64_t *value;
};

/*
 * Return FILE, which the caller frees, the position of its form in the NULL-terminated list (".svg"),
 * and the numbers that are named; NULL when the form is none of these or something else is wrong.
 */
char *spec_read(const char *spec, const char *const *forms, int *form,
	const struct spec_number *numbers);

#endif
