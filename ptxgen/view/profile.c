/*
 * profile.c: a simulated run in the page: what it printed, its statistics, timelines and steps.
 *
 * What the simulator wrote goes into the page as data: JSON for view.js and steps.js, drawings for
 * timeline.js, which takes no more than rectangles from them, so that nothing in them can touch the
 * page.
 */
#include <string.h>

#include "view/compare.h"

/* Write it as in RFC 4648, clause 4. */
static void
put_base64(FILE *out, const char *text)
{
	static const char digit[] =
		"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	const unsigned char *at = (const unsigned char *)text;

	for (size_t n = strlen(text); n > 0;) {
		size_t take = n < 3 ? n : 3;
		unsigned long bits = (unsigned long)at[0] << 16 | (take > 1 ? at[1] : 0) << 8 |
			(take > 2 ? at[2] : 0);

		for (size_t i = 0; i < 4; i++)
			fputc(i <= take ? digit[bits >> (18 - 6 * i) & 63] : '=', out);
		at += take;
		n -= take;
	}
}

static bool
is_entry(const struct ptxgen_kernel *k, const char *name)
{
	for (int e = 0; e < k->nentries; e++)
		if (strcmp(name, k->entries[e].name) == 0)
			return true;
	return false;
}

/* Write as much of the output as one reads. */
static void
put_output(const char *text, FILE *out)
{
	enum { MOST = 8192 };
	size_t n = strlen(text), shown = n < MOST ? n : MOST;

	fputs("<pre class=\"output\">", out);
	for (const char *line = text; shown; shown--, line++)
		if (*line == '\n')
			fputc('\n', out);
		else
			view_quote(out, line, 1);
	if (n > MOST)
		fprintf(out, "\n… %zu more bytes", n - MOST);
	fputs("</pre>\n", out);
}

void
view_profile(const struct compare_column *column, const struct compare_code *code, bool aside,
	FILE *out)
{
	if (!column->stats && !column->profile_note && !column->output)
		return;
	fputs("<details class=\"profile\" open><summary>Simulated run</summary>\n", out);
	if (column->profile_note) {
		fputs("<p class=\"when\">", out);
		view_quote(out, column->profile_note, strlen(column->profile_note));
		fputs("</p>\n", out);
	}
	if (column->output && !aside)
		put_output(column->output, out);
	if (column->stats && !code->refused) {
		fputs("<dl class=\"stats\" data-kernels=\"", out);
		for (int e = 0; e < code->kernel->nentries; e++) {
			const char *name = code->kernel->entries[e].name;

			fputs(e ? " " : "", out);
			view_quote(out, name, strlen(name));
		}
		fputs("\"></dl>\n", out);
	}
	fputs("</details>\n", out);
}

/* ---- timelines ---- */

static void
put_timelines(const struct compare_column *column, const struct compare_code *code, FILE *out)
{
	for (size_t i = 0; i < column->timelines.n && !code->refused; i++) {
		const struct compare_timeline *t = &column->timelines.v[i];

		if (!is_entry(code->kernel, t->kernel))
			continue;
		fputs("<div class=\"timeline\" data-title=\"", out);
		view_quote(out, column->title, strlen(column->title));
		fputs("\" data-svg=\"", out);
		put_base64(out, t->svg);
		fputs("\"></div>\n", out);
	}
}

void
view_timelines(const struct comparison *c, const struct compare_region *region, FILE *out)
{
	bool any = false, steps = false;

	for (size_t i = 0; i < c->columns.n; i++) {
		any |= c->columns.v[i].timelines.n > 0;
		steps |= c->columns.v[i].steps.n > 0;
	}
	if (!any || steps) /* the stepper draws them, too */
		return;
	fputs("<details class=\"timelines\" open><summary>Timelines of a team</summary>\n", out);
	for (size_t i = 0; i < c->columns.n; i++)
		put_timelines(&c->columns.v[i], &region->columns[i], out);
	fputs("</details>\n", out);
}

/* ---- data ---- */

/* Write JSON in which no "</script>" and no comment can begin. */
static void
put_json(FILE *out, const char *json)
{
	for (; *json; json++)
		if (*json == '<')
			fputs("\\u003c", out);
		else
			fputc(*json, out);
}

void
view_profile_data(const struct comparison *c, FILE *out)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		if (!c->columns.v[i].stats)
			continue;
		fprintf(out, "<script type=\"application/json\" id=\"stats%zu\">", i);
		put_json(out, c->columns.v[i].stats);
		fputs("</script>\n", out);
	}
}

/* ---- steps ---- */

static void
put_recordings(const struct compare_column *column, const struct compare_code *code, FILE *out)
{
	for (size_t i = 0; i < column->steps.n && !code->refused; i++) {
		if (!is_entry(code->kernel, column->steps.v[i].kernel))
			continue;
		fputs("<script type=\"application/json\" data-title=\"", out);
		view_quote(out, column->title, strlen(column->title));
		fputs("\">", out);
		put_json(out, column->steps.v[i].record);
		fputs("</script>\n", out);
	}
}

void
view_steps(const struct comparison *c, const struct compare_region *region, FILE *out)
{
	bool any = false;

	for (size_t i = 0; i < c->columns.n; i++)
		any |= c->columns.v[i].steps.n > 0;
	if (!any)
		return;
	fputs("<details class=\"steps\" open><summary>Step through it</summary>\n<div class=\"stepper\">\n",
		out);
	for (size_t i = 0; i < c->columns.n; i++)
		put_recordings(&c->columns.v[i], &region->columns[i], out);
	fputs("</div></details>\n", out);
}
