/*
 * text.c: a comparison for the terminal: a source column and one of PTX for each way to
 * compile.
 *
 * Columns that do not fit beside one another are shown in bands, one below the other, with the
 * source repeated.  Lines longer than their column are broken and continue with an indent.  What
 * comes from the source is shown without control characters.
 */
#include <stdlib.h>
#include <string.h>

#include "view/compare.h"
#include "scheme/scheme.h"
#include "tree/omp_tree.h"
#include "tree/tree.h"

enum { NARROWEST = 22, WIDEST = 60, MOST_SOURCE = 50, NUMBER = 5, SEPARATOR = 3, INDENT = 4 };

enum style { PLAIN, DIM, BOLD, RED, YELLOW, CYAN, MAGENTA };

/* A line of a cell, broken to its width. */
struct cell_line {
	enum style style;
	const char *text;
};

struct cell {
	struct cell_line *v;
	size_t n, cap;
};

struct view {
	const struct comparison *c;
	FILE *out;
	struct arena *scratch;
	bool color;
	int source_width, column_width; /* of texts, without separators and numbers */
	size_t from, to;                /* the band: columns [from, to) */
};

/* ---- cells ---- */

/* Printable text, tabs as in the listing: a leading one is an indent, others are one blank. */
static char *
clean(struct arena *a, const char *text, size_t size)
{
	char *out = arena_alloc(a, size * 4 + 1), *to = out;
	size_t i = 0;

	for (; i < size && text[i] == '\t'; i++)
		to += sprintf(to, "  ");
	for (; i < size; i++) {
		unsigned char ch = text[i];

		if (ch == '\t' && to > out && to[-1] == ' ')
			continue;
		*to++ = ch == '\t' ? ' ' : ch < 32 || ch == 127 ? '?' : ch;
	}
	while (to > out && to[-1] == ' ')
		to--;
	*to = '\0';
	return out;
}

/* Return how many characters it has, not bytes. */
static int
width_of(const char *s)
{
	int n = 0;

	for (; *s; s++)
		n += ((unsigned char)*s & 0xc0) != 0x80;
	return n;
}

/* Return how many bytes of s go on a line of this width: up to a good last blank, if any. */
static size_t
bytes_that_fit(const char *s, int width)
{
	size_t n = 0, blank = 0;
	int columns = 0;

	while (s[n] && columns < width) {
		for (n++; ((unsigned char)s[n] & 0xc0) == 0x80;)
			n++;
		columns++;
		if (s[n] == ' ' || s[n - 1] == ',')
			blank = n;
	}
	return s[n] && blank > (size_t)width / 3 ? blank : n;
}

static void
add_text(struct view *v, struct cell *cell, int width, enum style style, const char *text)
{
	size_t indent = strspn(text, " ");
	bool first = true;

	do {
		size_t lead = first ? 0 : indent + INDENT < (size_t)width / 2 ? indent + INDENT : 0;
		size_t n = bytes_that_fit(text, width - (int)lead);
		struct cell_line line = { .style = style };

		line.text = arena_printf(v->scratch, "%*s%.*s", (int)lead, "", (int)n, text);
		vec_push(v->scratch, cell, line);
		text += n;
		text += first || *text == ' ' ? strspn(text, " ") : 0;
		first = false;
	} while (*text);
}

static enum style
style_of(enum ptx_line_kind kind)
{
	switch (kind) {
	case PTX_LABEL: return CYAN;
	case PTX_BARRIER: return RED;
	case PTX_BRANCH: return YELLOW;
	case PTX_CALL: return MAGENTA;
	case PTX_DECLARATION:
	case PTX_MEMORY: return DIM;
	default: return PLAIN;
	}
}

/* Kernels' signatures are left out: they are the same in every column. */
static bool
is_shown(const struct ptx_function *f, const struct ptx_line *line)
{
	return line->kind != PTX_BLANK && line->kind != PTX_LOC && line->kind != PTX_REGISTERS &&
		!(line->kind == PTX_DECLARATION && line->block < 0 && f->is_kernel);
}

static void
add_piece(struct view *v, struct cell *cell, const struct compare_piece *p)
{
	const struct ptx_line *lines = p->function->lines.v;

	for (size_t i = p->from; i < p->to; i++) {
		const struct ptx_line *line = &lines[i];

		if (!is_shown(p->function, line))
			continue;
		add_text(v, cell, v->column_width, style_of(line->kind),
			clean(v->scratch, line->text, strlen(line->text)));
	}
}

static void
add_library(struct view *v, struct cell *cell, const struct compare_pieces *pieces)
{
	size_t n = 0;

	for (size_t i = 0; i < pieces->n; i++)
		n += pieces->v[i].to - pieces->v[i].from;
	if (n)
		add_text(v, cell, v->column_width, DIM,
			arena_printf(v->scratch, "(%zu line%s)", n, n == 1 ? "" : "s"));
}

static bool
kernel_declaration(const struct compare_piece *p)
{
	const struct ptx_line *last = &p->function->lines.v[p->to - 1];

	return p->function->is_kernel && last->kind == PTX_DECLARATION && last->block < 0;
}

static void
fill_code(struct view *v, struct cell *cell, const struct compare_row *row,
	const struct compare_pieces *pieces)
{
	if (row->title && pieces->n && compare_is_library(v->c, pieces->v[0].function)) {
		add_library(v, cell, pieces);
		return;
	}
	for (size_t i = 0, shown = 0; i < pieces->n; i++) {
		const struct compare_piece *p = &pieces->v[i];

		if (kernel_declaration(p))
			continue;
		if (shown++ && p->function->lines.v[p->from].kind != PTX_LABEL)
			add_text(v, cell, v->column_width, DIM, "  ...");
		add_piece(v, cell, p);
	}
}

/* What the assembler made of the row's line, behind the line of PTX.  False: nothing is known. */
static bool
fill_machine(struct view *v, struct cell *cell, const struct compare_row *row,
	const struct compare_code *code, const struct compare_column *column)
{
	const char *file = place_file(v->c->unit->sources, row->place), *ptx = NULL;
	bool known = false;

	for (size_t i = 0; i < code->functions.n; i++) {
		const struct machine_function *m = compare_machine(column,
			code->functions.v[i]->name);

		for (size_t k = 0; m && k < m->lines.n; k++) {
			const struct machine_line *l = &m->lines.v[k];

			bool directive = l->text[0] == '.' && !strchr(l->text, ':');

			known = true;
			if (directive || !l->file || l->line != row->place.line ||
				strcmp(l->file, file) != 0)
				continue;
			if (l->ptx && l->ptx != ptx)
				add_text(v, cell, v->column_width, DIM,
					arena_printf(v->scratch, "// %s",
						clean(v->scratch, l->ptx, strlen(l->ptx))));
			ptx = l->ptx;
			add_text(v, cell, v->column_width, PLAIN,
				arena_printf(v->scratch, "%s%s%s", l->control ? l->control : "",
					l->control ? " " : "",
					clean(v->scratch, l->text, strlen(l->text))));
		}
	}
	return known;
}

static void
fill_refusal(struct view *v, struct cell *cell, const struct compare_region *region,
	const struct compare_code *code, const struct compare_row *row)
{
	const struct refusal *why = code->refused;
	struct place at = place_known(why->place) ? why->place : region->target->place;

	if (row->place.line == region->target->place.line) {
		add_text(v, cell, v->column_width, RED,
			arena_printf(v->scratch, "refused (line %u): %s", at.line, why->reason));
		if (why->instead)
			add_text(v, cell, v->column_width, DIM,
				arena_printf(v->scratch, "%s can", why->instead));
	} else if (row->place.line == at.line) {
		add_text(v, cell, v->column_width, RED, "^ refused because of this");
	}
}

/* ---- output ---- */

static void
put_styled(struct view *v, enum style style, const char *text, int width)
{
	static const char *const code[] = { "", "\033[2m", "\033[1m", "\033[1;31m", "\033[33m",
		"\033[1;36m", "\033[35m" };
	bool paint = v->color && style != PLAIN && *text;

	fprintf(v->out, "%s%s%s", paint ? code[style] : "", text, paint ? "\033[0m" : "");
	if (width > 0)
		fprintf(v->out, "%*s", width - width_of(text) > 0 ? width - width_of(text) : 0, "");
}

/* Prints cells beside one another: the source's (with its number) and the band's. */
static void
put_cells(struct view *v, const char *number, const struct cell *source, const struct cell *cells)
{
	size_t n = v->to - v->from, height = source->n;

	for (size_t i = 0; i < n; i++)
		height = cells[i].n > height ? cells[i].n : height;
	for (size_t k = 0; k < height; k++) {
		put_styled(v, DIM, k == 0 ? number : "", NUMBER);
		put_styled(v, k < source->n ? source->v[k].style : PLAIN,
			k < source->n ? source->v[k].text : "", v->source_width);
		for (size_t i = 0; i < n; i++) {
			bool last = i + 1 == n;
			const struct cell_line *line = k < cells[i].n ? &cells[i].v[k] : NULL;

			put_styled(v, DIM, last && !line ? " |" : " | ", 0);
			put_styled(v, line ? line->style : PLAIN, line ? line->text : "",
				last ? 0 : v->column_width);
		}
		fputc('\n', v->out);
	}
}

static void
put_rule(struct view *v)
{
	for (int i = 0; i < NUMBER + v->source_width; i++)
		fputc('-', v->out);
	for (size_t i = v->from; i < v->to; i++) {
		fputs("-+-", v->out);
		for (int k = 0; k < v->column_width; k++)
			fputc('-', v->out);
	}
	fputc('\n', v->out);
}

static struct cell *
new_cells(struct view *v)
{
	return NEWN(v->scratch, struct cell, v->to - v->from);
}

/* Return the column's title, and the scheme where it was chosen. */
static const char *
head_text(struct view *v, const struct compare_region *region, size_t i)
{
	const struct scheme *s = region->columns[i].scheme;
	const char *title = v->c->columns.v[i].title;

	if (!s || strncmp(title, s->name, strlen(s->name)) == 0)
		return title;
	return arena_printf(v->scratch, "%s: %s", title, s->name);
}

static void
put_heads(struct view *v, const struct compare_region *region)
{
	struct cell source = { 0 }, *cells = new_cells(v);
	const char *file = place_file(v->c->unit->sources, region->target->place);

	add_text(v, &source, v->source_width, BOLD, clean(v->scratch, file, strlen(file)));
	for (size_t i = v->from; i < v->to; i++)
		add_text(v, &cells[i - v->from], v->column_width, BOLD, head_text(v, region, i));
	put_cells(v, "", &source, cells);
	put_rule(v);
}

static void
fill_column(struct view *v, struct cell *cell, const struct compare_region *region,
	const struct compare_row *row, size_t i)
{
	const struct compare_code *code = &region->columns[i];

	if (code->refused) {
		fill_refusal(v, cell, region, code, row);
		return;
	}
	if (code->when && !row->title && row->place.line == region->target->place.line)
		add_text(v, cell, v->column_width, DIM,
			arena_printf(v->scratch, "// %s", code->when));
	if (row->title || !v->c->machine || !fill_machine(v, cell, row, code, &v->c->columns.v[i]))
		fill_code(v, cell, row, &row->columns[i]);
}

static void
put_row(struct view *v, const struct compare_region *region, const struct compare_row *row)
{
	struct cell source = { 0 }, *cells = new_cells(v);
	const char *number = row->title ? "" : arena_printf(v->scratch, "%u", row->place.line);

	if (row->title)
		add_text(v, &source, v->source_width, DIM, row->title);
	else
		add_text(v, &source, v->source_width, PLAIN,
			row->source ? clean(v->scratch, row->source, row->size) : "");
	for (size_t i = v->from; i < v->to; i++)
		fill_column(v, &cells[i - v->from], region, row, i);
	if (row->far)
		put_styled(v, DIM, "   :\n", 0);
	put_cells(v, number, &source, cells);
}

/* ---- figures ---- */

static const char *const figure_names[] = {
	"virtual registers",
	"shared bytes",
	"barriers",
	"branches",
	"PTX lines",
	"registers (ptxas)",
	"instructions (ptxas)",
};

enum { FIGURES = 5, WITH_MACHINE = 7 };

static const char *
figure_text(struct view *v, const struct compare_code *code, int which)
{
	const struct figures *g = &code->figures;
	const long n[WITH_MACHINE] = {
		g->registers,
		(long)g->shared_bytes,
		g->barriers,
		g->branches,
		g->lines,
		g->machine_registers,
		g->machine_instructions,
	};

	return code->refused || n[which] < 0 ? "-" : arena_printf(v->scratch, "%ld", n[which]);
}

static void
put_figures(struct view *v, const struct compare_region *region)
{
	bool machine = false;

	put_rule(v);
	for (size_t i = v->from; i < v->to; i++)
		machine |= region->columns[i].figures.machine_registers >= 0;
	for (int k = 0; k < (machine ? WITH_MACHINE : FIGURES); k++) {
		struct cell source = { 0 }, *cells = new_cells(v);

		add_text(v, &source, v->source_width, DIM, figure_names[k]);
		for (size_t i = v->from; i < v->to; i++)
			add_text(v, &cells[i - v->from], v->column_width, BOLD,
				figure_text(v, &region->columns[i], k));
		put_cells(v, "", &source, cells);
	}
}

/* ---- layout ---- */

static int
longest_source(struct view *v, const struct compare_region *region)
{
	int longest = 20;

	for (int i = 0; i < region->nrows; i++)
		if (region->rows[i].source) {
			int w = width_of(
				clean(v->scratch, region->rows[i].source, region->rows[i].size));
			longest = w > longest ? w : longest;
		}
	return longest < MOST_SOURCE ? longest : MOST_SOURCE;
}

/* Give the source up to a third; the columns what is left, as many as are at least NARROWEST. */
static void
measure(struct view *v, const struct compare_region *region, int width)
{
	int source = longest_source(v, region), most = (width - NUMBER) / 3;
	int n = (int)v->c->columns.n;

	v->source_width = source < most ? source : most < 16 ? 16 : most;
	int left = width - NUMBER - v->source_width;
	int fit = left / (NARROWEST + SEPARATOR);

	fit = fit < 1 ? 1 : fit > n ? n : fit;
	fit = (n + (n + fit - 1) / fit - 1) / ((n + fit - 1) / fit); /* bands of even size */
	v->to = (size_t)fit;
	v->column_width = left / fit - SEPARATOR;
	if (v->column_width < 16)
		v->column_width = 16;
	if (v->column_width > WIDEST)
		v->column_width = WIDEST;
}

static void
put_band(struct view *v, const struct compare_region *region)
{
	put_heads(v, region);
	for (int i = 0; i < region->nrows; i++)
		put_row(v, region, &region->rows[i]);
	put_figures(v, region);
}

static void
put_region(const struct view *template, const struct compare_region *region, int width)
{
	struct view v = *template;
	size_t step;

	measure(&v, region, width);
	put_styled(&v, BOLD,
		arena_printf(v.scratch, "%s: target region, lines %u to %u",
			region->target->u.target.kernel_name, region->target->place.line,
			region->last_line),
		0);
	fputs("\n\n", v.out);
	for (step = v.to; v.from < v.c->columns.n; v.from = v.to, v.to += step) {
		if (v.to > v.c->columns.n)
			v.to = v.c->columns.n;
		put_band(&v, region);
		fputc('\n', v.out);
	}
}

/* Put it in one line, behind the program's own regions. */
static void
put_aside(struct view *v, const struct compare_region *region)
{
	const struct place at = region->target->place;

	fprintf(v->out, "%s: target region, lines %u to %u of %s; only -html= shows it\n",
		region->target->u.target.kernel_name, at.line, region->last_line,
		place_file(v->c->unit->sources, at));
}

void
view_text(const struct comparison *c, FILE *out, int width, bool color)
{
	struct view v = { .c = c, .out = out, .scratch = arena_new(), .color = color };

	for (int i = 0; i < c->nregions; i++)
		if (!c->regions[i].aside)
			put_region(&v, &c->regions[i], width);
	for (int i = 0; i < c->nregions; i++)
		if (c->regions[i].aside)
			put_aside(&v, &c->regions[i]);
	arena_free(v.scratch);
}
