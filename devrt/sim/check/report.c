/*
 * report.c: findings as text, in the form of a compiler's messages: place, kind of check, who
 * did what to which element, in which region; then notes.  The same finding is printed once.
 */
#include <stdlib.h>
#include <string.h>

#include "check/internal.h"

static const char *const options[] = {
#define X(bit, option, noun) option,
	CHECKS(X)
#undef X
};

/* ---- which are new ---- */

static const void *
place_key(const struct inst *in, int *line)
{
	*line = 0;
	if (!in || !in->src)
		return NULL;
	*line = in->src->line;
	return in->src->file && in->src->line ? (const void *)in->src->file :
		in->src->from                 ? in->src->from->place.at :
						in->src->place.at;
}

static struct finding
key_of(enum check_index kind, const struct inst *a, const struct inst *b, const struct about *about)
{
	struct finding f = { .kind = kind, .about = *about };
	f.at[0] = place_key(a, &f.line[0]);
	f.at[1] = place_key(b, &f.line[1]);
	bool swap = b && (f.at[0] > f.at[1] || (f.at[0] == f.at[1] && f.line[0] > f.line[1]));
	if (swap) {
		const void *at = f.at[0];
		int line = f.line[0];
		f.at[0] = f.at[1];
		f.line[0] = f.line[1];
		f.at[1] = at;
		f.line[1] = line;
	}
	return f;
}

static bool
same(const struct finding *a, const struct finding *b)
{
	return a->kind == b->kind && a->at[0] == b->at[0] && a->at[1] == b->at[1] &&
		a->line[0] == b->line[0] && a->line[1] == b->line[1] &&
		a->about.id == b->about.id && !strcmp(a->about.name, b->about.name);
}

#define FINDINGS_MAX 4096

static struct finding *
keep(struct checks *c, const struct finding *f)
{
	c->findings = sim_grown(c->findings, c->nfindings, &c->findings_cap, sizeof *f);
	c->findings[c->nfindings] = *f;
	return &c->findings[c->nfindings++];
}

/* Return a finding's places and what it is about, for the summary.  host: NULL, or a place instead
 * of a. */
static char *
title_of(const struct finding *f, const char *host, const struct inst *a, const struct inst *b,
	const char *name)
{
	struct sim_log text = { 0 };
	bool two = b && (f->at[0] != f->at[1] || f->line[0] != f->line[1]);
	if (host)
		sim_log_printf(&text, "%s", host);
	else if (a)
		place_of(a, &text);
	else
		sim_log_printf(&text, "copies");
	if (two) {
		sim_log_printf(&text, " and ");
		place_of(b, &text);
	}
	if (*name)
		sim_log_printf(&text, ", '%s'", name);
	return text.text;
}

static bool
is_new(struct checks *c, enum check_index kind, const char *host, const struct inst *a,
	const struct inst *b, struct about about)
{
	about.name = about.name ? about.name : "";
	struct finding f = key_of(kind, a, b, &about);
	if (host)
		f.at[0] = host;
	c->times[kind]++;
	for (size_t i = c->nfindings; i-- > 0;)
		if (same(&c->findings[i], &f)) {
			c->findings[i].times++;
			return false;
		}
	if (c->nfindings == FINDINGS_MAX)
		return false;
	struct finding *kept = keep(c, &f);
	kept->about.name = strdup(about.name);
	kept->title = title_of(kept, host, a, b, about.name);
	if (!kept->about.name || !kept->title)
		sim_out_of_memory();
	kept->times = 1;
	c->found[kind]++;
	return c->nfindings <= CHECK_SHOWN;
}

bool
report_new(struct checks *c, enum check_index kind, const struct inst *a, const struct inst *b,
	struct about about)
{
	return is_new(c, kind, NULL, a, b, about);
}

bool
report_new_host(struct checks *c, enum check_index kind, const char *host, const struct inst *in,
	const char *name)
{
	return is_new(c, kind, host, NULL, in, (struct about){ 0, name });
}

void
report_free(struct checks *c)
{
	for (size_t i = 0; i < c->nfindings; i++) {
		free((char *)c->findings[i].about.name);
		free(c->findings[i].title);
	}
	free(c->findings);
}

void
report_say(struct checks *c, struct sim_log *text)
{
	if (text->text)
		c->say(c->say_ctx, text->text);
	sim_log_free(text);
	*text = (struct sim_log){ 0 };
}

unsigned long
checks_found(const struct checks *c)
{
	return c->nfindings;
}

void
checks_summary(const struct checks *c, struct sim_log *out)
{
	static const char *const nouns[] = {
#define X(bit, option, noun) noun,
		CHECKS(X)
#undef X
	};
	const char *separator = "";
	for (int i = 0; i < NCHECKS; i++) {
		if (!c->found[i])
			continue;
		sim_log_printf(out, "%s%s: %lu (seen %lu times)", separator, nouns[i], c->found[i],
			c->times[i]);
		separator = ", ";
	}
	if (c->nfindings > CHECK_SHOWN)
		sim_log_printf(out, "; %zu are not shown", c->nfindings - CHECK_SHOWN);
	for (size_t i = 0; c->nfindings > 1 && i < c->nfindings && i < CHECK_SHOWN; i++)
		sim_log_printf(out, "\n  %s: %s, seen %llu times", c->findings[i].title,
			options[c->findings[i].kind], (unsigned long long)c->findings[i].times);
}

/* ---- who ---- */

static void
dims(const char *what, struct sim_dim3 size, uint64_t i, struct sim_log *out)
{
	if (size.y == 1 && size.z == 1)
		sim_log_printf(out, "%s %llu", what, (unsigned long long)i);
	else
		sim_log_printf(out, "%s (%llu,%llu,%llu)", what, (unsigned long long)(i % size.x),
			(unsigned long long)(i / size.x % size.y),
			(unsigned long long)(i / size.x / size.y));
}

void
report_who(const struct checks *c, const struct grid *g, const struct actor *who,
	struct sim_log *out)
{
	struct sim_dim3 teams;
	uint64_t team = grids_origin(c, who->team, &teams);
	dims("team", teams, team, out);
	dims(", thread", g->launch->block, who->thread, out);
}

void
report_lanes(uint32_t mask, struct sim_log *out)
{
	const char *separator = mask & (mask - 1) ? "lanes " : "lane ";
	for (uint32_t i = 0; i < WARP; i++) {
		uint32_t end = i;
		if (!(mask >> i & 1))
			continue;
		while (end + 1 < WARP && mask >> (end + 1) & 1)
			end++;
		sim_log_printf(out, "%s%u", separator, i);
		if (end > i)
			sim_log_printf(out, "-%u", end);
		separator = ",";
		i = end;
	}
}

const char *
report_verb(const struct inst *in)
{
	switch (op_rows[in->src->op].class) {
	case PTX_C_ATOMIC: return "atomically updates";
	case PTX_C_STORE: return "writes";
	default: return "reads";
	}
}

/* ---- what ---- */

struct named {
	const char *name, *place;
	uint64_t base, size;
	const struct note *note; /* NULL: its shape is not known */
};

static struct named
named(struct variable v)
{
	return (struct named){ v.name, NULL, v.base, v.size, NULL };
}

const struct row_note *
report_team_variable(const struct grid *g, uint64_t addr, uint64_t *base)
{
	while (g->from)
		g = g->from->parent;
	return memory_row_note(g->dev, g->entry->name, addr, base);
}

static struct named
noted(const struct note *n)
{
	return (struct named){ n->name, *n->place ? n->place : NULL, n->addr, n->bytes, n };
}

static struct named
name_mapped(struct sim_device *dev, uint64_t addr)
{
	const struct alloc *a = memory_find(dev, addr);
	const struct note *n = a ? memory_note(a, addr) : NULL;
	if (n)
		return noted(n);
	if (a)
		return (struct named){ a->name, NULL, a->base, a->size, NULL };
	return (struct named){ .base = addr };
}

static struct named
name_global(const struct grid *g, uint64_t addr)
{
	uint64_t base;
	const struct row_note *r = report_team_variable(g, addr, &base);
	return r ? (struct named){ r->name, NULL, base, r->at.bytes, NULL } :
		   name_mapped(g->dev, addr);
}

bool
report_names_param(const struct inst *in)
{
	const struct opnd *m = in->src->o ? &in->src->o[in->src->op == PTX_OP_LD] : NULL;
	return m && m->kind == O_MEM && m->elems[0].kind == O_VAR &&
		m->elems[0].var->space == SPACE_PARAM;
}

bool
report_may_have_returned(const struct warp *w)
{
	const struct pfunc *f = w->frame->func->body;
	for (unsigned i = 0; i < f->ninsts; i++)
		if (f->insts[i].op == PTX_OP_CALL)
			return true;
	return false;
}

/* Return the name of a local address.  Above the frames that are left lies what functions that have
 * returned had: nothing has a name there. */
static struct named
name_local(const struct warp *w, uint64_t addr)
{
	struct variable v = { 0 };
	if (addr >= w->frame->local_base + w->frame->func->local_bytes &&
		report_may_have_returned(w))
		return named(v);
	for (const struct frame *f = w->frame; f; f = f->parent)
		variable_before(f->func->body->vars, f->func->body->nvars, SPACE_LOCAL,
			f->local_base, addr, &v);
	return named(v);
}

static struct named
name_of(const struct warp *w, const struct object *o)
{
	switch (o->space) {
	case SPACE_SHARED: return named(variable_shared(w->team->grid, o->addr));
	case SPACE_LOCAL: return name_local(w, o->addr);
	default: return name_global(w->team->grid, o->addr);
	}
}

struct about
report_about(const struct warp *w, const struct object *o)
{
	return (struct about){ 0, name_of(w, o).name };
}

struct about
report_global_about(struct checks *c, uint64_t addr)
{
	return (struct about){ 0, name_mapped(c->dev, addr).name };
}

static void
print_object(struct named n, const struct object *o, struct sim_log *out)
{
	int64_t offset = (int64_t)(o->addr - n.base);
	if (!n.name && !n.size)
		sim_log_printf(out, "%s address 0x%llx", space_name(o->space),
			(unsigned long long)o->addr);
	else if (n.note && n.note->type) {
		sim_log_printf(out, "'%s", n.note->root);
		shape_walk(n.note->type, (int64_t)(o->addr - n.note->origin), o->bytes, out);
		sim_log_printf(out, "'");
	} else if (!n.name)
		sim_log_printf(out, "byte %lld of the allocation of %llu bytes at 0x%llx",
			(long long)offset, (unsigned long long)n.size, (unsigned long long)n.base);
	else if (!offset && n.size == o->bytes)
		sim_log_printf(out, "'%s'", n.name);
	else if (offset % (int64_t)o->bytes == 0 && !strchr(n.name, '['))
		sim_log_printf(out, "'%s[%lld]'", n.name, (long long)(offset / (int64_t)o->bytes));
	else if (offset % (int64_t)o->bytes == 0)
		sim_log_printf(out, "element %lld of '%s'", (long long)(offset / (int64_t)o->bytes),
			n.name);
	else
		sim_log_printf(out, "byte %lld of '%s'", (long long)offset, n.name);
}

void
report_object(const struct warp *w, const struct object *o, struct sim_log *out)
{
	print_object(name_of(w, o), o, out);
}

void
report_access(const struct checks *c, enum check_index kind, const struct warp *w,
	const struct inst *in, uint32_t lane, const char *of, const struct object *o,
	struct sim_log *out)
{
	struct actor who = actor_of(w, in, lane);
	place_of(users_inst(w, in), out);
	sim_log_printf(out, ": %s: ", options[kind]);
	report_who(c, w->team->grid, &who, out);
	sim_log_printf(out, " %s %s", report_verb(in), of);
	report_object(w, o, out);
}

void
report_global(struct checks *c, uint64_t addr, uint32_t bytes, struct sim_log *out)
{
	struct object o = { SPACE_GLOBAL, addr, bytes };
	print_object(name_mapped(c->dev, addr), &o, out);
}

static void
print_mapped(struct named n, struct sim_log *out)
{
	if (n.name && n.place)
		sim_log_printf(out, "%s: note: '%s' is mapped here, %llu bytes\n", n.place, n.name,
			(unsigned long long)n.size);
}

void
report_mapped(const struct warp *w, const struct object *o, struct sim_log *out)
{
	print_mapped(name_of(w, o), out);
}

void
report_global_mapped(struct checks *c, uint64_t addr, struct sim_log *out)
{
	print_mapped(name_mapped(c->dev, addr), out);
}

void
report_noted(const struct note *n, uint64_t addr, struct sim_log *out)
{
	struct object o = { SPACE_GLOBAL, n->type ? addr : n->addr, n->type ? 1 : n->bytes };
	print_object(noted(n), &o, out);
}

void
report_noted_mapped(const struct note *n, struct sim_log *out)
{
	print_mapped(noted(n), out);
}
