/*
 * link.c: joins the texts of a module by name (PTX ISA 11.6): a declaration gets its definition, a
 * strong definition beats a .weak one, two strong ones are an error.  Then module-scope variables
 * get their memory and initial values.
 */
#include <stdlib.h>
#include <string.h>

#include "ptx/parse.h"

const char *const builtin_names[BUILTINS] = {
	[BUILTIN_VPRINTF] = "vprintf",
	[BUILTIN_MALLOC] = "malloc",
	[BUILTIN_FREE] = "free",
	[BUILTIN_ASSERTFAIL] = "__assertfail",
	[BUILTIN_GET_BUFFER] = "cudaGetParameterBufferV2",
	[BUILTIN_LAUNCH] = "cudaLaunchDeviceV2",
	[BUILTIN_SYNCHRONIZE] = "cudaDeviceSynchronize",
	[BUILTIN_GET_BUFFER_2] = "__cudaCDP2GetParameterBufferV2",
	[BUILTIN_LAUNCH_2] = "__cudaCDP2LaunchDeviceV2",
};

enum builtin
builtin_of(const char *name)
{
	for (enum builtin b = BUILTIN_NONE + 1; b < BUILTINS; b++)
		if (!strcmp(builtin_names[b], name))
			return b;
	return BUILTIN_NONE;
}

/* ---- functions ---- */

static int
by_func_name(const void *a, const void *b)
{
	const struct sim_func *const *f = a, *const *g = b;
	int order = strcmp((*f)->name, (*g)->name);
	return order ? order : (*f < *g ? -1 : *f > *g);
}

static bool
shared_func(const struct sim_func *f)
{
	return f->visible || f->weak || f->external || !f->body;
}

static struct sim_func *
choose_func(struct sim_func **list, unsigned n, struct diag *diag)
{
	struct sim_func *best = NULL;
	for (unsigned i = 0; i < n; i++) {
		struct sim_func *f = list[i];
		if (!f->body || !shared_func(f))
			continue;
		if (best && !best->weak && !f->weak)
			diag_error(diag, f->place, "'%s' is defined in two texts", f->name);
		if (!best || (best->weak && !f->weak))
			best = f;
	}
	return best;
}

static bool
same_layout(const struct formal *a, unsigned na, const struct formal *b, unsigned nb)
{
	if (na != nb)
		return false;
	for (unsigned i = 0; i < na; i++)
		if (a[i].size != b[i].size || a[i].space != b[i].space ||
			a[i].offset != b[i].offset)
			return false;
	return true;
}

const char *
builtin_not_there(const struct sim_model *model, enum builtin b)
{
	if (b >= BUILTIN_GET_BUFFER_2)
		return model->cdp2 ? NULL : "before sm_70";
	return b >= BUILTIN_GET_BUFFER && !model->cdp1 ? "from sm_90 on" : NULL;
}

static void
bind_func(const struct sim_module *m, struct sim_func *f, struct sim_func *def, struct diag *diag)
{
	if (f->body && !shared_func(f)) {
		f->def = f;
		return;
	}
	f->def = def;
	if (!def) {
		f->builtin = builtin_of(f->name);
		f->def = f->builtin ? f : NULL;
		const char *when = builtin_not_there(m->dev->model, f->builtin);
		if (when)
			diag_error(diag, f->place,
				"'%s' is not there %s, and the device is sm_%d%d", f->name, when,
				m->dev->model->cc_major, m->dev->model->cc_minor);
	} else if (!same_layout(f->params, f->nparams, def->params, def->nparams) ||
		!same_layout(f->rets, f->nrets, def->rets, def->nrets)) {
		diag_error(diag, f->place, "'%s' is defined with other parameters in %s", f->name,
			def->place.src->name);
	}
}

static void
link_funcs(struct sim_module *m, struct diag *diag)
{
	struct sim_func **sorted = sim_arena_alloc(&m->arena, (m->nfuncs + 1) * sizeof *sorted);
	if (m->nfuncs)
		memcpy(sorted, m->funcs, m->nfuncs * sizeof *sorted);
	qsort(sorted, m->nfuncs, sizeof *sorted, by_func_name);
	for (unsigned i = 0, j; i < m->nfuncs; i = j) {
		for (j = i + 1; j < m->nfuncs && !strcmp(sorted[i]->name, sorted[j]->name);)
			j++;
		struct sim_func *def = choose_func(sorted + i, j - i, diag);
		for (unsigned k = i; k < j; k++)
			bind_func(m, sorted[k], def, diag);
	}
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->entry && m->funcs[i]->body && m->funcs[i]->def == m->funcs[i])
			ARENA_PUSH(&m->arena, m->entries, m->nentries, m->entries_cap, m->funcs[i]);
}

/* ---- variables ---- */

static int
by_var_name(const void *a, const void *b)
{
	const struct var *const *v = a, *const *u = b;
	int order = strcmp((*v)->name, (*u)->name);
	return order ? order : (*v < *u ? -1 : *v > *u);
}

static struct var *
choose_var(struct var **list, unsigned n, struct diag *diag)
{
	struct var *best = NULL;
	for (unsigned i = 0; i < n; i++) {
		struct var *v = list[i];
		if (v->external || !(v->visible || v->weak))
			continue;
		if (best && !best->weak && !v->weak)
			diag_error(diag, v->place, "'%s' is defined in two texts", v->name);
		if (!best || (best->weak && !v->weak))
			best = v;
	}
	return best;
}

static void
bind_var(struct var *v, struct var *def, struct diag *diag)
{
	if (!v->external && !v->weak)
		return;
	if (v->external && v->space == SPACE_SHARED && !def)
		return; /* dynamic shared memory: its own definition */
	v->def = def;
	if (def && (def->space != v->space || (!v->unsized && def->size != v->size)))
		diag_error(diag, v->place, "'%s' is defined with another type in %s", v->name,
			def->place.src->name);
}

static void
link_vars(struct sim_module *m, struct diag *diag)
{
	struct var **sorted = sim_arena_alloc(&m->arena, (m->nvars + 1) * sizeof *sorted);
	if (m->nvars)
		memcpy(sorted, m->vars, m->nvars * sizeof *sorted);
	qsort(sorted, m->nvars, sizeof *sorted, by_var_name);
	for (unsigned i = 0, j; i < m->nvars; i = j) {
		for (j = i + 1; j < m->nvars && !strcmp(sorted[i]->name, sorted[j]->name);)
			j++;
		struct var *def = choose_var(sorted + i, j - i, diag);
		for (unsigned k = i; k < j; k++)
			bind_var(sorted[k], def, diag);
	}
}

/* ---- memory of variables ---- */

static void
place_var(struct sim_module *m, struct var *v, size_t *const_bytes, struct diag *diag)
{
	if (v->space == SPACE_CONST) {
		*const_bytes = ((*const_bytes + v->align - 1) & ~(v->align - 1)) + v->size;
		if (*const_bytes > m->dev->model->const_bytes) {
			diag_error(diag, v->place, "constant memory of %zu bytes is used up",
				m->dev->model->const_bytes);
			return;
		}
	}
	v->addr = memory_alloc(m->dev, v->size, v->name, v->space == SPACE_CONST);
	if (!v->addr) {
		diag_error(diag, v->place, "no device memory for '%s' (%zu bytes)", v->name,
			v->size);
		return;
	}
	ARENA_PUSH(&m->arena, m->allocs, m->nallocs, m->allocs_cap, v->addr);
	v->placed = true;
	void *host = sim_host_view(m->dev, v->addr, v->size);
	if (host && v->init)
		memcpy(host, v->init, v->init_bytes < v->size ? v->init_bytes : v->size);
}

static bool
reloc_value(struct sim_module *m, const struct reloc *r, struct diag *diag, uint64_t *value)
{
	if (r->func) {
		struct sim_func *f = r->func->def;
		if (f && !f->addr)
			f->addr = device_add_func(m->dev, f);
		*value = f ? f->addr : 0;
	} else {
		struct var *v = r->var->def;
		*value = v ? v->addr : 0;
		if (v && v->space == SPACE_SHARED) {
			diag_error(diag, r->place, "the address of .shared '%s' is no constant",
				v->name);
			return false;
		}
	}
	if (!*value)
		diag_error(diag, r->place, "'%s' is not defined in any text",
			r->func ? r->func->name : r->var->name);
	return *value != 0;
}

static void
apply_relocs(struct sim_module *m, struct var *v, struct diag *diag)
{
	for (unsigned i = 0; i < v->nrelocs; i++) {
		struct reloc *r = &v->relocs[i];
		uint64_t value;
		uint8_t *host = sim_host_view(m->dev, v->addr + r->offset, r->bytes);
		if (!host || !reloc_value(m, r, diag, &value))
			continue;
		value += (uint64_t)r->addend;
		if (r->mask)
			value = (value & r->mask) >> __builtin_ctzll(r->mask);
		else if (r->bytes < 8) {
			diag_error(diag, r->place,
				"an address wants 64 bits, or a mask such as 0xff(x)");
			continue;
		}
		memcpy(host, &value, r->bytes);
	}
}

bool
link_module(struct sim_module *m, struct diag *diag)
{
	size_t const_bytes = 0;
	link_funcs(m, diag);
	link_vars(m, diag);
	if (diag->errors)
		return false;
	for (unsigned i = 0; i < m->nvars; i++)
		if (m->vars[i]->def == m->vars[i] && m->vars[i]->space != SPACE_SHARED)
			place_var(m, m->vars[i], &const_bytes, diag);
	bool all_placed = !diag->errors;
	for (unsigned i = 0; i < m->nvars && all_placed; i++)
		if (m->vars[i]->placed)
			apply_relocs(m, m->vars[i], diag);
	return !diag->errors;
}
