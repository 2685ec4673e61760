/*
 * write.c: the record of steps.h, from what record.c collected.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steps/internal.h"

#define MOST_FUNCTIONS 64
#define MOST_FILES 16

struct source_file {
	const char *name;
	int first, last; /* lines that instructions name */
};

/* A function of PTX, or one of machine code, which all stand in the kernel's array. */
struct piece {
	const struct sim_func *f;
	const char *name;
	const struct inst *code;
	uint32_t n, base; /* base: number of its first instruction */
};

struct record {
	struct steps *s;
	struct sim_log *out;
	struct piece func[MOST_FUNCTIONS];
	unsigned nfuncs, nfiles;
	struct source_file file[MOST_FILES];
};

static void
put_text(struct sim_log *out, const char *s)
{
	sim_json_string(out, s, strlen(s));
}

/* ---- functions that ran ---- */

static bool
holds(const struct inst *code, uint32_t n, const struct inst *in)
{
	return code && in >= code && in < code + n;
}

static void
add_piece(struct record *r, struct piece p)
{
	unsigned n = r->nfuncs;
	if (n == MOST_FUNCTIONS)
		return;
	p.base = n ? r->func[n - 1].base + r->func[n - 1].n : 0;
	r->func[r->nfuncs++] = p;
}

/* Add the function of f's code that an instruction is in. */
static void
add_function(struct record *r, const struct sim_func *f, const struct inst *in)
{
	for (unsigned k = 0; f->machine && k < code_pieces(f); k++) {
		struct code_piece p = code_piece(f, k);
		if (holds(f->code + p.first, p.n, in))
			add_piece(r, (struct piece){ f, p.name, f->code + p.first, p.n, 0 });
	}
	if (!f->machine)
		add_piece(r, (struct piece){ f, f->name, f->code, f->ncode, 0 });
}

/* Return its number in the record; -4: it is in a function that is left out. */
static long
number_of(struct record *r, const struct inst *in)
{
	const struct sim_module *m = r->s->kernel->module;
	for (unsigned i = r->nfuncs; i-- > 0;)
		if (holds(r->func[i].code, r->func[i].n, in))
			return (long)r->func[i].base + (in - r->func[i].code);
	for (unsigned i = 0; i < m->nfuncs && r->nfuncs < MOST_FUNCTIONS; i++)
		if (holds(m->funcs[i]->code, m->funcs[i]->ncode, in)) {
			add_function(r, m->funcs[i], in);
			return number_of(r, in);
		}
	return -4;
}

static void
note_line(struct record *r, const struct pinst *p)
{
	unsigned i = 0;
	if (!p || !p->file || p->line <= 0)
		return;
	while (i < r->nfiles && strcmp(r->file[i].name, p->file))
		i++;
	if (i == MOST_FILES)
		return;
	struct source_file *f = &r->file[i];
	if (i == r->nfiles) {
		r->nfiles++;
		*f = (struct source_file){ p->file, p->line, p->line };
	}
	f->first = p->line < f->first ? p->line : f->first;
	f->last = p->line > f->last ? p->line : f->last;
}

static unsigned
file_number(const struct record *r, const struct pinst *p)
{
	unsigned i = 0;
	while (i < r->nfiles && strcmp(r->file[i].name, p->file))
		i++;
	return i;
}

/* ---- functions ---- */

static const char *
line_start(const struct source *src, const char *at)
{
	while (at > src->text && at[-1] != '\n')
		at--;
	return at;
}

/* Return the place behind the brace that ends the body. */
static const char *
body_end(const char *at)
{
	int depth = 0;
	for (; *at; at++) {
		if (at[0] == '/' && at[1] == '/')
			at += strcspn(at, "\n") - 1;
		else if (*at == '{')
			depth++;
		else if (*at == '}' && --depth == 0)
			return at + 1;
	}
	return at;
}

static void
put_lines(struct sim_log *out, const char *from, const char *to)
{
	const char *before = "";
	while (from < to) {
		size_t n = strcspn(from, "\n");
		sim_log_printf(out, "%s", before);
		sim_json_string(out, from, n < (size_t)(to - from) ? n : (size_t)(to - from));
		before = ",\n";
		from += n + 1;
	}
}

struct destinations {
	struct sim_log *out;
	const struct sim_func *f;
};

static void
put_destination(void *ctx, uint32_t reg)
{
	struct destinations *d = ctx;
	const struct preg *p = &d->f->body->regs[reg];
	sim_log_printf(d->out, p->range ? ",\"%s%.*s%u\"" : ",\"%s%.*s\"",
		p->type == PTX_PRED ? "p:" : "", (int)p->len, p->name, p->index);
}

static int
lines_between(const char *from, const char *to)
{
	int n = 0;
	for (; from < to; from++)
		n += *from == '\n';
	return n;
}

/* The last one stands for the end of the function. */
static void
put_code(struct record *r, const struct sim_func *f, const char *text, const char *end)
{
	struct destinations d = { r->out, f };
	const char *at = text;
	int line = 0;
	for (uint32_t i = 0; i < f->ncode; i++) {
		const struct pinst *p = f->code[i].src;
		const char *to = p ? p->place.at : end;
		line += lines_between(at, to);
		at = to;
		sim_log_printf(r->out, "%s[%d,%u,%d", i ? "," : "", line,
			p && p->file ? file_number(r, p) : 0, p && p->file ? p->line : 0);
		if (p && !p->call)
			visit_defs(p, put_destination, &d);
		sim_log_printf(r->out, "]");
	}
}

static void
put_head(struct record *r, const char *name)
{
	sim_log_printf(r->out, "{\"name\":");
	put_text(r->out, name);
}

/* Print what a table of labels means, for the page. */
static void
print_table(const struct piece *p, struct sim_log *out)
{
	const struct sim_module *m = p->f->module->ptx;
	for (unsigned i = 0; m && i < m->nfuncs; i++) {
		const char *at = m->funcs[i]->place.at, *end;
		if (!m->funcs[i]->body || strcmp(m->funcs[i]->name, p->name))
			continue;
		end = body_end(at);
		at = strstr(at, ".branchtargets");
		if (at && at < end)
			sim_log_printf(out, "\t// %.*s\n", (int)strcspn(at, "\n"), at);
	}
}

/* An instruction of machine code, behind the label of its region and the PTX that it was made of,
 * where these are others than before. */
static void
print_inst(const struct piece *p, const struct inst *in, const char **label, const char **ptx,
	struct sim_log *out)
{
	const struct pinst *from = in->src->from;
	const char *now = from ? region_label(p->f, in) : *label;
	const char *at = from ? from->place.at : *ptx;
	if (now && now != *label)
		sim_log_printf(out, "%s:\n", now);
	if (at && at != *ptx)
		sim_log_printf(out, "\t// %.*s\n", (int)strcspn(at, "\n"), at);
	code_print(p->f, in, out);
	*label = now;
	*ptx = at;
}

static void
put_machine_code(struct record *r, const struct piece *p)
{
	struct sim_log text = { 0 }, code = { 0 };
	const char *label = NULL, *ptx = NULL;
	size_t counted = 0;
	int lines = 0;
	print_table(p, &text);
	for (uint32_t i = 0; i < p->n; i++) {
		const struct inst *in = &p->code[i];
		unsigned n;
		const struct code_register *w = code_written(in, &n);
		print_inst(p, in, &label, &ptx, &text);
		lines += lines_between(text.text + counted, text.text + text.len);
		counted = text.len;
		sim_log_printf(&code, "%s[%d,%u,%d", i ? "," : "", lines - 1,
			in->src->file ? file_number(r, in->src) : 0,
			in->src->file ? in->src->line : 0);
		for (unsigned k = 0; k < n; k++)
			sim_log_printf(&code, ",\"%s%s\"", w[k].pred ? "p:" : "", w[k].name);
		sim_log_printf(&code, "]");
	}
	put_head(r, p->name);
	sim_log_printf(r->out, ",\n\"text\":[");
	put_lines(r->out, text.text, text.text + text.len);
	sim_log_printf(r->out, "],\n\"code\":[%s]}", code.text);
	sim_log_free(&text);
	sim_log_free(&code);
}

static void
put_function(struct record *r, const struct sim_func *f)
{
	const char *text = line_start(f->place.src, f->place.at), *end = body_end(text);
	put_head(r, f->name);
	if (f->addr)
		sim_log_printf(r->out, ",\"addr\":%llu", (unsigned long long)f->addr);
	sim_log_printf(r->out, ",\n\"text\":[");
	put_lines(r->out, text, end);
	sim_log_printf(r->out, "],\n\"code\":[");
	put_code(r, f, text, end);
	sim_log_printf(r->out, "]}");
}

static void
put_functions(struct record *r)
{
	sim_log_printf(r->out, ",\n\"functions\":[");
	for (unsigned i = 0; i < r->nfuncs; i++) {
		sim_log_printf(r->out, i ? ",\n" : "");
		if (r->func[i].f->machine)
			put_machine_code(r, &r->func[i]);
		else
			put_function(r, r->func[i].f);
	}
	sim_log_printf(r->out, "]");
}

/* ---- the source ---- */

static void
put_source(struct record *r, const struct source_file *f)
{
	FILE *in = fopen(f->name, "r");
	char *line = NULL;
	size_t cap = 0;
	const char *before = "";
	for (int n = 1; in && n <= f->last + 1; n++) {
		ssize_t len = getline(&line, &cap, in);
		if (len < 0)
			break;
		if (n < f->first - 1)
			continue;
		sim_log_printf(r->out, "%s", before);
		sim_json_string(r->out, line, strcspn(line, "\r\n"));
		before = ",\n";
	}
	free(line);
	if (in)
		fclose(in);
}

static void
put_files(struct record *r)
{
	sim_log_printf(r->out, ",\n\"files\":[");
	for (unsigned i = 0; i < r->nfiles; i++) {
		const struct source_file *f = &r->file[i];
		sim_log_printf(r->out, "%s{\"name\":", i ? ",\n" : "");
		put_text(r->out, f->name);
		sim_log_printf(r->out, ",\"first\":%d,\"lines\":[",
			f->first > 1 ? f->first - 1 : 1);
		put_source(r, f);
		sim_log_printf(r->out, "]}");
	}
	sim_log_printf(r->out, "]");
}

/* ---- shared memory ---- */

static void
put_variable(struct record *r, const struct var *v, uint64_t base, const char **before)
{
	if (v->space != SPACE_SHARED || v->external)
		return;
	sim_log_printf(r->out, "%s{\"name\":", *before);
	put_text(r->out, v->name);
	sim_log_printf(r->out, ",\"addr\":%llu,\"bytes\":%zu}",
		(unsigned long long)(base + v->addr), v->size);
	*before = ",\n";
}

static void
put_shared(struct record *r)
{
	const struct sim_module *m = r->s->kernel->module;
	const char *before = "";
	sim_log_printf(r->out, ",\n\"shared\":[");
	for (unsigned i = 0; i < m->nvars; i++)
		put_variable(r, m->vars[i], 0, &before);
	for (unsigned i = 0; i < r->nfuncs; i++) {
		const struct sim_func *f = r->func[i].f;
		for (unsigned k = 0; k < f->body->nvars && (!i || !f->machine); k++)
			put_variable(r, f->body->vars[k], f->entry ? f->shared_base : 0, &before);
	}
	sim_log_printf(r->out, "]");
}

/* ---- steps ---- */

static void
put_step(struct record *r, const struct history *h, uint32_t warp, const struct entry *e,
	long long cycles)
{
	const char *effect = h->text.text + e->effect, *before = ",{";
	long in = number_of(r, e->in);
	long what = e->kind == STEP_ISSUE ? in : e->kind == STEP_GO ? -3 : e->waits ? -1 : -2;
	sim_log_printf(r->out, "[%lld,%u,%ld,%d", cycles, warp, what, (int)e->lanes);
	if (*effect) {
		sim_log_printf(r->out, "%s%s", before, effect + 1);
		before = ",";
	}
	if (e->kind == STEP_ARRIVE) {
		sim_log_printf(r->out, "%s\"i\":%ld", before, in);
		before = ",";
	}
	if (e->timed && e->why != STALL_DEPEND && e->why != STALL_EMPTY) {
		sim_log_printf(r->out, "%s\"s\":%d", before, (int)e->why);
		before = ",";
	}
	sim_log_printf(r->out, before[1] ? "]" : "}]");
}

/* Return the warp whose next entry is first; nwarps: none is left. */
static uint32_t
first_warp(const struct steps *s, const size_t *at)
{
	uint32_t best = s->nwarps;
	for (uint32_t i = 0; i < s->nwarps; i++)
		if (at[i] < s->warp[i].nentries &&
			(best == s->nwarps ||
				s->warp[i].entry[at[i]].when < s->warp[best].entry[at[best]].when))
			best = i;
	return best;
}

/* Where a warp's recording ends, the others are not known to be complete. */
static bool
ends_here(const struct steps *s, uint32_t warp, size_t at)
{
	const struct history *h = &s->warp[warp];
	return (s->cut && !h->entry[at].timed) || (h->full && at + 1 == h->nentries);
}

static void
put_steps(struct record *r)
{
	struct steps *s = r->s;
	size_t *at = calloc(s->nwarps, sizeof *at);
	long long before = -1;
	const char *comma = "\n";
	bool cut = false;
	if (!at)
		sim_out_of_memory();
	sim_log_printf(r->out, ",\n\"steps\":[");
	for (uint32_t w; !cut && (w = first_warp(s, at)) < s->nwarps; at[w]++) {
		const struct entry *e = &s->warp[w].entry[at[w]];
		long long now = (long long)(e->when + 0.5);
		if ((cut = ends_here(s, w, at[w])))
			break;
		sim_log_printf(r->out, "%s", comma);
		put_step(r, &s->warp[w], w, e, before < 0 ? 0 : now - before);
		before = now;
		comma = ",\n";
	}
	sim_log_printf(r->out, "],\n\"end\":\"%s\"", cut ? "cut" : s->ended ? "done" : "fault");
	free(at);
}

/* ---- all of it ---- */

static void
find_functions(struct record *r)
{
	add_function(r, r->s->kernel, &r->s->kernel->code[r->s->kernel->entry_pc]);
	for (uint32_t w = 0; w < r->s->nwarps; w++)
		for (size_t i = 0; i < r->s->warp[w].nentries; i++)
			if (r->s->warp[w].entry[i].kind == STEP_ISSUE)
				number_of(r, r->s->warp[w].entry[i].in);
	for (unsigned i = 0; i < r->nfuncs; i++)
		for (uint32_t k = 0; k < r->func[i].n; k++)
			note_line(r, r->func[i].code[k].src);
}

void
steps_compose(struct steps *s)
{
	struct record r = { .s = s, .out = &s->record };
	find_functions(&r);
	sim_log_printf(r.out, "{\"kernel\":");
	put_text(r.out, s->kernel->name);
	sim_log_printf(r.out,
		",\"device\":\"%s\",\"launch\":%llu,\"team\":%llu,\"teams\":%llu,\"threads\":%u,\"mhz\":%d",
		s->gpu->name, (unsigned long long)s->launch, (unsigned long long)s->sink.team,
		(unsigned long long)s->teams, s->threads, s->gpu->clock_khz / 1000);
	put_functions(&r);
	put_files(&r);
	put_shared(&r);
	sim_log_printf(r.out, ",\n\"stalls\":[");
	for (int i = 0; i < NSTALLS; i++)
		sim_log_printf(r.out, "%s\"%s\"", i ? "," : "", stall_name((enum stall)i));
	sim_log_printf(r.out, "]");
	put_steps(&r);
	sim_log_printf(r.out, "}");
}
