/*
 * profile.c: a simulated run in the page: its timelines as pictures, its statistics as data.
 *
 * The simulator's JSON goes into the page as it is, for view.js to make tables of; the simulator's
 * drawings go in as images, so that nothing in them can touch the page.
 */
#include <string.h>

#include "view/compare.h"

/* As in RFC 4648, clause 4. */
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

static void
put_timelines(const struct compare_column *column, const struct ptxgen_kernel *k, FILE *out)
{
	for (size_t i = 0; i < column->timelines.n; i++) {
		const struct compare_timeline *t = &column->timelines.v[i];

		for (int e = 0; e < k->nentries; e++) {
			if (strcmp(t->kernel, k->entries[e].name) != 0)
				continue;
			fputs("<div class=\"drawing\" tabindex=\"0\"><img alt=\"timeline of ", out);
			view_quote(out, t->kernel, strlen(t->kernel));
			fputs("\" src=\"data:image/svg+xml;base64,", out);
			put_base64(out, t->svg);
			fputs("\"></div>\n", out);
		}
	}
}

void
view_profile(const struct compare_column *column, const struct compare_code *code, FILE *out)
{
	if (!column->stats && !column->profile_note)
		return;
	fputs("<details class=\"profile\" open><summary>Simulated run</summary>\n", out);
	if (column->profile_note) {
		fputs("<p class=\"when\">", out);
		view_quote(out, column->profile_note, strlen(column->profile_note));
		fputs("</p>\n", out);
	}
	if (column->stats && !code->refused) {
		fputs("<dl class=\"stats\" data-kernels=\"", out);
		for (int e = 0; e < code->kernel->nentries; e++) {
			const char *name = code->kernel->entries[e].name;

			fputs(e ? " " : "", out);
			view_quote(out, name, strlen(name));
		}
		fputs("\"></dl>\n", out);
		put_timelines(column, code->kernel, out);
	}
	fputs("</details>\n", out);
}

/* JSON in which no "</script>" and no comment can begin. */
void
view_profile_data(const struct comparison *c, FILE *out)
{
	for (size_t i = 0; i < c->columns.n; i++) {
		if (!c->columns.v[i].stats)
			continue;
		fprintf(out, "<script type=\"application/json\" id=\"stats%zu\">", i);
		for (const char *s = c->columns.v[i].stats; *s; s++)
			if (*s == '<')
				fputs("\\u003c", out);
			else
				fputc(*s, out);
		fputs("</script>\n", out);
	}
}
