/* -dM: all macros as they are at the end of the source, as #define lines that read back to the same
 * macros. Not for the ones that are computed, such as __LINE__: nobody can define those. */
#include "pp/internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
list_params(const struct macro *m, FILE *out)
{
	putc('(', out);
	for (size_t i = 0; i < m->n_params; i++) {
		bool rest = m->variadic && i + 1U == m->n_params;
		const char *name = rest && strcmp(m->params[i], "__VA_ARGS__") == 0 ? "" :
										      m->params[i];
		fprintf(out, "%s%s%s", i ? "," : "", name, rest ? "..." : "");
	}
	putc(')', out);
}

static void
list_macro(struct pp *pp, const struct macro *m, FILE *out)
{
	fprintf(out, "#define %s", m->name);
	if (m->function_like)
		list_params(m, out);
	fprintf(out, " %s\n", pp_spell(pp->arena, m->body, m->n_body));
}

const char *
pp_macro_list(struct pp *pp)
{
	char *text = NULL;
	size_t size;
	FILE *out = open_memstream(&text, &size);
	if (!out)
		out_of_memory();
	for (size_t i = 0; i < pp->n_names; i++)
		if (pp->names[i].macro && !pp->names[i].macro->builtin)
			list_macro(pp, pp->names[i].macro, out);
	fclose(out);
	const char *kept = arena_strdup(pp->arena, text);
	free(text);
	return kept;
}
