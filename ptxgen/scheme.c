/*
 * scheme.c: the table of schemes.  A new scheme is its file in scheme/ and a row here.
 */
#include "scheme.h"

#include <stddef.h>
#include <string.h>

#include "ptxgen.h"

const struct scheme *const schemes[] = {
	&scheme_spmd,                   /* in order of merit: scheme_best takes the first that accepts */
	&scheme_jumptable,
	&scheme_switch,
	&scheme_inspector,
	&scheme_ifmaster,
	&scheme_generic,
	&scheme_serial,
	&scheme_trace,
	NULL,
};

const struct scheme *
scheme_find(const char *name)
{
	for (int i = 0; schemes[i]; i++)
		if (strcmp(schemes[i]->name, name) == 0)
			return schemes[i];
	return NULL;
}

const struct scheme *
scheme_at(int i)
{
	for (int k = 0; schemes[k]; k++)
		if (!schemes[k]->hidden && i-- == 0)
			return schemes[k];
	return NULL;
}

const struct scheme *
scheme_best(const struct ir_func *f)
{
	struct refusal why;

	for (int i = 0; schemes[i]; i++)
		if (!schemes[i]->hidden && (!schemes[i]->accepts || schemes[i]->accepts(f, &why)))
			return schemes[i];
	return NULL;
}

const char *
scheme_name(const struct scheme *s)
{
	return s->name;
}

const char *
scheme_summary(const struct scheme *s)
{
	return s->summary;
}

const char *
scheme_source(const struct scheme *s)
{
	return s->source;
}
