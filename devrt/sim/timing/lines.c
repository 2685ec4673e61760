/*
 * lines.c: see lines.h.  A function's text is copied when it is first met, for its module may be
 * unloaded before anybody asks.
 */
#include <stdlib.h>
#include <string.h>

#include "timing/lines.h"

struct counted {
	struct counted *next;
	char *name;
	uint32_t n;
	char **head; /* of each instruction's object: its text and place, JSON */
	struct line_counts *of;
};

struct lines {
	struct counted *first, **end;
};

struct lines *
lines_new(void)
{
	struct lines *l = calloc(1, sizeof *l);
	if (!l)
		sim_out_of_memory();
	l->end = &l->first;
	return l;
}

void
lines_free(struct lines *l)
{
	for (struct counted *c = l ? l->first : NULL, *next; c; c = next) {
		next = c->next;
		for (uint32_t i = 0; i < c->n; i++)
			free(c->head[i]);
		free(c->head);
		free(c->name);
		free(c->of);
		free(c);
	}
	free(l);
}

/* ---- functions ---- */

static struct counted *
find(const struct lines *l, const char *name, uint32_t n)
{
	struct counted *c = l->first;
	while (c && (c->n != n || strcmp(c->name, name)))
		c = c->next;
	return c;
}

static struct counted *
add_function(struct lines *l, const char *name, uint32_t n)
{
	struct counted *c = calloc(1, sizeof *c);
	if (!c || !(c->name = strdup(name)) || !(c->of = calloc(n + 1, sizeof *c->of)) ||
		!(c->head = calloc(n + 1, sizeof *c->head)))
		sim_out_of_memory();
	c->n = n;
	*l->end = c;
	l->end = &c->next;
	return c;
}

/* Write the instruction from the guard on, up to the ';', with one space where there are several or
 * tabs. */
static void
put_text(struct sim_log *out, const struct pinst *p)
{
	const char *from = p->place.at;
	char text[400];
	size_t n = 0;
	while (from > p->place.src->text && !strchr("\n;{}:/", from[-1]))
		from--;
	from += strspn(from, " \t");
	for (; *from && !strchr(";\n", *from) && n < sizeof text; from++)
		if (!strchr(" \t", *from))
			text[n++] = *from;
		else if (!strchr(" \t;\n", from[1]))
			text[n++] = ' ';
	sim_json_string(out, text, n);
}

static char *
head_of(const struct inst *in)
{
	struct sim_log out = { 0 };
	sim_log_printf(&out, "{ \"text\": ");
	put_text(&out, in->src);
	if (in->src->file && in->src->line > 0) {
		sim_log_printf(&out, ", \"file\": ");
		sim_json_string(&out, in->src->file, strlen(in->src->file));
		sim_log_printf(&out, ", \"line\": %d", in->src->line);
	}
	return out.text;
}

/* Return the function's length without a last instruction that stands for its end: that has no
 * text. */
static uint32_t
length(const struct sim_func *f)
{
	return f->ncode && !f->code[f->ncode - 1].src ? f->ncode - 1 : f->ncode;
}

static struct counted *
function_of(struct lines *l, const struct sim_func *f)
{
	struct counted *c = find(l, f->name, length(f));
	if (c)
		return c;
	c = add_function(l, f->name, length(f));
	for (uint32_t i = 0; i < c->n; i++)
		if (f->code[i].src)
			c->head[i] = head_of(&f->code[i]);
	return c;
}

/* ---- sums ---- */

static void
add_counts(struct line_counts *to, const struct line_counts *n)
{
	to->warps += n->warps;
	to->lanes += n->lanes;
	to->diverged += n->diverged;
	to->own += n->own;
	for (int i = 0; i < NSTALLS; i++)
		to->waited[i] += n->waited[i];
}

void
lines_take(struct lines *l, const struct costs *costs)
{
	const struct sim_func *f = NULL;
	struct counted *c = NULL;
	for (uint32_t id = 0; id < costs->n; id++) {
		const struct cost *of = &costs->of[id];
		if (!of->known || !costs->counts[id].warps)
			continue;
		if (of->func != f)
			c = function_of(l, f = of->func);
		if (of->in - f->code < c->n)
			add_counts(&c->of[of->in - f->code], &costs->counts[id]);
	}
}

void
lines_add(struct lines *l, const struct lines *from)
{
	for (const struct counted *c = from->first; c; c = c->next) {
		struct counted *to = find(l, c->name, c->n);
		if (!to)
			to = add_function(l, c->name, c->n);
		for (uint32_t i = 0; i < c->n; i++) {
			if (!to->head[i] && c->head[i] && !(to->head[i] = strdup(c->head[i])))
				sim_out_of_memory();
			add_counts(&to->of[i], &c->of[i]);
		}
	}
}

/* ---- JSON ---- */

static void
put_counts(struct sim_log *out, const struct line_counts *n)
{
	const char *sep = "";
	sim_log_printf(out,
		", \"warps\": %llu, \"lanes\": %llu, \"diverged\": %llu, \"own\": %.0f, \"waited\": {",
		(unsigned long long)n->warps, (unsigned long long)n->lanes,
		(unsigned long long)n->diverged, n->own);
	for (int i = 0; i < NSTALLS; i++)
		if (n->waited[i] >= 0.5) {
			sim_log_printf(out, "%s \"%s\": %.0f", sep, stall_name((enum stall)i),
				n->waited[i]);
			sep = ",";
		}
	sim_log_printf(out, *sep ? " }" : "}");
}

void
lines_json(const struct lines *l, struct sim_log *out)
{
	sim_log_printf(out, ",\n    \"functions\": [");
	for (const struct counted *c = l->first; c; c = c->next) {
		const char *sep = "";
		sim_log_printf(out, "%s\n      { \"name\": ", c == l->first ? "" : ",");
		sim_json_string(out, c->name, strlen(c->name));
		sim_log_printf(out, ", \"code\": [");
		for (uint32_t i = 0; i < c->n; i++) {
			if (!c->head[i])
				continue;
			sim_log_printf(out, "%s\n        %s", sep, c->head[i]);
			if (c->of[i].warps)
				put_counts(out, &c->of[i]);
			sim_log_printf(out, " }");
			sep = ",";
		}
		sim_log_printf(out, "] }");
	}
	sim_log_printf(out, " ]");
}
