/*
 * table.c: the table of schemes.  A new scheme is its file in scheme/ and a row here.
 */
#include "scheme/scheme.h"

#include <stddef.h>
#include <string.h>

#include "ptxgen.h"

/*
 * In order of merit: scheme_best takes the first that suits.  What counts is barriers: spmd has at
 * most two a region where it pays; inspector one for the whole kernel, but no sequential code
 * behind a region; the control loops two turns a region; ifmaster one a decision more; generic two,
 * but a warp less for the work and calls; dynpar launches a grid a region.
 */
const struct scheme *const schemes[] = {
	&scheme_spmd,
	&scheme_inspector,
	&scheme_jumptable,
	&scheme_switch,
	&scheme_generic,
	&scheme_ifmaster,
	&scheme_dynpar,
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
scheme_for_called(void)
{
	int i = 0;

	while (!schemes[i]->lower_called)
		i++;
	return schemes[i];
}

/* A kernel that is sure to come to regions of called functions wants them divided. */
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
