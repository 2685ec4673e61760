/*
 * table.c: the table of schemes, from schemes.def, and who is found in it.
 */
#include "scheme/scheme.h"

#include <stddef.h>
#include <string.h>

#include "ptxgen.h"

const struct scheme *const schemes[] = {
#define SCHEME(name) &scheme_##name,
#include "scheme/schemes.def"
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
scheme_for_called(void)
{
	int i = 0;

	while (!schemes[i]->lower_called)
		i++;
	return schemes[i];
}

/* Return false, and why, if the kernel is sure to come to regions of called functions and the
 * scheme cannot divide them. */
static bool
divides(const struct scheme *s, const struct ir_func *f, struct refusal *why)
{
	if (s->lower_called || f->reach != REACH_SURE)
		return true;
	*why = (struct refusal){
		.place = f->reach_place,
		.id = "MC110",
		.reason =
			"parallel regions of the function that is called here would have one thread",
		.instead = scheme_for_called()->name,
	};
	return false;
}

bool
scheme_suits(const struct scheme *s, const struct ir_func *f, struct refusal *why)
{
	return (!s->accepts || s->accepts(f, why)) && (!s->pays || s->pays(f, why)) &&
		divides(s, f, why);
}

const struct scheme *
scheme_best(const struct ir_func *f)
{
	struct refusal why;

	for (int i = 0; schemes[i]; i++)
		if (!schemes[i]->hidden && scheme_suits(schemes[i], f, &why))
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
