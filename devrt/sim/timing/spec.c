/*
 * spec.c: see spec.h.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "timing/spec.h"

static bool
ends_in(const char *s, size_t len, const char *end)
{
	size_t n = strlen(end);
	return len > n && !memcmp(s + len - n, end, n);
}

static bool
read_number(const char *p, const struct spec_number *numbers)
{
	char *end;
	for (; numbers->key; numbers++) {
		const char *digits = p + strlen(numbers->key);
		if (strncmp(p, numbers->key, strlen(numbers->key)))
			continue;
		if (*digits < '0' || *digits > '9')
			return false;
		*numbers->value = strtoull(digits, &end, 10);
		return !*end || *end == ',';
	}
	return false;
}

char *
spec_read(const char *spec, const char *const *forms, int *form, const struct spec_number *numbers)
{
	size_t len = strcspn(spec, ",");
	for (*form = 0; forms[*form] && !ends_in(spec, len, forms[*form]);)
		++*form;
	if (!forms[*form])
		return NULL;
	for (const char *p = spec + len; *p; p += strcspn(p, ","))
		if (!read_number(++p, numbers))
			return NULL;
	char *file = strndup(spec, len);
	if (!file)
		sim_out_of_memory();
	return file;
}
