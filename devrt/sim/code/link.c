/*
 * link.c: puts together what ptxas -c made of several texts, as nvlink does: sections, symbols and
 * listings stand one behind the other, an undefined symbol stands for its definition, shared
 * variables get places, and a kernel gets the registers, the stack and the shared memory of all that
 * it may call (.nv.callgraph).  Relocations are not applied to the code: nvdisasm prints names where
 * they are, and operands are read by name (decode.c).
 */
#include <stdlib.h>
#include <string.h>

#include "code/code.h"

/* ---- one behind the other ---- */

static void *
longer(struct sim_arena *a, const void *old, unsigned n, unsigned more, size_t each)
{
	char *new = sim_arena_alloc(a, (n + more + 1) * each);
	if (n)
		memcpy(new, old, n * each);
	return new;
}

#define LONGER(a, p, n, more) ((p) = longer(a, p, n, more, sizeof *(p)))

static void
append_elf(struct sim_arena *a, struct elf *to, const struct elf *from, unsigned object)
{
	unsigned section = to->nsections, symbol = to->nsymbols;
	LONGER(a, to->sections, section, from->nsections);
	LONGER(a, to->symbols, symbol, from->nsymbols);
	LONGER(a, to->relocs, to->nrelocs, from->nrelocs);
	LONGER(a, to->calls, to->ncalls, from->ncalls);
	for (unsigned i = 0; i < from->nsections; i++) {
		struct elf_section *s = &to->sections[to->nsections++];
		*s = from->sections[i];
		s->info += section;
		s->object = object;
	}
	for (unsigned i = 0; i < from->nsymbols; i++) {
		struct elf_symbol *y = &to->symbols[to->nsymbols++];
		*y = from->symbols[i];
		y->section += y->section ? section : 0;
		y->definition = symbol + i;
		y->object = object;
	}
	for (unsigned i = 0; i < from->nrelocs; i++) {
		struct elf_reloc *r = &to->relocs[to->nrelocs++];
		*r = from->relocs[i];
		r->target += section;
		r->symbol += symbol;
	}
	for (unsigned i = 0; i < from->ncalls; i++) {
		struct elf_call *e = &to->calls[to->ncalls++];
		*e = from->calls[i];
		e->from += symbol;
		e->to += symbol;
	}
	to->sm = from->sm;
	to->toolkit = from->toolkit;
	to->relocatable = from->relocatable;
}

static void
append_listing(struct sim_arena *a, struct listing *to, const struct listing *from, unsigned object)
{
	unsigned base = to->n;
	to->arena = a;
	to->family = from->family;
	for (unsigned i = 0; i < from->n; i++) {
		struct sass_section s = from->sections[i];
		s.object = object;
		ARENA_PUSH(a, to->sections, to->n, to->cap, s);
	}
	for (unsigned i = 0; i < from->nlabels; i++) {
		struct sass_label y = from->labels[i];
		y.section += base;
		ARENA_PUSH(a, to->labels, to->nlabels, to->labels_cap, y);
	}
}

bool
link_add(struct code *c, const struct elf *elf, const char *listing, struct sim_log *log)
{
	struct sim_arena *a = &c->m->arena;
	unsigned object = c->nobjects++;
	struct listing l;
	if (object && (!elf->relocatable || !c->elf.relocatable))
		return code_wrong(log, "link",
			"a file is linked already; those of ptxas -c can be linked");
	listing_read(a, c->family, listing, &l);
	append_elf(a, &c->elf, elf, object);
	append_listing(a, &c->listing, &l, object);
	return true;
}

/* ---- who defines what ---- */

/* Choose the first definition that is not weak, else the first.  own: there is none. */
static bool
define(struct elf *elf, unsigned own, const struct sim_model *model, struct sim_log *log)
{
	struct elf_symbol *y = &elf->symbols[own];
	unsigned strong = 0;
	for (unsigned i = elf->nsymbols; i-- > 0;) {
		const struct elf_symbol *d = &elf->symbols[i];
		if (d->local || !d->section || strcmp(d->name, y->name))
			continue;
		strong += !d->weak;
		if (!strong || !d->weak)
			y->definition = i;
	}
	bool again = y->section && !y->weak && y->definition != own;
	bool defined = elf->symbols[y->definition].section || y->shared;
	enum builtin builtin = defined ? BUILTIN_NONE : builtin_of(y->name);
	const char *when = builtin_not_there(model, builtin);
	if (when)
		sim_log_printf(log, "error: '%s' is not there %s, and the device is sm_%d%d\n",
			y->name, when, model->cc_major, model->cc_minor);
	else if (again || (!defined && !builtin))
		sim_log_printf(log,
			again ? "error: '%s' is defined in two texts\n" :
				"error: '%s' is not defined in any text\n",
			y->name);
	else
		return true;
	return false;
}

/* Redirect a label of a weak function that is not used to that of the one which is. */
static void
redirect(struct code *c, const struct elf_symbol *y)
{
	const struct elf_symbol *d = &c->elf.symbols[y->definition];
	struct listing *l = &c->listing;
	unsigned to = 0;
	while (to < l->n &&
		(l->sections[to].object != d->object || strcmp(l->sections[to].name, d->name)))
		to++;
	for (unsigned i = 0; to < l->n && i < l->nlabels; i++)
		if (l->sections[l->labels[i].section].object == y->object &&
			!strcmp(l->labels[i].name, y->name))
			l->labels[i].section = to;
}

static bool
define_all(struct code *c, struct sim_log *log)
{
	bool ok = true;
	for (unsigned i = 0; i < c->elf.nsymbols; i++) {
		struct elf_symbol *y = &c->elf.symbols[i];
		if (y->local)
			continue;
		ok = define(&c->elf, i, c->m->dev->model, log) && ok;
		if (y->function && y->section && y->definition != i)
			redirect(c, y);
	}
	return ok;
}

/* ---- what a kernel may call ---- */

struct graph {
	const struct elf *elf;
	bool *reached; /* sections of code */
	bool changed;
};

static unsigned
section_of(const struct elf *elf, unsigned symbol)
{
	return elf->symbols[elf->symbols[symbol].definition].section;
}

static void
reach(struct graph *g, unsigned symbol)
{
	unsigned section = section_of(g->elf, symbol);
	if (!section || g->reached[section])
		return;
	g->reached[section] = g->changed = true;
}

/* Return whether the call, if it is through a pointer, may reach the other: functions of its type
 * whose address is taken. */
static bool
may_call(const struct elf_call *call, const struct elf_call *other)
{
	return call->kind == CALL_POINTER && other->kind == CALL_TAKEN &&
		!strcmp(call->type, other->type);
}

static bool *
reach_all(struct code *c, unsigned kernel)
{
	const struct elf *elf = &c->elf;
	struct graph g = { elf, sim_arena_alloc(&c->m->arena, elf->nsections), true };
	g.reached[section_of(elf, kernel)] = true;
	while (g.changed) {
		g.changed = false;
		for (unsigned i = 0; i < elf->ncalls; i++) {
			const struct elf_call *e = &elf->calls[i];
			if (e->kind == CALL_TAKEN || !g.reached[section_of(elf, e->from)])
				continue;
			if (e->kind == CALL_NAMED)
				reach(&g, e->to);
			for (unsigned k = 0; k < elf->ncalls; k++)
				if (may_call(e, &elf->calls[k]))
					reach(&g, elf->calls[k].from);
		}
	}
	return g.reached;
}

/* Return the deepest stack of a function and what it calls.  What calls itself counts once.
 * deepest: of each section that was looked at, and 1. */
static unsigned
stack_of(const struct elf *elf, unsigned symbol, unsigned *deepest)
{
	unsigned section = section_of(elf, symbol), most = 0, n;
	if (!section || deepest[section])
		return section ? deepest[section] - 1 : 0;
	deepest[section] = 1;
	for (unsigned i = 0; i < elf->ncalls; i++) {
		const struct elf_call *e = &elf->calls[i];
		if (section_of(elf, e->from) != section)
			continue;
		if (e->kind == CALL_NAMED && (n = stack_of(elf, e->to, deepest)) > most)
			most = n;
		for (unsigned k = 0; k < elf->ncalls; k++)
			if (may_call(e, &elf->calls[k]) &&
				(n = stack_of(elf, elf->calls[k].from, deepest)) > most)
				most = n;
	}
	most += elf->symbols[elf->symbols[symbol].definition].frame;
	deepest[section] = most + 1;
	return most;
}

/* ---- shared variables ---- */

static bool
is_kernels_own(const struct elf *elf, const struct elf_symbol *y)
{
	return !strncmp(elf->sections[y->section].name, ".nv.shared.", 11);
}

/* Place a symbol: in an object its value is its alignment. */
static void
place(struct elf_symbol *y, uint64_t *end)
{
	*end = (*end + y->align - 1) / y->align * y->align;
	y->value = *end;
	*end += y->size;
}

/* Return the symbols that the code a kernel reaches names. */
static bool *
names_of(struct code *c, const bool *reached)
{
	const struct elf *elf = &c->elf;
	bool *names = sim_arena_alloc(&c->m->arena, elf->nsymbols);
	for (unsigned i = 0; i < elf->nrelocs; i++)
		if (reached[elf->relocs[i].target])
			names[elf->symbols[elf->relocs[i].symbol].definition] = true;
	return names;
}

/* Return whether it is a shared variable that functions of several kernels may name. */
static bool
is_common(const struct elf *elf, unsigned symbol)
{
	const struct elf_symbol *y = &elf->symbols[symbol];
	return y->shared && y->section && y->definition == symbol && !is_kernels_own(elf, y);
}

/* Place such variables first, each at one place for all kernels: behind those before it which some
 * kernel names, too. */
static void
place_common(struct elf *elf)
{
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		uint64_t end = 0;
		if (!is_common(elf, i))
			continue;
		for (unsigned k = 0; k < elf->nsymbols; k++)
			for (unsigned j = 0;
				elf->symbols[k].names && elf->symbols[k].names[i] && j < i; j++)
				if (elf->symbols[k].names[j] && is_common(elf, j) &&
					elf->symbols[j].value + elf->symbols[j].size > end)
					end = elf->symbols[j].value + elf->symbols[j].size;
		place(&elf->symbols[i], &end);
	}
}

static void
place_own(struct elf *elf, struct elf_symbol *kernel)
{
	uint64_t end = 0;
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		const struct elf_symbol *y = &elf->symbols[i];
		if (kernel->names[i] && is_common(elf, i) && y->value + y->size > end)
			end = y->value + y->size;
		kernel->dynamic |= y->shared && !y->section && kernel->names[y->definition];
	}
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		struct elf_symbol *y = &elf->symbols[i];
		if (y->shared && y->section && is_kernels_own(elf, y) &&
			elf->sections[y->section].info == kernel->section)
			place(y, &end);
	}
	kernel->shared_bytes = end;
}

/* Place dynamic shared memory, which begins at one place for all kernels that use it: behind the
 * largest's. */
static void
place_dynamic(struct elf *elf)
{
	enum { ALIGN = 16 };
	uint64_t most = 0;
	for (unsigned i = 0; i < elf->nsymbols; i++)
		if (elf->symbols[i].dynamic && elf->symbols[i].shared_bytes > most)
			most = elf->symbols[i].shared_bytes;
	most = (most + ALIGN - 1) / ALIGN * ALIGN;
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		struct elf_symbol *y = &elf->symbols[i];
		if (y->dynamic)
			y->shared_bytes = most;
		if (y->shared && !y->section)
			y->value = most;
	}
}

/* Return NAME of "$__NAME__12", a function's own variable. */
static const char *
plain_name(struct sim_arena *a, const char *name)
{
	size_t n = strlen(name);
	if (strncmp(name, "$__", 3))
		return name;
	while (n > 3 && name[n - 1] >= '0' && name[n - 1] <= '9')
		n--;
	return n > 5 && name[n - 1] == '_' && name[n - 2] == '_' ?
		sim_arena_strndup(a, name + 3, n - 5) :
		name;
}

void
link_variables(struct code *c, const struct elf_symbol *kernel, struct sim_func *f, size_t begin)
{
	const struct elf *elf = &c->elf;
	struct sim_arena *a = &c->m->arena;
	unsigned cap = 0;
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		const struct elf_symbol *y = &elf->symbols[i];
		if (!y->shared || !y->section || y->definition != i || !kernel->names[i])
			continue;
		struct var *v = sim_arena_alloc(a, sizeof *v);
		v->name = plain_name(a, y->name);
		v->space = SPACE_SHARED;
		v->size = y->size;
		v->align = y->align;
		v->addr = begin + y->value;
		v->placed = true;
		v->def = v;
		ARENA_PUSH(a, f->body->vars, f->body->nvars, cap, v);
	}
}

/* ---- all ---- */

bool
link_all(struct code *c, struct sim_log *log)
{
	struct elf *elf = &c->elf;
	if (!elf->relocatable)
		return true;
	if (!define_all(c, log))
		return false;
	for (unsigned i = 0; i < elf->nsymbols; i++) {
		struct elf_symbol *y = &elf->symbols[i];
		if (!y->entry || !y->section)
			continue;
		const bool *reached = reach_all(c, i);
		y->names = names_of(c, reached);
		for (unsigned k = 0; k < elf->nsymbols; k++)
			y->launches |= y->names[k] && !elf->symbols[k].section &&
				builtin_of(elf->symbols[k].name) >= BUILTIN_GET_BUFFER;
		y->stack = stack_of(elf, i,
			sim_arena_alloc(&c->m->arena, elf->nsections * sizeof(unsigned)));
		for (unsigned k = 0; k < elf->nsymbols; k++)
			if (reached[elf->symbols[k].section] && elf->symbols[k].regs > y->regs)
				y->regs = elf->symbols[k].regs;
	}
	place_common(elf);
	for (unsigned i = 0; i < elf->nsymbols; i++)
		if (elf->symbols[i].names)
			place_own(elf, &elf->symbols[i]);
	place_dynamic(elf);
	return true;
}
