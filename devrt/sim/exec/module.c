/*
 * module.c: loading and unloading: parse, link, decode; and what the surface may ask of a module.
 */
#include <stdlib.h>
#include <string.h>

#include "ptx/parse.h"

static struct source
copy_source(struct sim_arena *a, const char *name, const char *text)
{
	size_t len = strlen(text);
	return (struct source){
		.name = sim_arena_strndup(a, name, strlen(name)),
		.text = sim_arena_strndup(a, text, len),
		.len = len,
	};
}

struct sim_module *
sim_module_load(struct sim_device *dev, int n, const char *const *ptx, const char *const *names,
	struct sim_log *log)
{
	struct sim_module *m = calloc(1, sizeof *m);
	struct diag diag = { .log = log };
	if (!m)
		return NULL;
	m->dev = dev;
	m->nsources = n;
	m->sources = sim_arena_alloc(&m->arena, (size_t)n * sizeof *m->sources);
	for (int i = 0; i < n; i++) {
		m->sources[i] = copy_source(&m->arena, names && names[i] ? names[i] : "ptx",
			ptx[i]);
		parse_text(m, &m->sources[i], &diag);
	}
	if (!diag.errors && link_module(m, &diag) && decode_module(m, &diag))
		return m;
	sim_module_unload(m);
	return NULL;
}

void
sim_module_unload(struct sim_module *m)
{
	if (!m)
		return;
	sim_module_unload(m->ptx);
	if (m->dev && m->dev->caches)
		m->dev->forget_launches(m->dev, m);
	for (unsigned i = 0; i < m->nallocs; i++)
		sim_free(m->dev, m->allocs[i]);
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->addr)
			device_remove_func(m->dev, m->funcs[i]);
	sim_arena_free(&m->arena);
	free(m);
}

struct sim_func *
sim_module_entry(struct sim_module *m, const char *name)
{
	for (unsigned i = 0; i < m->nentries; i++)
		if (!strcmp(m->entries[i]->name, name))
			return m->entries[i];
	return NULL;
}

int
sim_module_entry_count(struct sim_module *m)
{
	return (int)m->nentries;
}

struct sim_func *
sim_module_entry_at(struct sim_module *m, int i)
{
	return i >= 0 && (unsigned)i < m->nentries ? m->entries[i] : NULL;
}

bool
sim_module_global(struct sim_module *m, const char *name, uint64_t *addr, size_t *bytes)
{
	for (unsigned i = 0; i < m->nvars; i++) {
		struct var *v = m->vars[i];
		if (!v->placed || v->space == SPACE_SHARED || v->owner || strcmp(v->name, name))
			continue;
		*addr = v->addr;
		*bytes = v->size;
		return true;
	}
	return false;
}

/* Describe the function.  An assembler keeps to .maxnreg; what it would spill for that is not
 * counted. */
struct sim_func_info
sim_func_info(struct sim_func *f)
{
	int regs = f->max_regs > 0 && f->max_regs < f->regs ? f->max_regs : f->regs;

	return (struct sim_func_info){
		.code = f->made_by ? f->made_by : "PTX",
		.name = f->name,
		.nparams = (int)f->nparams,
		.param_bytes = f->param_bytes,
		.shared_bytes = f->shared_bytes - f->shared_reserved,
		.local_bytes = f->local_bytes,
		.regs = regs,
		.max_threads = (int)(f->max_ntid[0] * f->max_ntid[1] * f->max_ntid[2]),
		.file = f->body && f->body->ninsts ? f->body->insts[0].file : NULL,
	};
}

struct sim_param
sim_func_param(struct sim_func *f, int i)
{
	if (i < 0 || (unsigned)i >= f->nparams)
		return (struct sim_param){ 0 };
	const struct formal *p = &f->params[i];
	return (struct sim_param){ p->offset, p->size, p->align, type_kind(p->type),
		(int)type_bytes(p->type), p->is_array };
}
