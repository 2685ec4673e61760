/*
 * html.c: a comparison as one page that opens from disk: the source, and the PTX of each
 * column in the order of its text.
 *
 * Every line carries the key FILE:LINE of the source it serves (data-s); view.js lights up what
 * has the same key.  view.css and view.js are inside minicc (embedded.h) and are copied into the
 * page, whose policy forbids it to load anything.  Text from the program goes through view_quote
 * only.
 */
#include <stdlib.h>
#include <string.h>

#include "view/compare.h"
#include "base/embedded.h"
#include "tree/omp_tree.h"
#include "scheme/scheme.h"
#include "tree/tree.h"

struct page {
	const struct comparison *c;
	FILE *out;
	struct arena *scratch;
	VEC(const char *) files; /* keys name files by their position */
};

void
view_quote(FILE *out, const char *text, size_t size)
{
	for (size_t i = 0; i < size; i++) {
		unsigned char ch = text[i];

		switch (ch) {
		case '&': fputs("&amp;", out); break;
		case '<': fputs("&lt;", out); break;
		case '>': fputs("&gt;", out); break;
		case '"': fputs("&quot;", out); break;
		case '\'': fputs("&#39;", out); break;
		default: fputc((ch < 32 && ch != '\t') || ch == 127 ? '?' : ch, out);
		}
	}
}

static void
put(struct page *p, const char *text)
{
	view_quote(p->out, text, strlen(text));
}

/* ---- keys ---- */

static unsigned
file_key(struct page *p, const char *name)
{
	for (size_t i = 0; i < p->files.n; i++)
		if (strcmp(p->files.v[i], name) == 0)
			return (unsigned)i;
	vec_push(p->scratch, &p->files, name);
	return (unsigned)p->files.n - 1;
}

/* Write the attributes of a line that serves FILE:LINE; its hue is the line's on both sides. */
static void
put_key(struct page *p, const char *file, uint32_t line)
{
	if (line)
		fprintf(p->out, " data-s=\"%u:%u\" style=\"--h:%u\"", file_key(p, file), line,
			line * 137 % 360);
}

static void
put_place(struct page *p, struct place place)
{
	if (place_known(place))
		put_key(p, place_file(p->c->unit->sources, place), place.line);
}

/* ---- the source ---- */

static bool
has_code(const struct comparison *c, const struct compare_row *row)
{
	for (size_t i = 0; i < c->columns.n; i++)
		if (row->columns[i].n)
			return true;
	return false;
}

static void
put_source_line(struct page *p, const struct compare_row *row)
{
	bool code = has_code(p->c, row);

	if (row->far) {
		fputs("<div class=\"gap\">", p->out);
		put(p, place_file(p->c->unit->sources, row->place));
		fputs("</div>\n", p->out);
	}
	fprintf(p->out, "<div class=\"l%s\"", code ? " code" : "");
	put_place(p, row->place);
	fprintf(p->out, "%s><i>%u</i>", code ? " tabindex=\"-1\"" : "", row->place.line);
	view_quote(p->out, row->source ? row->source : "", row->source ? row->size : 0);
	fputs("</div>\n", p->out);
}

static void
put_source(struct page *p, const struct compare_region *region)
{
	const char *file = place_file(p->c->unit->sources, region->target->place);
	bool first = true;

	fputs("<div class=\"pane source\"><h3>", p->out);
	put(p, file);
	fputs("</h3><p class=\"about\">Lines with a mark have device code.</p>\n"
	      "<div class=\"lines\" tabindex=\"0\" role=\"group\" aria-label=\"source\">\n",
		p->out);
	for (int i = 0; i < region->nrows; i++) {
		struct compare_row row = region->rows[i];

		if (row.title)
			continue;
		row.far &= !first;
		first = false;
		put_source_line(p, &row);
	}
	fputs("</div></div>\n", p->out);
}

/* ---- a column ---- */

static const char *
class_of(enum ptx_line_kind kind)
{
	switch (kind) {
	case PTX_LABEL: return " label";
	case PTX_BARRIER: return " barrier";
	case PTX_BRANCH: return " branch";
	case PTX_CALL: return " call";
	case PTX_DECLARATION:
	case PTX_REGISTERS:
	case PTX_MEMORY: return " decl";
	default: return "";
	}
}

static void
put_ptx_lines(struct page *p, const struct ptx_function *f)
{
	bool first = true;

	for (size_t i = 0; i < f->lines.n; i++) {
		const struct ptx_line *line = &f->lines.v[i];

		if (line->kind == PTX_BLANK || line->kind == PTX_LOC || line->kind == PTX_COMMENT)
			continue;
		fprintf(p->out, "<div class=\"l%s\"", class_of(line->kind));
		put_place(p, line->place);
		if (first) {
			fputs(" data-f=\"", p->out);
			put(p, f->name);
			fputc('"', p->out);
		}
		first = false;
		fputc('>', p->out);
		put(p, line->text);
		fputs("</div>\n", p->out);
	}
}

static void
put_functions(struct page *p, const struct compare_code *code)
{
	fputs("<div class=\"lines\" tabindex=\"0\" role=\"group\" aria-label=\"PTX\">\n", p->out);
	for (size_t i = 0; i < code->functions.n; i++) {
		const struct ptx_function *f = code->functions.v[i];
		bool library = compare_is_library(p->c, f);

		if (library) {
			fputs("<details class=\"library\"><summary>device library: ", p->out);
			put(p, f->name);
			fputs("</summary>\n", p->out);
		}
		put_ptx_lines(p, f);
		fputs(library ? "</details>\n" : "", p->out);
	}
	fputs("</div>\n", p->out);
}

static void
put_figure(struct page *p, const char *name, unsigned long n)
{
	fprintf(p->out, "<div><dt>%s</dt><dd>%lu</dd></div>", name, n);
}

static void
put_figures(struct page *p, const struct figures *g)
{
	fputs("<dl>", p->out);
	put_figure(p, "virtual registers", g->registers);
	put_figure(p, "shared bytes", g->shared_bytes);
	put_figure(p, "barriers written", g->barriers);
	put_figure(p, "branches written", g->branches);
	put_figure(p, "PTX lines", g->lines);
	if (g->machine_registers >= 0) {
		put_figure(p, "registers (ptxas)", (unsigned)g->machine_registers);
		put_figure(p, "instructions (ptxas)", (unsigned)g->machine_instructions);
	}
	fputs("</dl>\n", p->out);
}

static const char control_legend[] =
	"<p>Before each instruction, what the assembler tells the scheduler: "
	"<b>B</b> the barriers (0 to 5) that it waits for, <b>R</b> the one that it sets when its "
	"operands are read, <b>W</b> when its result is there, <b>Y</b> let another warp go first, "
	"<b>S</b> cycles until the warp's next instruction may issue. Above it, where another "
	"begins, the line of PTX that it was made of, behind its region's label.</p>";

static const char control_legend_35[] =
	"<p>Before each instruction, what the assembler tells the scheduler: <b>S</b> cycles until the "
	"warp's next instruction may issue, <b>D</b> it may issue with the next one. Above it, "
	"where another begins, the line of PTX that it was made of, behind its region's label.</p>";

static void
put_machine(struct page *p, const struct compare_column *column, const struct compare_code *code)
{
	bool any = false;
	const char *ptx = NULL;

	for (size_t i = 0; i < code->functions.n; i++) {
		const struct machine_function *m = compare_machine(column,
			code->functions.v[i]->name);

		if (!m || m->lines.n == 0)
			continue;
		if (!any)
			fprintf(p->out,
				"<details class=\"machine\"><summary>Machine code for "
				"sm_%d</summary>%s<div class=\"lines\" tabindex=\"0\">\n",
				column->arch,
				column->arch >= 70 ? control_legend : control_legend_35);
		any = true;
		for (size_t k = 0; k < m->lines.n; k++) {
			if (m->lines.v[k].ptx && m->lines.v[k].ptx != ptx) {
				fputs("<div class=\"l origin\"", p->out);
				if (m->lines.v[k].file)
					put_key(p, m->lines.v[k].file, m->lines.v[k].line);
				fputs(">// ", p->out);
				put(p, m->lines.v[k].ptx);
				fputs("</div>\n", p->out);
			}
			ptx = m->lines.v[k].ptx;
			fputs("<div class=\"l\"", p->out);
			if (m->lines.v[k].file)
				put_key(p, m->lines.v[k].file, m->lines.v[k].line);
			fputc('>', p->out);
			if (m->lines.v[k].control)
				fprintf(p->out, "<span class=\"control\">%s</span> ",
					m->lines.v[k].control);
			put(p, m->lines.v[k].text);
			fputs("</div>\n", p->out);
		}
	}
	fputs(any ? "</div></details>\n" : "", p->out);
}

static void
put_flows(struct page *p, const struct compare_code *code)
{
	fputs("<details class=\"flows\" open><summary>Control flow</summary>"
	      "<div class=\"drawing\" tabindex=\"0\">\n",
		p->out);
	for (size_t i = 0; i < code->functions.n; i++)
		if (code->functions.v[i]->is_kernel)
			view_flow(p->scratch, code->functions.v[i], p->out);
	fputs("</div></details>\n", p->out);
}

static void
put_refusal(struct page *p, const struct compare_region *region, const struct refusal *why)
{
	struct place at = place_known(why->place) ? why->place : region->target->place;

	fputs("<div class=\"refused\"", p->out);
	put_place(p, at);
	fprintf(p->out, "><strong>refused</strong> because of line %u: ", at.line);
	put(p, why->reason);
	if (why->instead) {
		fputs("; <b>", p->out);
		put(p, why->instead);
		fputs("</b> can", p->out);
	}
	fputs("</div>", p->out);
}

static void
put_column(struct page *p, const struct compare_region *region, size_t i)
{
	const struct compare_column *column = &p->c->columns.v[i];
	const struct compare_code *code = &region->columns[i];

	fprintf(p->out, "<div class=\"pane column%s\" data-column=\"%zu\"><h3>",
		code->refused ? " refusing" : "", i);
	put(p, column->title);
	fputs("</h3><p class=\"about\">", p->out);
	if (code->scheme) {
		if (strncmp(column->title, code->scheme->name, strlen(code->scheme->name)) != 0) {
			put(p, code->scheme->name);
			fputs(": ", p->out);
		}
		put(p, code->scheme->summary);
		fputs(" (", p->out);
		put(p, code->scheme->source);
		fputc(')', p->out);
	}
	fputs("</p>\n", p->out);
	if (code->when) {
		fputs("<p class=\"when\">", p->out);
		put(p, code->when);
		fputs("</p>\n", p->out);
	}
	if (code->refused) {
		put_refusal(p, region, code->refused);
	} else {
		put_functions(p, code);
		put_figures(p, &code->figures);
	}
	view_profile(column, code, region->aside, p->out);
	if (!code->refused) {
		put_flows(p, code);
		put_machine(p, column, code);
	}
	fputs("</div>\n", p->out);
}

/* ---- the page ---- */

static void
put_region(struct page *p, const struct compare_region *region, int number)
{
	const char *file = place_file(p->c->unit->sources, region->target->place);

	fprintf(p->out, "<section id=\"r%d\">%s<h2>", number,
		region->aside ? "<details class=\"aside\"><summary>" : "");
	put(p, region->target->u.target.kernel_name);
	fprintf(p->out, " <small>lines %u to %u", region->target->place.line, region->last_line);
	if (region->aside) {
		fputs(" of ", p->out);
		put(p, file);
	}
	fprintf(p->out, "</small></h2>%s\n<div class=\"panes\">\n",
		region->aside ? "</summary>" : "");
	put_source(p, region);
	for (size_t i = 0; i < p->c->columns.n; i++)
		put_column(p, region, i);
	fputs("</div>\n", p->out);
	view_timelines(p->c, region, p->out);
	view_steps(p->c, region, p->out);
	fputs(region->aside ? "</details></section>\n" : "</section>\n", p->out);
}

static void
put_controls(struct page *p)
{
	bool ran = false, drawn = false, steps = false;

	fputs("<nav aria-label=\"columns and regions\">\n", p->out);
	for (size_t i = 0; i < p->c->columns.n; i++) {
		fprintf(p->out, "<label><input type=\"checkbox\" checked data-column=\"%zu\"> ", i);
		put(p, p->c->columns.v[i].title);
		fputs("</label>\n", p->out);
		ran |= p->c->columns.v[i].stats != NULL;
		drawn |= p->c->columns.v[i].timelines.n > 0;
		steps |= p->c->columns.v[i].steps.n > 0;
	}
	for (int i = 0; i < p->c->nregions && p->c->nregions > 1; i++) {
		fprintf(p->out, "<a href=\"#r%d\">", i);
		put(p, p->c->regions[i].target->u.target.kernel_name);
		fputs("</a>\n", p->out);
	}
	if (p->c->columns.n > 1)
		fputs("<button id=\"differ\" type=\"button\" aria-pressed=\"false\" "
		      "title=\"what only one of two columns has, source line by source line\">"
		      "differences</button>\n",
			p->out);
	if (drawn || steps)
		fprintf(p->out, "<button type=\"button\" data-go=\"%s\">%s</button>\n",
			steps ? ".steps" : ".timelines", steps ? "step through it" : "timelines");
	if (ran)
		fputs("<button id=\"counts\" type=\"button\" aria-pressed=\"true\" "
		      "title=\"what the simulated run counted, beside each line\">counts</button>\n",
			p->out);
	fputs("<button id=\"theme\" type=\"button\">dark or light</button>\n"
	      "<button id=\"help\" type=\"button\">keys</button></nav>\n",
		p->out);
}

/* Write what the keys' first numbers stand for. */
static void
put_files(struct page *p)
{
	fputs("<ul id=\"files\" hidden>", p->out);
	for (size_t i = 0; i < p->files.n; i++) {
		fputs("<li>", p->out);
		put(p, p->files.v[i]);
		fputs("</li>", p->out);
	}
	fputs("</ul>\n", p->out);
}

/* Write the point of view_flow's edges, once for all drawings, in one that is never hidden. */
static void
put_arrow(FILE *out)
{
	fputs("<svg id=\"heads\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
	      "<marker id=\"arrow\" viewBox=\"0 0 8 8\" refX=\"5\" refY=\"4\" "
	      "markerWidth=\"7\" markerHeight=\"7\" orient=\"auto\"><path d=\"M0 0 L8 4 L0 8 z\"/></marker></defs></svg>\n",
		out);
}

static void
put_part(FILE *out, const char *name)
{
	const char *text = embedded_text(view_parts, name);

	fputs(text ? text : "", out);
}

void
view_head(FILE *out, const char *title, const char *policy, const char *style)
{
	fprintf(out,
		"<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; "
		"img-src data:; style-src 'unsafe-inline'; script-src 'unsafe-inline'; %s\">\n"
		"<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
		policy);
	view_quote(out, title, strlen(title));
	fputs(": PTX side by side</title>\n<style>\n", out);
	put_part(out, "view.css");
	put_part(out, "steps.css");
	if (style)
		put_part(out, style);
	fputs("</style>\n</head>\n", out);
}

void
view_foot(FILE *out, const char *script)
{
	put_arrow(out);
	fputs("<p id=\"status\" role=\"status\"></p>\n<dialog id=\"keys\"></dialog>\n<script>\n",
		out);
	put_part(out, "c.js");
	put_part(out, "ptx.js");
	put_part(out, "replay.js");
	put_part(out, "steps.js");
	put_part(out, "timeline.js");
	put_part(out, "counts.js");
	put_part(out, "view.js");
	if (script)
		put_part(out, script);
	fputs("</script>\n</body>\n</html>\n", out);
}

void
view_html(const struct comparison *c, FILE *out)
{
	struct page p = { .c = c, .out = out, .scratch = arena_new() };

	file_key(&p, c->unit->main_file); /* has the key 0 */
	view_head(out, c->unit->main_file, "", NULL);
	fputs("<body>\n<header><h1>", out);
	put(&p, c->unit->main_file);
	fputs("</h1>\n", out);
	put_controls(&p);
	fputs("</header>\n<main>\n", out);
	for (int i = 0; i < c->nregions; i++)
		put_region(&p, &c->regions[i], i);
	view_profile_data(c, out);
	put_files(&p);
	fputs("</main>\n", out);
	view_foot(out, NULL);
	arena_free(p.scratch);
}
