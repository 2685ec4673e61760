/* The walk over the unit's tokens: see host.h. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/internal.h"

/* ---- lines of our own ---- */

const char *
host_quote(struct host *h, const char *text, size_t n)
{
	char *out = arena_alloc(h->arena, 4 * n + 3), *to = out;

	*to++ = '"';
	for (size_t i = 0; i < n; i++) {
		unsigned char c = (unsigned char)text[i];

		if (c == '"' || c == '\\' || c == '?')
			to += sprintf(to, "\\%c", c);
		else if (c == '\n' || c == '\t')
			to += sprintf(to, c == '\n' ? "\\n" : "\\t");
		else if (isprint(c))
			*to++ = (char)c;
		else
			to += sprintf(to, "\\%03o", c);
	}
	*to = '"';
	return out;
}

/* Make the token printer say anew where it is: other text came between. */
static void
forget_position(struct host *h)
{
	h->printer.file = h->printer.line = 0;
	h->printer.started = false;
	h->printer.last = NULL;
}

static void
put_margin(struct host *h)
{
	size_t size;
	const char *line = source_line(h->unit->sources, h->construct, &size);

	for (size_t i = 0; line && i < size && (line[i] == ' ' || line[i] == '\t'); i++)
		fputc(line[i], h->out);
}

static void
put_line(struct host *h, struct place at, const char *fmt, va_list ap)
{
	const char *file = place_file(h->unit->sources, at);

	tok_printer_end_line(&h->printer);
	if (h->options->readable)
		put_margin(h);
	else if (place_known(at))
		fprintf(h->out, "# %u %s 3\n", at.line, host_quote(h, file, strlen(file)));
	for (int i = 0; i < h->depth; i++)
		fputc('\t', h->out);
	vfprintf(h->out, fmt, ap);
	fputc('\n', h->out);
	forget_position(h);
}

void
host_line(struct host *h, struct place at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_line(h, at, fmt, ap);
	va_end(ap);
}

/* Begin a line: cc knows a directive in preprocessed text only in the first column. */
void
host_pragma(struct host *h, struct place at, const char *text)
{
	const char *file = place_file(h->unit->sources, at);

	if (h->options->readable) {
		host_line(h, at, "%s", text);
		return;
	}
	tok_printer_end_line(&h->printer);
	fprintf(h->out, "# %u %s\n%s\n", at.line, host_quote(h, file, strlen(file)), text);
	forget_position(h);
}

void
host_open(struct host *h, struct place at, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	put_line(h, at, fmt, ap);
	va_end(ap);
	h->depth++;
}

void
host_close(struct host *h, struct place at)
{
	h->depth--;
	host_line(h, at, "}");
}

/* ---- headers folded back into #include lines, for readers ---- */

static bool
is_unfolded(const struct host *h, uint32_t file)
{
	for (size_t i = 0; i < h->unfolded.n; i++)
		if (h->unfolded.v[i] == file)
			return true;
	return false;
}

/* Return the outermost inclusion that brought this file in and can stay one, or 0: the text itself
 * is to be written, because it is the main file's or has constructs to replace. */
static uint32_t
folded_inclusion(const struct host *h, uint32_t file)
{
	const struct source_file *f = source_of(h->unit->sources, file);
	uint32_t found = 0;

	for (; f && f->included_as; f = source_of(h->unit->sources, file)) {
		if (!is_unfolded(h, file))
			found = file;
		file = f->included_from.file;
	}
	return found;
}

void
host_unfold(struct host *h, uint32_t file)
{
	const struct source_file *f = source_of(h->unit->sources, file);

	for (; f && f->included_as; f = source_of(h->unit->sources, file)) {
		if (!is_unfolded(h, file))
			vec_push(h->arena, &h->unfolded, file);
		file = f->included_from.file;
	}
}

/* Print tokens with empty lines where the source has some, or comments. */
static void
print_spaced(struct host *h, uint32_t first, uint32_t end)
{
	const struct token *tok = h->unit->tokens.tok;

	for (uint32_t i = first + 1; i < end; i++) {
		struct place a = tok[i - 1].place, b = tok[i].place;

		if (!tok[i].bol || a.file != b.file || b.line <= a.line + 1)
			continue;
		print_tokens(&h->printer, tok + first, tok + i);
		tok_printer_end_line(&h->printer);
		fputc('\n', h->out);
		first = i;
	}
	print_tokens(&h->printer, tok + first, tok + end);
}

/* Fold one run of tokens of the same origin, starting at FIRST.  Return where it ends. */
static uint32_t
fold_run(struct host *h, uint32_t first, uint32_t end)
{
	const struct token *tok = h->unit->tokens.tok;
	uint32_t from = folded_inclusion(h, tok[first].place.file), i = first + 1;

	while (i < end && folded_inclusion(h, tok[i].place.file) == from)
		i++;
	if (!from) {
		if (first > 0 && folded_inclusion(h, tok[first - 1].place.file))
			fputc('\n', h->out);
		print_spaced(h, first, i);
		return i;
	}
	tok_printer_end_line(&h->printer);
	fprintf(h->out, "#include %s\n", source_of(h->unit->sources, from)->included_as);
	forget_position(h);
	return i;
}

/* Return whether the call must be hidden: gcc takes few calls of omp_* routines directly inside
 * teams, as OpenMP 5 has it; OpenMP 4.5 allowed them all.  Through a pointer gcc does not see
 * them. */
static bool
is_hidden_call(const struct token *t)
{
	static const char *const allowed[] = { "omp_get_num_teams", "omp_get_team_num", NULL };

	if (t->kind != TK_IDENT || strncmp(t->text, "omp_", 4) != 0 || t[1].kind != TK_LPAREN)
		return false;
	for (int i = 0; allowed[i]; i++)
		if (strcmp(t->text, allowed[i]) == 0)
			return false;
	switch (t[-1].kind) {
	case TK_DOT:
	case TK_ARROW:
	case TK_INT:
	case TK_DOUBLE:
	case TK_VOID:
	case TK_IDENT: /* a declaration */ return false;
	default: return true;
	}
}

static void
print_teams(struct host *h, uint32_t first, uint32_t end)
{
	const struct token *tok = h->unit->tokens.tok;

	for (uint32_t i = first; i < end; i++) {
		if (!is_hidden_call(&tok[i]))
			continue;
		print_tokens(&h->printer, tok + first, tok + i);
		tok_printer_text(&h->printer, " (*(__typeof__(&%s) volatile []){ %s }[0])",
			tok[i].text, tok[i].text);
		first = i + 1;
	}
	print_tokens(&h->printer, tok + first, tok + end);
}

void
host_plain(struct host *h, uint32_t first, uint32_t end)
{
	const struct token *tok = h->unit->tokens.tok;

	if (h->in_teams) {
		print_teams(h, first, end);
		return;
	}
	if (!h->options->readable) {
		print_tokens(&h->printer, tok + first, tok + end);
		return;
	}
	while (first < end)
		first = fold_run(h, first, end);
}

/* ---- the walk ---- */

const struct omp_edit *
host_edit_from(const struct host *h, const struct token *t)
{
	size_t lo = 0, hi = h->edits.n;

	while (lo < hi) {
		size_t mid = (lo + hi) / 2;

		if (h->edits.v[mid].first->index < t->index)
			lo = mid + 1;
		else
			hi = mid;
	}
	return h->edits.v + lo;
}

/* Print the directive that cc sees where a metadirective stands. */
static void
print_directive(struct host *h, const struct token *t)
{
	const struct token *last = t;

	while (last[1].kind != TK_PRAGMA_END)
		last++;
	host_pragma(h, t->place,
		arena_printf(h->arena, "#pragma omp %s", host_tokens_text(h, t + 1, last)));
}

static void
print_edit(struct host *h, const struct omp_edit *e)
{
	const struct omp *o = e->construct;
	struct place outer = h->construct;
	int depth = h->depth;

	if (e->text && e->last >= e->first) {
		tok_printer_text(&h->printer, " %s", e->text);
	} else if (e->text) {
		h->construct = e->first->place;
		h->depth = 0;
		host_line(h, e->first->place, "%s", e->text);
	}
	h->construct = outer;
	h->depth = depth;
	if (e->directive && !h->options->serial)
		print_directive(h, e->directive);
	if (e->loop && !h->options->serial)
		host_pragma(h, e->loop->place, host_loop_directive(h, e->loop));
	if (!o)
		return;
	h->construct = o->place;
	h->depth = 0;
	switch (o->kind) {
	case OMP_TARGET: host_target(h, o); break;
	case OMP_HOST:
	case OMP_BARRIER:
	case OMP_TASKWAIT:
	case OMP_TASKGROUP:
	case OMP_TASK: host_wait(h, o); break;
	case OMP_SCOPE: host_scope(h, o); break;
	default: host_data(h, o);
	}
	h->construct = outer;
	h->depth = depth;
}

void
host_range(struct host *h, uint32_t first, uint32_t end)
{
	const struct token *tok = h->unit->tokens.tok;
	const struct omp_edit *e = host_edit_from(h, &tok[first]);

	for (; e < h->edits.v + h->edits.n && e->first->index < end; e++) {
		if (e->first->index < first || (e->text && e->first != &tok[e->first->index]))
			continue; /* inside the last edit's text, or in a copied directive */
		host_plain(h, first, e->first->index);
		print_edit(h, e);
		first = e->last->index + 1;
	}
	host_plain(h, first, end);
}

void
host_body(struct host *h, const struct omp *o, bool teams)
{
	h->in_teams = teams && !h->options->serial;
	host_range(h, o->pragma_last->index + 1, o->stmt->last->index + 1);
	h->in_teams = false;
	tok_printer_end_line(&h->printer);
}

/* ---- finding the edits ---- */

/* Return whether it is declare target, its begin or its end. */
static bool
is_declare_target(const struct token *t)
{
	t++;
	if (strcmp(t->text, "begin") == 0 || strcmp(t->text, "end") == 0)
		t++;
	return strcmp(t->text, "declare") == 0 && strcmp(t[1].text, "target") == 0;
}

/* Return where main's block begins, if target tasks may be left at its end; else NULL. */
static const struct token *
main_block(const struct host *h)
{
	const struct unit *u = h->unit;
	bool tasks = false;

	for (size_t i = 0; i < h->edits.n; i++)
		tasks |= h->edits.v[i].construct && host_is_task(h->edits.v[i].construct);
	for (int i = 0; i < u->ndecls && tasks; i++)
		if (u->decls[i]->kind == DECL_FUNC && u->decls[i]->body &&
			strcmp(u->decls[i]->name, "main") == 0)
			return u->decls[i]->body->stmt->first;
	return NULL;
}

void
host_add_edit(struct host *h, struct omp_edit e)
{
	size_t i = h->edits.n;

	vec_push(h->arena, &h->edits, e);
	for (; i > 0 && h->edits.v[i - 1].first->index > e.first->index; i--)
		h->edits.v[i] = h->edits.v[i - 1];
	h->edits.v[i] = e;
}

static void
add_constructs(struct host *h, struct omp **list, int n)
{
	for (int i = 0; i < n; i++) {
		struct omp *o = list[i];

		host_unfold(h, o->pragma_first->place.file);
		host_add_edit(h,
			(struct omp_edit){ o->pragma_first, o->stmt->last, .construct = o });
	}
}

static void
find_edits(struct host *h)
{
	const struct unit *u = h->unit;
	const struct token *in_main;

	host_find_ahead(h);
	add_constructs(h, u->targets, u->ntargets);
	add_constructs(h, u->host_directives, u->nhost_directives);
	for (size_t i = 0; i < u->edits.n; i++)
		host_add_edit(h, u->edits.v[i]);
	in_main = main_block(h);
	if (in_main) /* target tasks may use main's variables: they end before those do [12.8] */
		host_add_edit(h,
			(struct omp_edit){ in_main, in_main,
				.text = "{ __attribute__((__unused__, "
					"__cleanup__(devrt_main_ends))) int __devrt_main = 0;" });
}

bool
host_needs_openmp(const struct unit *u)
{
	for (size_t i = 0; i < u->tokens.n; i++)
		if (u->tokens.tok[i].kind == TK_PRAGMA_OMP && !is_declare_target(&u->tokens.tok[i]))
			return true;
	return false;
}

void
host_write(FILE *out, struct arena *a, struct diag *diag, struct unit *u,
	const struct ptxgen_result *device, const struct host_options *options)
{
	struct host h = {
		.out = out,
		.arena = a,
		.diag = diag,
		.unit = u,
		.device = device,
		.options = options,
	};

	h.printer = (struct tok_printer){
		.out = out,
		.sources = u->sources,
		.markers = !options->readable,
		.indent = options->readable,
		.drop_omp = options->serial,
	};
	h.kernel_items = NEWN(a, struct items, u->ntargets + 1);
	h.kernel_maps = NEWN(a, struct map_items, u->ntargets + 1);
	find_edits(&h);
	if (!options->readable) /* cc takes the first marker for the file's name */
		fprintf(out, "# 1 %s\n", host_quote(&h, u->main_file, strlen(u->main_file)));
	host_prologue(&h);
	host_range(&h, 0, (uint32_t)u->tokens.n - 1);
	tok_printer_end_line(&h.printer);
	host_tables(&h);
}
