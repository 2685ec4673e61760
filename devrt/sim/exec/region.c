/*
 * region.c: names for messages: of the parallel region that an instruction belongs to, and of
 * variables in shared and local memory.  Compilers that keep regions in one function begin them
 * with a label; those that make functions of them name the functions so.
 */
#include <ctype.h>
#include <string.h>

#include "exec/exec.h"

/* Return the instruction as PTX. */
static const struct pinst *
ptx_of(const struct sim_func *entry, const struct inst *in)
{
	return entry->machine && in->src ? in->src->from : in->src;
}

/* Return the PTX function that machine code was made of. */
static const struct sim_func *
parsed_func_of(const struct sim_module *m, const struct pinst *p)
{
	for (unsigned i = 0; p && m->ptx && i < m->ptx->nfuncs; i++) {
		const struct pfunc *f = m->ptx->funcs[i]->body;
		if (f && p >= f->insts && p < f->insts + f->ninsts)
			return m->ptx->funcs[i];
	}
	return NULL;
}

static const struct sim_func *
func_of(const struct sim_func *entry, const struct inst *in)
{
	const struct sim_module *m = entry->module;
	if (entry->machine)
		return parsed_func_of(m, ptx_of(entry, in));
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->code && in >= m->funcs[i]->code &&
			in < m->funcs[i]->code + m->funcs[i]->ncode)
			return m->funcs[i];
	return NULL;
}

/* Return whether y says more than the best label so far.  Of two at one place it is that of a
 * parallel region. */
static bool
better(const struct sym *y, const struct sym *best)
{
	return !best || y->index > best->index ||
		(y->index == best->index && !strncmp(y->name, "PAR_", 4));
}

/* Return the last label before the instruction.  Labels of compilers begin with $; the others are
 * names of regions. */
static const struct sym *
label_before(const struct sim_func *f, uint32_t index)
{
	const struct scope *s = f->body->scope;
	const struct sym *best = NULL;
	for (unsigned i = 0; s && i < s->nbuckets; i++)
		for (const struct sym *y = s->buckets[i]; y; y = y->next)
			if (y->kind == SYM_LABEL && y->name[0] != '$' && y->index <= index &&
				better(y, best))
				best = y;
	return best;
}

bool
in_region_body(const struct grid *g, const struct inst *in)
{
	const struct sim_func *f = func_of(g->entry, in);
	if (!f || !in->src)
		return false;
	const struct sym *y = label_before(f, (uint32_t)(ptx_of(g->entry, in) - f->body->insts));
	uint32_t i = y ? y->index : 0;
	if (y ? strncmp(y->name, "PAR_", 4) : !strstr(f->name, "$PAR_"))
		return false;
	while (i < f->body->ninsts && !f->body->insts[i].line)
		i++;
	return i < f->body->ninsts && in->src->line != f->body->insts[i].line;
}

const char *
region_label(const struct sim_func *entry, const struct inst *in)
{
	const struct sim_func *f = func_of(entry, in);
	const struct sym *y = f && in->src ?
		label_before(f, (uint32_t)(ptx_of(entry, in) - f->body->insts)) :
		NULL;
	return y ? y->name : NULL;
}

void
place_region(const struct grid *g, const struct inst *in, struct sim_log *out)
{
	const struct sim_func *f = func_of(g->entry, in);
	if (!f || !in->src)
		return;
	const char *dollar = strrchr(f->name, '$');
	const struct sym *y = label_before(f, (uint32_t)(ptx_of(g->entry, in) - f->body->insts));
	if (y)
		sim_log_printf(out, " in %.*s", (int)y->len, y->name);
	else if (dollar && dollar[1])
		sim_log_printf(out, " in %s", dollar + 1);
	else if (!f->entry)
		sim_log_printf(out, " in function '%s'", f->name);
}

/* ---- variables ---- */

/* Return a variable's own name, which stands behind its function's (f$n), and before a number where
 * a name came twice (n$2). */
static const char *
own_name(const char *name)
{
	const char *own = name;

	for (const char *at = name; *at; at++)
		if (*at == '$' && at[1] && !isdigit((unsigned char)at[1]))
			own = at + 1;
	return own;
}

void
variable_before(struct var **vars, unsigned n, enum space space, uint64_t base, uint64_t addr,
	struct variable *best)
{
	for (unsigned i = 0; i < n; i++) {
		const struct var *v = vars[i];
		uint64_t start = base + v->addr;
		if (v->space != space || v->def != v || v->external || start > addr ||
			(best->name && start < best->base))
			continue;
		*best = (struct variable){ own_name(v->name), start, v->size };
	}
}

struct variable
variable_shared(const struct grid *g, uint64_t addr)
{
	const struct sim_module *m = g->entry->module;
	const struct pfunc *b = g->entry->body;
	struct variable r = { 0 };
	if (b)
		variable_before(b->vars, b->nvars, SPACE_SHARED, g->entry->shared_base, addr, &r);
	variable_before(m->vars, m->nvars, SPACE_SHARED, 0, addr, &r);
	for (unsigned i = 0; i < m->nfuncs; i++)
		if (m->funcs[i]->body && !m->funcs[i]->entry)
			variable_before(m->funcs[i]->body->vars, m->funcs[i]->body->nvars,
				SPACE_SHARED, 0, addr, &r);
	return r;
}
