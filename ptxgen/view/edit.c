/*
 * edit.c: the frame of minicc -serve's page: editor and menus, filled with life by edit.js.
 *
 * What is compiled comes as a page of view_html's, whose main part edit.js takes over; so the two
 * share styles and scripts.
 */
#include <stdlib.h>
#include <string.h>

#include "view/compare.h"
#include "view/edit.h"

/* The simulated GPUs in the menu: others by DEVRT_DEVICE. */
static const char *const devices[] = { "sim:k40", "sim:v100", "sim:a100", "sim:h100", "sim:h200" };

static void
put(FILE *out, const char *text)
{
	view_quote(out, text, strlen(text));
}

static void
put_option(FILE *out, const char *value, const char *text, bool chosen, const char *help)
{
	fputs("<option value=\"", out);
	put(out, value);
	fputs("\" title=\"", out);
	put(out, help ? help : "");
	fprintf(out, "\"%s>", chosen ? " selected" : "");
	put(out, text);
	fputs("</option>", out);
}

/* Write the schemes, one of them chosen; what the command line says in other words is one more. */
static void
put_schemes(FILE *out, const char *id, const char *label, const char *none, const char *chosen)
{
	const struct scheme *s;
	bool known = !*chosen || strcmp(chosen, "auto") == 0 || strcmp(chosen, "all") == 0;

	fprintf(out, "<label>%s <select id=\"%s\">", label, id);
	if (none)
		put_option(out, "", none, !*chosen, NULL);
	put_option(out, "auto", "auto", strcmp(chosen, "auto") == 0, "the best that accepts it");
	for (int i = 0; (s = scheme_at(i)); i++) {
		bool this = strcmp(scheme_name(s), chosen) == 0;

		known |= this;
		put_option(out, scheme_name(s), scheme_name(s), this, scheme_summary(s));
	}
	if (!none)
		put_option(out, "all", "all", strcmp(chosen, "all") == 0, "a column for each");
	if (!known)
		put_option(out, chosen, chosen, true, NULL);
	fputs("</select></label>\n", out);
}

/* Write the first column of the list, and the others as one choice. */
static void
put_columns(FILE *out, const char *columns)
{
	const char *comma = strchr(columns, ',');
	char *first = strndup(columns, strcspn(columns, ","));

	put_schemes(out, "first", "scheme", NULL, first ? first : "auto");
	put_schemes(out, "second", "beside", "nothing", comma ? comma + 1 : "");
	free(first);
}

static void
put_machine(FILE *out, const struct view_editor *e)
{
	static const int archs[] = { 35, 70, 90 };
	bool known = !e->device || strncmp(e->device, "sim:", 4) != 0;

	fputs("<label>for <select id=\"arch\">", out);
	for (size_t i = 0; i < sizeof archs / sizeof *archs; i++) {
		char name[16];

		snprintf(name, sizeof name, "sm_%d", archs[i]);
		put_option(out, name, name, archs[i] == e->arch, NULL);
	}
	fputs("</select></label>\n<label>on <select id=\"device\">", out);
	put_option(out, "", "its GPU", known, "a simulated GPU of the architecture");
	for (size_t i = 0; i < sizeof devices / sizeof *devices; i++) {
		bool this = e->device && strcmp(e->device, devices[i]) == 0;

		known |= this;
		put_option(out, devices[i], devices[i], this, NULL);
	}
	if (!known)
		put_option(out, e->device, e->device, true, NULL);
	fputs("</select></label>\n", out);
}

static void
put_box(FILE *out, const char *word, bool inverted, bool on, const char *text, const char *help)
{
	fprintf(out, "<label title=\"");
	put(out, help ? help : "");
	fputs("\"><input type=\"checkbox\" data-word=\"", out);
	put(out, word);
	fprintf(out, "\"%s%s> ", inverted ? " data-off" : "", on ? " checked" : "");
	put(out, text);
	fputs("</label>\n", out);
}

/* Write what a run does beside computing: DEVRT_CHECK and DEVRT_INFO; whether it is timed. */
static void
put_run(FILE *out, const struct view_editor *e)
{
	static const char *const checks[] = { "all", "bounds", "init", "race", "sync", "map" };
	static const char *const says[][2] = { { "16", "launches" }, { "40", "maps and copies" },
		{ "63", "all it can" } };
	bool known = !e->check || !*e->check;

	fputs("<p>When it runs:</p>\n<label>checks <select id=\"check\">", out);
	put_option(out, "", "none", known, NULL);
	for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
		bool this = e->check && strcmp(e->check, checks[i]) == 0;

		known |= this;
		put_option(out, checks[i], checks[i], this, NULL);
	}
	if (!known)
		put_option(out, e->check, e->check, true, NULL);
	fputs("</select></label>\n<label class=\"wide\">runtime says <select id=\"info\">", out);
	put_option(out, "", "nothing", true, NULL);
	for (size_t i = 0; i < sizeof says / sizeof *says; i++)
		put_option(out, says[i][0], says[i][1], false, NULL);
	fputs("</select></label>\n<label title=\"unchecked: faster, without figures\">"
	      "<input type=\"checkbox\" id=\"timed\" checked> timed</label>\n",
		out);
}

/* Write the arguments as edit.js takes them apart. */
static void
put_arguments(FILE *out, const struct view_editor *e)
{
	fputs("<label title=\"of the program: words, or 'several words' in quotes\">arguments "
	      "<input id=\"arguments\" size=\"10\" spellcheck=\"false\" value=\"",
		out);
	for (size_t i = 0; i < e->n_arguments; i++) {
		const char *word = e->arguments[i];
		const char *quote = *word && !strpbrk(word, " '\"") ? "" :
			strchr(word, '\'')                          ? "\"" :
								      "'";

		put(out, i ? " " : "");
		put(out, quote);
		put(out, word);
		put(out, quote);
	}
	fputs("\"></label>\n", out);
}

static void
put_options(FILE *out, const struct view_editor *e)
{
	fputs("<details id=\"options\"><summary>options</summary><div>\n", out);
	put_box(out, "-O0", true, e->optimize, "optimise", "unchecked: -O0");
	put_box(out, "-Rpass", false, true, "remarks", "-Rpass: what was decided, and why");
	put_box(out, "-Rpass-missed", false, false, "missed",
		"-Rpass-missed: what was not done, and why");
	put_box(out, "PTXAS=", true, false, "machine code", "where there is ptxas; takes longer");
	fputs("<label>SIMD groups <select id=\"simd\">", out);
	put_option(out, "", "auto", true, NULL);
	put_option(out, "-simd=spmd", "spmd", false, NULL);
	put_option(out, "-simd=generic", "generic", false, NULL);
	put_option(out, "-simd=off", "off", false, NULL);
	fputs("</select></label>\n", out);
	put_run(out, e);
	fputs("<p>Optimisations of device code:</p>\n", out);
	for (int i = 0; ptxgen_switch_name(i); i++) {
		char word[64];

		snprintf(word, sizeof word, "-fno-device-%s", ptxgen_switch_name(i));
		put_box(out, word, true, true, ptxgen_switch_name(i), ptxgen_switch_help(i));
	}
	fputs("<label class=\"more\">more words <input id=\"more\" size=\"30\" spellcheck=\"false\" "
	      "placeholder=\"-simdlen=8 -DN=100\"></label>\n</div></details>\n",
		out);
}

void
view_editor(const struct view_editor *e, FILE *out)
{
	view_head(out, e->file, "connect-src 'self'", "edit.css");
	fputs("<body class=\"serving\">\n<header><h1>", out);
	put(out, e->file);
	fputs("</h1>\n<form id=\"choices\">\n", out);
	put_columns(out, e->columns);
	put_machine(out, e);
	put_options(out, e);
	put_arguments(out, e);
	fputs("<button id=\"run\" type=\"button\" title=\"Ctrl-Enter\">run</button>\n"
	      "<button id=\"steps\" type=\"button\">run in steps</button>\n"
	      "<label title=\"run after each change, too, the last way again\">"
	      "<input type=\"checkbox\" id=\"always\"> always</label>\n"
	      "<button id=\"save\" type=\"button\" title=\"Ctrl-S\" disabled>save</button>\n"
	      "<output id=\"state\" role=\"status\"></output>\n</form>\n<nav></nav>\n"
	      "</header>\n<div class=\"desk\">\n<div class=\"editor\">\n"
	      "<p id=\"news\" hidden></p>\n<div class=\"text\"><pre aria-hidden=\"true\"></pre>"
	      "<textarea spellcheck=\"false\" autocapitalize=\"off\" autocomplete=\"off\" "
	      "wrap=\"off\" aria-label=\"source\"></textarea></div>\n"
	      "<ol id=\"messages\" aria-live=\"polite\"></ol>\n</div>\n<main></main>\n</div>\n",
		out);
	view_foot(out, "edit.js");
}
