/*
 * names.c: PTX identifiers for one function's registers, labels, slots and parameters.
 *
 * Registers carry the names of the variables they hold, temporaries nvcc's (%p, %r, %rd, %f, %fd by
 * type).  A name that is taken, or that is a special register's, gets a number behind a '$', which
 * no C name of ours contains.
 */
#include "emit/internal.h"

#include <string.h>

struct name_set {
	struct name {
		const char *text; /* NULL: free */
		int last;         /* the highest number that unique() gave out behind it */
	} * slot;
	size_t n, cap; /* cap is a power of two */
};

static size_t
hash(const char *s)
{
	size_t h = 14695981039346656037u;

	for (; *s; s++)
		h = (h ^ (unsigned char)*s) * 1099511628211u;
	return h;
}

/* Return where name is, or would be. */
static struct name *
find(const struct name_set *s, const char *name)
{
	size_t i = hash(name) & (s->cap - 1);

	while (s->slot[i].text && strcmp(s->slot[i].text, name) != 0)
		i = (i + 1) & (s->cap - 1);
	return &s->slot[i];
}

static void
widen(struct arena *a, struct name_set *s)
{
	struct name_set old = *s;

	s->cap = old.cap ? old.cap * 2 : 64;
	s->slot = NEWN(a, struct name, s->cap);
	for (size_t i = 0; i < old.cap; i++)
		if (old.slot[i].text)
			*find(s, old.slot[i].text) = old.slot[i];
}

static struct name *
enter(struct arena *a, struct name_set *s, const char *name)
{
	if (s->n * 2 >= s->cap)
		widen(a, s);
	struct name *at = find(s, name);
	if (!at->text) {
		*at = (struct name){ name, 1 };
		s->n++;
	}
	return at;
}

/* Return whether the name is free in the module and in this function. */
static bool
is_free(const struct emitter *e, const char *name)
{
	return !find(e->symbols, name)->text && (!e->names->cap || !find(e->names, name)->text);
}

static const char *
unique(struct emitter *e, const char *name)
{
	const char *tried;

	tried = name = ascii_name(e->scratch, name);
	if (!is_free(e, name)) {
		int number = enter(e->scratch, e->names, name)->last;
		do
			tried = arena_printf(e->scratch, "%s$%d", name, ++number);
		while (!is_free(e, tried));
		find(e->names, name)->last = number;
	}
	enter(e->scratch, e->names, tried);
	return tried;
}

/* Return the same name each time: several scopes of a function may use it. */
const char *
name_beside(struct emitter *e, const char *name)
{
	const char *tried = name;

	for (int number = 2; !is_free(e, tried); number++)
		tried = arena_printf(e->scratch, "%s$%d", name, number);
	return tried;
}

/* Return whether the register's name is reserved: PTX ISA chapter 10, and %r12 and the like, which
 * temporaries are called. */
static bool
reserved_register(const char *name)
{
	static const char *const special[] = {
		"tid",
		"ntid",
		"laneid",
		"warpid",
		"nwarpid",
		"ctaid",
		"nctaid",
		"smid",
		"nsmid",
		"gridid",
		"clock",
		"clock64",
		"clock_hi",
		"globaltimer",
		"globaltimer_lo",
		"globaltimer_hi",
		"lanemask_eq",
		"lanemask_le",
		"lanemask_lt",
		"lanemask_ge",
		"lanemask_gt",
		"dynamic_smem_size",
		"total_smem_size",
		"aggr_smem_size",
		"clusterid",
		"nclusterid",
		"cluster_ctaid",
		"cluster_nctaid",
		"cluster_ctarank",
		"cluster_nctarank",
		"is_explicit_cluster",
		"current_graph_exec",
		"reserved_smem_offset_begin",
		"reserved_smem_offset_end",
		"reserved_smem_offset_cap",
	};
	for (size_t i = 0; i < sizeof special / sizeof *special; i++)
		if (strcmp(name, special[i]) == 0)
			return true;
	if (strncmp(name, "pm", 2) == 0 || strncmp(name, "envreg", 6) == 0)
		return true;
	size_t letters = strspn(name, "prdf");
	return letters > 0 && letters <= 2 && name[letters] &&
		strspn(name + letters, "0123456789") == strlen(name + letters);
}

static void
name_registers(struct emitter *e)
{
	static const char *const prefix[] = { "", "p", "r", "rd", "f", "fd" };
	uint32_t count[6] = { 0 };

	for (uint32_t r = 1; r < e->f->nregs; r++) {
		const struct ir_reg_info *reg = &e->f->regs[r];
		if (!e->used[r])
			continue;
		if (!reg->name)
			e->reg_names[r] = arena_printf(e->scratch, "%%%s%u", prefix[reg->type],
				++count[reg->type]);
		else
			e->reg_names[r] = unique(e,
				arena_printf(e->scratch, "%%%s%s", reg->name,
					reserved_register(reg->name) ? "$" : ""));
	}
}

static void
name_blocks(struct emitter *e)
{
	for (const struct ir_block *b = e->f->blocks; b; b = b->next)
		e->block_names[b->id] = b->label ? unique(e, b->label) :
						   arena_printf(e->scratch, "$B%u", b->id);
}

void
name_symbols(struct emitter *e)
{
	e->symbols = NEW(e->arena, struct name_set);
	widen(e->arena, e->symbols);
	for (const struct ir_symbol *s = e->m->symbols; s; s = s->next)
		enter(e->arena, e->symbols, s->name);
}

void
name_function(struct emitter *e)
{
	const struct ir_func *f = e->f;

	e->names = NEW(e->scratch, struct name_set);
	e->reg_names = NEWN(e->scratch, const char *, f->nregs);
	e->block_names = NEWN(e->scratch, const char *, f->nblocks + 1);
	e->slot_names = NEWN(e->scratch, const char *, f->nslots + 1);
	e->param_names = NEWN(e->scratch, const char *, f->nparams + 1);
	name_blocks(e);
	for (int i = 0; i < f->nparams; i++)
		e->param_names[i] = unique(e,
			arena_printf(e->scratch, "param_%s",
				f->params[i].name ? f->params[i].name : "unnamed"));
	for (const struct ir_slot *s = f->slots; s; s = s->next)
		e->slot_names[s->id] = unique(e, s->name ? s->name : "slot");
	name_registers(e);
}
