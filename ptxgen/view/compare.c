/*
 * compare.c: the rows of a side-by-side view: see compare.h.
 *
 * A row is a source line.  Its pieces are runs of PTX lines that serve it, in the order of the
 * text: a loop's head, condition and increment are pieces of one row.  Rows: the kernel's memory,
 * the lines of the region, lines elsewhere that the region's functions come from, one row for
 * each function of the device library.
 */
#include "view/compare.h"

#include <stdlib.h>
#include <string.h>

#include "scheme/scheme.h"
#include "tree/tree.h"

struct comparison *
compare_new(struct arena *a, const struct unit *u)
{
	struct comparison *c = NEW(a, struct comparison);

	c->arena = a;
	c->unit = u;
	return c;
}

void
compare_add(struct comparison *c, const char *title, const struct ptxgen_result *result)
{
	struct compare_column column = { .title = title, .result = result };

	column.arch = result->images[0].arch;
	vec_push(c->arena, &c->columns, column);
}

const struct machine_function *
compare_machine(const struct compare_column *column, const char *function)
{
	for (size_t i = 0; i < column->machine.n; i++)
		if (strcmp(column->machine.v[i].name, function) == 0)
			return &column->machine.v[i];
	return NULL;
}

bool
compare_is_library(const struct comparison *c, const struct ptx_function *f)
{
	return place_known(f->place) &&
		strncmp(place_file(c->unit->sources, f->place), "<minicc>/", 9) == 0;
}

/* ---- which functions belong to a region ---- */

static const struct ptx_function *
find_function(const struct ptx_listing *l, const char *name)
{
	for (size_t i = 0; i < l->functions.n; i++)
		if (strcmp(l->functions.v[i].name, name) == 0)
			return &l->functions.v[i];
	return NULL;
}

static void
add_function(struct comparison *c, struct compare_code *code, const struct ptx_listing *l,
	const char *name)
{
	const struct ptx_function *f = find_function(l, name);

	for (size_t i = 0; i < code->functions.n; i++)
		if (code->functions.v[i] == f)
			return;
	if (!f)
		return;
	vec_push(c->arena, &code->functions, f);
	for (size_t i = 0; i < f->uses.n; i++)
		add_function(c, code, l, f->uses.v[i]);
}

static void
count_lines(struct figures *g, const struct ptx_function *f)
{
	for (size_t i = 0; i < f->lines.n; i++) {
		enum ptx_line_kind kind = f->lines.v[i].kind;

		g->lines += kind != PTX_BLANK && kind != PTX_COMMENT && kind != PTX_LOC;
		g->barriers += kind == PTX_BARRIER;
		g->branches += kind == PTX_BRANCH;
	}
	g->shared_bytes += f->shared_bytes;
	if (f->registers > g->registers)
		g->registers = f->registers;
}

static void
count_machine(struct figures *g, const struct machine_function *m)
{
	if (!m)
		return;
	if (m->registers > g->machine_registers)
		g->machine_registers = m->registers;
	if (g->machine_instructions < 0)
		g->machine_instructions = 0;
	g->machine_instructions += m->instructions;
}

/* "launched when …; one more entry": the conditions of the first of several entries. */
static const char *
entry_conditions(struct comparison *c, const struct ptxgen_kernel *k)
{
	static const char *const text[] = {
		"the grid covers the trip count",
		"arrays do not overlap",
		"the trip count fits 32 bits",
		"the grid has a dimension for each loop",
	};
	const char *when = "";

	if (k->nentries < 2)
		return NULL;
	for (int i = 0; i < 4; i++)
		if (k->entries[0].needs >> i & 1)
			when = arena_printf(c->arena, *when ? "%s and %s" : "%s%s", when, text[i]);
	return arena_printf(c->arena, "the entry for when %s (1 of %d)", when, k->nentries);
}

static void
gather_code(struct comparison *c, struct compare_code *code, const struct compare_column *column,
	int region)
{
	const struct ptxgen_kernel *k = &column->result->kernels[region];

	code->kernel = k;
	code->scheme = k->scheme;
	code->refused = k->refused;
	code->figures.machine_registers = code->figures.machine_instructions = -1;
	if (k->refused)
		return;
	code->when = entry_conditions(c, k);
	add_function(c, code, column->result->images[0].listing, k->entries[0].name);
	for (size_t i = 0; i < code->functions.n; i++) {
		count_lines(&code->figures, code->functions.v[i]);
		count_machine(&code->figures, compare_machine(column, code->functions.v[i]->name));
	}
}

/* ---- rows ---- */

struct rows {
	struct compare_row *v;
	size_t n, cap;
};

struct alignment {
	struct comparison *c;
	struct compare_region *region;
	struct rows memory, own, other, library;
};

static bool
same_file(const struct alignment *a, struct place x, struct place y)
{
	const struct sources *s = a->c->unit->sources;

	return x.file == y.file || strcmp(place_file(s, x), place_file(s, y)) == 0;
}

static struct compare_row *
add_row(struct alignment *a, struct rows *rows, struct place place, const char *title)
{
	struct compare_row row = { .place = place, .title = title };

	row.columns = NEWN(a->c->arena, struct compare_pieces, a->c->columns.n);
	if (!title)
		row.source = source_line(a->c->unit->sources, place, &row.size);
	vec_push(a->c->arena, rows, row);
	return &vec_last(rows);
}

static void
add_own_rows(struct alignment *a)
{
	struct place p = a->region->target->place;

	for (p.col = 0; p.line <= a->region->last_line; p.line++)
		add_row(a, &a->own, p, NULL);
}

static struct compare_row *
find_titled(struct alignment *a, struct rows *rows, const char *title)
{
	for (size_t i = 0; i < rows->n; i++)
		if (strcmp(rows->v[i].title, title) == 0)
			return &rows->v[i];
	return add_row(a, rows, (struct place){ 0 }, title);
}

static struct compare_row *
find_row(struct alignment *a, struct place p)
{
	struct place first = a->region->target->place;

	if (same_file(a, p, first) && p.line >= first.line && p.line <= a->region->last_line)
		return &a->own.v[p.line - first.line];
	for (size_t i = 0; i < a->other.n; i++)
		if (a->other.v[i].place.line == p.line && same_file(a, a->other.v[i].place, p))
			return &a->other.v[i];
	return add_row(a, &a->other, p, NULL);
}

static struct compare_row *
row_of(struct alignment *a, const struct ptx_function *f, const struct ptx_line *line)
{
	if (compare_is_library(a->c, f))
		return find_titled(a, &a->library,
			arena_printf(a->c->arena, "device library: %s", f->name));
	if (line->kind == PTX_MEMORY && !(f->is_variable && place_known(line->place)))
		return find_titled(a, &a->memory,
			f->is_kernel           ? "memory of the kernel" :
				f->is_variable ? "memory of the module" :
						 "memory of functions");
	return place_known(line->place) ? find_row(a, line->place) : NULL;
}

static bool
passed_over(const struct ptx_line *line)
{
	return line->kind == PTX_BLANK || line->kind == PTX_LOC || line->kind == PTX_REGISTERS;
}

/* Add line i of f to the last piece if it goes on there, else as a piece of its own. */
static void
add_line(struct alignment *a, struct compare_pieces *pieces, const struct ptx_function *f, size_t i)
{
	struct compare_piece piece = { f, i, i + 1 };

	if (pieces->n && vec_last(pieces).function == f) {
		size_t k = vec_last(pieces).to;

		while (k < i && passed_over(&f->lines.v[k]))
			k++;
		if (k == i) {
			vec_last(pieces).to = i + 1;
			return;
		}
	}
	vec_push(a->c->arena, pieces, piece);
}

static void
align_function(struct alignment *a, size_t column, const struct ptx_function *f)
{
	for (size_t i = 0; i < f->lines.n; i++) {
		struct compare_row *row = NULL;

		if (!passed_over(&f->lines.v[i]))
			row = row_of(a, f, &f->lines.v[i]);
		if (row)
			add_line(a, &row->columns[column], f, i);
	}
}

static void
take_rows(struct alignment *a, struct rows *to, const struct rows *from)
{
	for (size_t i = 0; i < from->n; i++)
		vec_push(a->c->arena, to, from->v[i]);
}

/* Sort by file in order of first use, then by line: a stable insertion sort of few rows. */
static void
sort_other(struct alignment *a)
{
	struct rows *o = &a->other;

	for (size_t i = 1; i < o->n; i++) {
		struct compare_row row = o->v[i];
		size_t at = i, to = i;

		while (at-- > 0)
			if (same_file(a, o->v[at].place, row.place)) {
				if (o->v[at].place.line > row.place.line)
					to = at;
				else if (to == i)
					to = at + 1;
			}
		memmove(&o->v[to + 1], &o->v[to], (i - to) * sizeof row);
		o->v[to] = row;
	}
}

static void
mark_gaps(struct alignment *a, struct rows *all)
{
	for (size_t i = 1; i < all->n; i++) {
		struct compare_row *r = &all->v[i], *before = r - 1;

		r->far = r->title || before->title || !same_file(a, r->place, before->place) ||
			r->place.line != before->place.line + 1;
	}
}

static void
align_region(struct comparison *c, struct compare_region *region)
{
	struct alignment a = { .c = c, .region = region };
	struct rows all = { 0 };

	add_own_rows(&a);
	for (size_t i = 0; i < c->columns.n; i++)
		for (size_t k = 0; k < region->columns[i].functions.n; k++)
			align_function(&a, i, region->columns[i].functions.v[k]);
	sort_other(&a);
	take_rows(&a, &all, &a.memory);
	take_rows(&a, &all, &a.own);
	take_rows(&a, &all, &a.other);
	take_rows(&a, &all, &a.library);
	mark_gaps(&a, &all);
	region->rows = all.v;
	region->nrows = (int)all.n;
}

/* Return the last line of the target construct; macros and #line may confuse tokens' places. */
static uint32_t
last_line(const struct omp *target)
{
	const struct token *last = target->stmt->last;

	if (last && last->place.file == target->place.file &&
		last->place.line >= target->place.line)
		return last->place.line;
	return target->place.line;
}

static void
add_region(struct comparison *c, int target, bool aside)
{
	struct compare_region *region = &c->regions[c->nregions++];

	region->target = c->unit->targets[target];
	region->aside = aside;
	region->last_line = last_line(region->target);
	region->columns = NEWN(c->arena, struct compare_code, c->columns.n);
	for (size_t i = 0; i < c->columns.n; i++)
		gather_code(c, &region->columns[i], &c->columns.v[i], target);
	align_region(c, region);
}

static bool
in_header(const struct unit *u, int target)
{
	return strcmp(place_file(u->sources, u->targets[target]->place), u->main_file) != 0;
}

void
compare_align(struct comparison *c)
{
	const struct unit *u = c->unit;
	bool any_here = false;

	c->regions = NEWN(c->arena, struct compare_region, u->ntargets);
	for (int r = 0; r < u->ntargets; r++)
		any_here |= !in_header(u, r);
	for (int aside = 0; aside < 2; aside++)
		for (int r = 0; r < u->ntargets; r++)
			if ((any_here && in_header(u, r)) == aside)
				add_region(c, r, aside);
}
