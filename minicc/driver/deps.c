/* -M, -MM, -MD, -MMD: what a source includes, as a rule for make. */
#include <errno.h>
#include <string.h>

#include "driver/driver.h"

enum { LINE_WIDTH = 78 };

static void
put_dependency(FILE *out, const char *word, int *column)
{
	int n = (int)strlen(word);

	if (*column + 1 + n > LINE_WIDTH) {
		fputs(" \\\n", out);
		*column = 0;
	}
	*column += fprintf(out, " %s", word);
}

static void
write_rule(struct driver *d, FILE *out, const struct pp_dependencies *deps, const char *target)
{
	const struct options *o = d->o;
	int column = 0;

	for (size_t i = 0; i < o->deps_targets.n; i++)
		column += fprintf(out, "%s%s", i ? " " : "", o->deps_targets.v[i]);
	if (o->deps_targets.n == 0)
		column += fprintf(out, "%s", options_make_quote(d->arena, target));
	fputc(':', out);
	for (size_t i = 0; i < deps->n; i++)
		if (o->deps_system || !deps->v[i].is_system)
			put_dependency(out, options_make_quote(d->arena, deps->v[i].path), &column);
	fputc('\n', out);
	for (size_t i = 1; o->deps_phony && i < deps->n; i++)
		if (o->deps_system || !deps->v[i].is_system)
			fprintf(out, "%s:\n", options_make_quote(d->arena, deps->v[i].path));
}

/* Return the file of dependences by gcc's rules: beside -o FILE if the source makes one file, else
 * by the source's name. */
static const char *
deps_path(struct driver *d, const char *source)
{
	const struct options *o = d->o;
	const char *slash, *dot;

	if (o->deps_file)
		return o->deps_file;
	if (o->deps)
		return o->output ? o->output : "-";
	if (!o->output || o->stage == STAGE_LINK)
		return driver_output_name(d, source, ".d");
	slash = strrchr(o->output, '/');
	dot = strrchr(slash ? slash : o->output, '.');
	return arena_printf(d->arena, "%.*s.d",
		(int)(dot ? (size_t)(dot - o->output) : strlen(o->output)), o->output);
}

bool
driver_write_deps(struct driver *d, const struct pp_dependencies *deps, const char *source,
	const char *out)
{
	const char *path = deps_path(d, source), *written;
	const char *target = !d->o->deps && out ? out : driver_output_name(d, source, ".o");
	FILE *f;

	if (strcmp(path, "-") == 0) {
		write_rule(d, stdout, deps, target);
		return fflush(stdout) == 0;
	}
	written = output_begin(d, path);
	if (!written)
		return false;
	f = fopen(written, "w");
	if (f)
		write_rule(d, f, deps, target);
	if (!f || fclose(f) != 0) {
		driver_error("cannot write '%s': %s", path, strerror(errno));
		return false;
	}
	return output_commit(d, written, path, false);
}
