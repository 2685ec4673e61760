/* -compare and -html: one source compiled once per column, then shown side by side (compare.h).
 *
 * Warnings come from the first column alone.  A column that fails where the first did not (code
 * that one architecture cannot have) ends the comparison with its messages. */
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "driver/job.h"
#include "driver/machine.h"
#include "driver/profile.h"

struct view {
	struct comparison *comparison;
	int width;
	bool color;
};

/* ---- columns ---- */

/* Compile for one column.  DIAG is the job's for the first one. */
static bool
compile_quietly(struct job *j, struct diag *diag, const struct ptxgen_options *options,
	struct ptxgen_result *result)
{
	return setjmp(*diag_stop(diag)) == 0 &&
		ptxgen_unit(j->arena, diag, j->unit, options, result) && diag_errors(diag) == 0;
}

static bool
compile_column(struct job *j, const struct ptxgen_options *options, struct ptxgen_result *result)
{
	char *text = NULL;
	size_t size = 0;
	FILE *held = open_memstream(&text, &size);
	struct diag *diag = held ? diag_new(j->pp.sources, held) : NULL;
	bool good = diag && compile_quietly(j, diag, options, result);

	if (held)
		fclose(held);
	if (!good && text)
		fputs(text, stderr);
	diag_free(diag);
	free(text);
	return good;
}

static bool
add_column(struct job *j, struct comparison *c, const char *title, const struct options *o)
{
	struct ptxgen_options options = job_device_options(j, o);
	struct ptxgen_result *result = NEW(j->arena, struct ptxgen_result);
	bool good;

	options.listing = options.keep_refused = true;
	options.line_comments = false;
	good = c->columns.n == 0 ? ptxgen_unit(j->arena, j->diag, j->unit, &options, result) :
				   compile_column(j, &options, result);
	if (!good)
		return false;
	compare_add(c, title, result);
	driver_machine(j->d, j->arena, &vec_last(&c->columns), c->machine || j->d->o->html);
	return !j->d->o->profile || driver_profile(j, o, &vec_last(&c->columns));
}

/* Add a column.  The scheme "all" is every scheme, under the same options. */
static bool
add_variant(struct job *j, struct comparison *c, const struct variant *v)
{
	const struct scheme *s;
	const char *title;

	if (!v->o->scheme || strcmp(v->o->scheme, "all") != 0)
		return add_column(j, c, v->title, v->o);
	for (int i = 0; (s = scheme_at(i)); i++) {
		struct options o = *v->o;

		o.scheme = scheme_name(s);
		title = arena_printf(j->arena, "%s%s", o.scheme, v->title + strlen("all"));
		if (!add_column(j, c, title, &o))
			return false;
	}
	return true;
}

/* ---- output ---- */

static int
terminal_width(const struct options *o)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;

	if (o->compare_width)
		return o->compare_width;
	if (columns && atoi(columns) >= 40)
		return atoi(columns);
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40)
		return size.ws_col;
	return 80;
}

static void
write_text(struct job *j, FILE *out, void *ctx)
{
	const struct view *v = ctx;

	(void)j;
	view_text(v->comparison, out, v->width, v->color);
}

static void
write_html(struct job *j, FILE *out, void *ctx)
{
	const struct view *v = ctx;

	(void)j;
	view_html(v->comparison, out);
}

bool
job_compare(struct job *j)
{
	const struct options *o = j->d->o;
	const char *path = o->output ? o->output : "-";
	struct view v = {
		.comparison = compare_new(j->arena, j->unit),
		.width = terminal_width(o),
	};

	v.comparison->machine = o->code.n != 0;
	if (j->unit->ntargets == 0) {
		driver_error("'%s' has no target region to show", j->path);
		return false;
	}
	for (size_t i = 0; i < o->variants.n; i++)
		if (!add_variant(j, v.comparison, &o->variants.v[i]))
			return false;
	compare_align(v.comparison);
	v.color = strcmp(path, "-") == 0 && isatty(STDOUT_FILENO) && !getenv("NO_COLOR");
	if (o->html && !job_write(j, o->html, write_html, &v))
		return false;
	/* the page is there instead of the text, unless there is a place for both */
	return (o->html && !o->output) || job_write(j, path, write_text, &v);
}
