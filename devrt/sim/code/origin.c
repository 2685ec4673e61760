/*
 * origin.c: the PTX that machine code was made of.  ptxas -lineinfo keeps its text in the cubin,
 * without comments, .file and .loc but line by line, and the line of each instruction.  So places,
 * regions, the names of shared variables, and what orders memory accesses though no word of the
 * machine's says so (volatile accesses to shared memory, a bar.warp.sync that became a NOP), are
 * known as they are of PTX.
 */
#include <stdlib.h>
#include <string.h>

#include "code/lanes.h"
#include "exec/observer.h"

/* ---- the text ---- */

/* One text of the cubin: its instructions in their order, and their lines. */
struct origin_text {
	const char *section;
	const struct pinst **inst;
	int *line;
	unsigned n, cap;
};

static struct source
read_source(const struct code *c, struct sim_arena *a, const struct elf_section *s)
{
	char *text = sim_arena_alloc(a, s->size + 1);
	memcpy(text, s->bytes, s->size);
	for (size_t i = 0; i < s->size; i++)
		if (!text[i])
			text[i] = '\n';
	return (struct source){ .name = c->ptx_name, .text = text, .len = s->size };
}

static int
by_place(const void *a, const void *b)
{
	const struct pinst *x = *(const struct pinst *const *)a,
			   *y = *(const struct pinst *const *)b;
	return x->place.at < y->place.at ? -1 : x->place.at > y->place.at;
}

/* Index the text.  Functions stand in the order in which they are declared. */
static void
index_text(struct code *c, struct origin_text *t, const struct source *src, unsigned first)
{
	const char *at = src->text;
	int line = 1;
	for (unsigned i = first; i < c->m->ptx->nfuncs; i++) {
		const struct pfunc *f = c->m->ptx->funcs[i]->body;
		for (unsigned k = 0; f && k < f->ninsts; k++)
			ARENA_PUSH(&c->m->arena, t->inst, t->n, t->cap, &f->insts[k]);
	}
	if (t->n)
		qsort(t->inst, t->n, sizeof *t->inst, by_place);
	t->line = sim_arena_alloc(&c->m->arena, (t->n + 1) * sizeof *t->line);
	for (unsigned i = 0; i < t->n; i++) {
		for (; at < t->inst[i]->place.at; at++)
			line += *at == '\n';
		t->line[i] = line;
	}
}

static void
read_text(struct code *c, const struct elf_section *s)
{
	struct sim_log log = { 0 };
	struct diag diag = { .log = &log };
	struct sim_module *m = c->m->ptx;
	struct source *src = sim_arena_alloc(&m->arena, sizeof *src);
	unsigned first = m->nfuncs;
	struct origin_text t = { .section = s->name };
	*src = read_source(c, &m->arena, s);
	parse_text(m, src, &diag);
	sim_log_free(&log);
	if (diag.errors) {
		c->origin_failed = true;
		return;
	}
	index_text(c, &t, src, first);
	ARENA_PUSH(&c->m->arena, c->texts, c->ntexts, c->texts_cap, t);
}

void
origin_read(struct code *c)
{
	c->m->ptx = calloc(1, sizeof *c->m->ptx);
	if (!c->m->ptx)
		sim_out_of_memory();
	c->m->ptx->dev = c->m->dev;
	for (unsigned i = 0; i < c->elf.nsections; i++) {
		const struct elf_section *s = &c->elf.sections[i];
		if (!strncmp(s->name, PTX_SECTION, strlen(PTX_SECTION)) && s->bytes && s->size)
			read_text(c, s);
	}
	if (c->ntexts && !c->origin_failed)
		return;
	sim_module_unload(c->m->ptx);
	c->m->ptx = NULL;
	c->ntexts = 0;
}

/* ---- what an instruction was ---- */

static const struct origin_text *
text_of(const struct code *c, const char *section)
{
	for (unsigned i = 0; i < c->ntexts; i++)
		if (!strcmp(c->texts[i].section, section))
			return &c->texts[i];
	return NULL;
}

/* Return whether p is, of several instructions on the line, the one that this class of operations
 * is made of. */
static bool
fits(const struct pinst *p, enum op_class cls)
{
	enum ptx_class class = op_rows[p->op].class;
	bool warp = has_mod(p, PTX_MOD_WARP);
	switch (cls) {
	case OP_LOAD: return class == PTX_C_LOAD || class == PTX_C_ATOMIC;
	case OP_STORE: return class == PTX_C_STORE || class == PTX_C_ATOMIC;
	case OP_ATOMIC: return class == PTX_C_ATOMIC;
	case OP_FENCE: return class == PTX_C_FENCE || class == PTX_C_ATOMIC;
	case OP_BARRIER: return class == PTX_C_BARRIER && !warp;
	case OP_NOP: return (class == PTX_C_BARRIER && warp) || class == PTX_C_FENCE;
	default: return false;
	}
}

static const struct pinst *
find(const struct code *c, const struct sass_line *l, enum op_class cls)
{
	const struct origin_text *t = l->ptx ? text_of(c, l->ptx) : NULL;
	unsigned lo = 0, hi = t ? t->n : 0;
	while (lo < hi) {
		unsigned mid = (lo + hi) / 2;
		if (t->line[mid] < l->ptx_line)
			lo = mid + 1;
		else
			hi = mid;
	}
	if (!t || lo == t->n || t->line[lo] != l->ptx_line)
		return NULL;
	for (unsigned i = lo; i < t->n && t->line[i] == l->ptx_line; i++)
		if (fits(t->inst[i], cls))
			return t->inst[i];
	return t->inst[lo];
}

/* Copy what observers ask about.  The time of machine code comes from its own words. */
static void
copy_mods(struct pinst *to, const struct pinst *from)
{
	static const enum ptx_mod mods[] = { PTX_MOD_VOLATILE, PTX_MOD_RELAXED, PTX_MOD_ACQUIRE,
		PTX_MOD_RELEASE, PTX_MOD_ACQ_REL, PTX_MOD_CTA, PTX_MOD_CAS, PTX_MOD_ALIGNED,
		PTX_MOD_WARP };
	for (size_t i = 0; i < sizeof mods / sizeof mods[0]; i++)
		if (has_mod(from, mods[i]))
			code_add_mod(to, mods[i]);
}

void
code_add_mod(struct pinst *p, enum ptx_mod m)
{
	p->mods[m / 64] |= (uint64_t)1 << m % 64;
}

/* Execute a bar.warp.sync of lanes that ptxas knows to be together. */
static int
meet(struct warp *w, const struct inst *in, uint32_t mask)
{
	if (w->watched)
		EMIT(w->team->grid, meet, w, in, mask);
	return ACT_NEXT;
}

/* ---- calls ---- */

static bool
of_user(const struct inst *in)
{
	return in->src->file && !place_in_library(in->src->file);
}

static int
noted_call(struct warp *w, const struct inst *in, uint32_t mask)
{
	uint32_t *caller = at(w, FRAME_CALLER | BASE_FRAME);
	if (w->watched && of_user(in))
		FOR_LANES(i, mask)
			caller[i] = w->pc;
	return in->inner(w, in, mask);
}

const struct inst *
code_users_inst(const struct warp *w, const struct inst *in)
{
	const uint32_t *caller = (const uint32_t *)(w->bottom.regs + FRAME_CALLER);
	uint32_t pc = w->mask ? caller[__builtin_ctz(w->mask)] : 0;
	return of_user(in) || !pc ? in : &w->code[pc - 1];
}

static bool
is_access(enum op_class cls)
{
	return cls == OP_LOAD || cls == OP_STORE || cls == OP_ATOMIC;
}

void
origin_of(struct decoded *d, enum op_class cls)
{
	struct pinst *p = (struct pinst *)d->in->src;
	const struct pinst *from = find(d->code, d->l, cls);
	bool warp = from && has_mod(from, PTX_MOD_WARP);
	bool atomic = from && op_rows[from->op].class == PTX_C_ATOMIC;
	if (p->op == PTX_OP_CALL) {
		d->in->inner = d->in->fn;
		d->in->fn = noted_call;
	}
	if (!from)
		return;
	p->from = from;
	if (!from->line) { /* the text in the cubin lacks .loc */
		((struct pinst *)from)->file = p->file;
		((struct pinst *)from)->line = p->line;
	}
	if (from->op == PTX_OP_BRA && d->in->guard_kind && ((struct described *)p)->fn)
		p->op = PTX_OP_BRA; /* @P0 NOP.S: lanes leave the others */
	if (!fits(from, cls))
		return;
	if (cls == OP_NOP && !warp) { /* what sm_35 needs of a fence */
		copy_mods(p, from);
		p->op = from->op;
		return;
	}
	if (cls == OP_NOP) {
		d->in->fn = d->in->fn == exec_nop && !strcmp(d->l->op, "NOP") ? meet : d->in->fn;
		return;
	}
	copy_mods(p, from);
	if (cls == OP_BARRIER)
		p->op = from->op;
	if (!is_access(cls))
		return;
	p->carries = from->carries;
	if (cls != OP_ATOMIC) {
		p->op = atomic ? from->op : p->op;
		p->types[0] = from->types[0];
	}
	if (d->in->space != SPACE_LOCAL &&
		(has_mod(p, PTX_MOD_VOLATILE) || has_mod(p, PTX_MOD_RELAXED) ||
			has_mod(p, PTX_MOD_ACQUIRE) || has_mod(p, PTX_MOD_RELEASE)))
		d->in->ordered = true;
}

/* ---- shared variables ---- */

struct layout {
	struct code *c;
	const struct pfunc **seen;
	unsigned nseen, cap;
	struct var **vars;
	unsigned nvars, vars_cap;
	bool pointer; /* a function is called through a pointer */
};

static void reach(struct layout *y, const struct pfunc *f);

static void
reach_named(struct layout *y, const struct sim_func *f)
{
	const struct sim_module *m = y->c->m->ptx;
	for (unsigned i = 0; f && i < m->nfuncs; i++)
		if (m->funcs[i]->body && !strcmp(m->funcs[i]->name, f->name))
			reach(y, m->funcs[i]->body);
}

static void
add_variable(struct layout *y, struct var *v)
{
	if (v->space != SPACE_SHARED || v->external)
		return;
	for (unsigned i = 0; i < y->nvars; i++)
		if (y->vars[i] == v)
			return;
	ARENA_PUSH(&y->c->m->arena, y->vars, y->nvars, y->vars_cap, v);
}

static void
mention(struct layout *y, const struct opnd *o)
{
	if (o->kind == O_FUNC)
		reach_named(y, o->func);
	for (unsigned i = 0; i < o->n && o->elems; i++)
		mention(y, &o->elems[i]);
	if (o->kind == O_MEM)
		mention(y, &o->elems[0]);
	if (o->kind == O_VAR)
		add_variable(y, o->var);
}

static void
reach(struct layout *y, const struct pfunc *f)
{
	for (unsigned i = 0; i < y->nseen; i++)
		if (y->seen[i] == f)
			return;
	ARENA_PUSH(&y->c->m->arena, y->seen, y->nseen, y->cap, f);
	for (unsigned i = 0; i < f->ninsts; i++) {
		const struct pinst *p = &f->insts[i];
		for (unsigned k = 0; k < p->n; k++)
			mention(y, &p->o[k]);
		if (p->call && p->call->target.kind == O_FUNC)
			reach_named(y, p->call->target.func);
		y->pointer |= p->call && p->call->target.kind != O_FUNC;
	}
}

/* Compare as ptxas lays variables out: the kernel's own, then those of the module, as they are
 * declared. */
static int
in_order(const void *a, const void *b)
{
	const struct var *x = *(struct var *const *)a, *y = *(struct var *const *)b;
	if (!x->owner != !y->owner)
		return x->owner ? -1 : 1;
	return x->place.at < y->place.at ? -1 : x->place.at > y->place.at;
}

static void
reach_all(struct layout *y)
{
	const struct sim_module *m = y->c->m->ptx;
	for (unsigned i = 0; i < m->nfuncs && y->pointer; i++)
		if (m->funcs[i]->body && !m->funcs[i]->entry)
			reach(y, m->funcs[i]->body);
}

static void
own_variables(struct layout *y, const struct sim_func *f)
{
	const struct sim_module *m = y->c->m->ptx;
	for (unsigned i = 0; i < m->nfuncs; i++)
		for (unsigned k = 0; m->funcs[i]->body && !strcmp(m->funcs[i]->name, f->name) &&
			k < m->funcs[i]->body->nvars;
			k++)
			add_variable(y, m->funcs[i]->body->vars[k]);
}

/* Copy the variables with their places to f.  Return whether they come to the right size. */
static bool
place_variables(struct layout *y, struct sim_func *f, size_t begin, size_t end)
{
	uint64_t at = begin;
	f->body->vars = sim_arena_alloc(&y->c->m->arena, (y->nvars + 1) * sizeof *f->body->vars);
	qsort(y->vars, y->nvars, sizeof *y->vars, in_order);
	for (unsigned i = 0; i < y->nvars; i++) {
		struct var *v = f->body->vars[i] = sim_arena_alloc(&y->c->m->arena, sizeof *v);
		*v = *y->vars[i];
		at = (at + v->align - 1) & ~(uint64_t)(v->align - 1);
		v->addr = at;
		v->def = v;
		at += v->size;
	}
	f->body->nvars = at == end ? y->nvars : 0;
	return at == end;
}

/* Place those variables that the code names.  Mostly the kernel's others have a place, too. */
void
origin_shared(struct code *c, struct sim_func *f, size_t begin, size_t end)
{
	struct layout y = { .c = c };
	if (c->ntexts != 1) /* nvlink, if it was linked, has an order of its own */
		return;
	reach_named(&y, f);
	reach_all(&y);
	struct layout all = y;
	all.vars_cap = all.nvars;
	own_variables(&all, f);
	if (!place_variables(&all, f, begin, end))
		place_variables(&y, f, begin, end);
}
