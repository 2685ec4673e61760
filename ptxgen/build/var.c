/*
 * var.c: where each variable lives.
 *
 * A scalar that nothing can point to is a register.  In a kernel with parallel regions, a variable
 * of
 * team-sequential code is a SLOT_TEAM when a region writes it or when its address is taken (or, for
 * arrays and structs, when a region uses it); everything else that needs memory is a SLOT_LOCAL.
 * Copies that a region makes are always private: new registers or local slots.
 */
#include <string.h>

#include "build/internal.h"
#include "devrt.h"

static const struct decl *
key_of(const struct decl *d)
{
	return d->canonical ? d->canonical : d;
}

struct home *
reg_home(struct fb *b, ir_reg r)
{
	struct home *h = NEW(b->arena, struct home);

	h->kind = HOME_REG;
	h->reg = r;
	return h;
}

struct home *
mem_home(struct fb *b, struct addr at)
{
	struct home *h = NEW(b->arena, struct home);

	h->kind = HOME_MEM;
	h->addr = at;
	return h;
}

static struct home *
slot_home(struct fb *b, enum ir_slot_kind kind, const struct type *t, const char *name)
{
	struct ir_slot *s = ir_slot_new(b->f, kind, name, t->size ? t->size : 1,
		t->align ? t->align : 1);

	s->alone = b->serial;
	return mem_home(b,
		addr_of(ir_slot_value(s, 0), kind == SLOT_LOCAL ? SPACE_LOCAL : SPACE_GENERIC));
}

struct home *
scratch_home(struct fb *b, const struct type *t, const char *name)
{
	if (is_memory_type(t))
		return slot_home(b, SLOT_LOCAL, t, name);
	return reg_home(b, ir_reg_new(b->f, reg_type(t), name));
}

/* Return a home in dynamic memory of the thread.  It cannot hold what other threads must see. */
static struct home *
vla_home(struct fb *b, struct decl *d, const struct var_facts *facts, bool team)
{
	struct ir_value p;

	if (team && b->is_kernel && facts->region_use)
		error_at(b, d->place,
			"variable-length array '%s' is shared with a parallel region: "
			"declare it inside the region, or with a constant length",
			d->name);
	need_heap(b->u);
	p = ir_op1(&b->c, IR_ALLOCA, IR_I64, type_size(b, d->type));
	b->c.block->last->index = ALLOCA_ARRAY;
	return mem_home(b, addr_of(p, SPACE_GENERIC));
}

/* Return a home for one variable of the team, even in a region. */
static struct home *
scratchpad_home(struct fb *b, struct decl *d)
{
	struct home *h = slot_home(b, SLOT_TEAM, d->type, d->name);

	h->addr.base.u.slot->scratchpad = true;
	return h;
}

/* Return whether the code here is the team's, and regions of other threads may follow. */
bool
is_team_code(const struct fb *b)
{
	return (b->is_kernel || b->divides) && b->has_regions && !b->region && !b->serial;
}

bool
regions_share(struct fb *b, struct decl *d)
{
	return is_team_code(b) && facts_of(b, d)->region_use;
}

struct addr
arguments_in_place(struct fb *b, uint64_t size, uint64_t align)
{
	struct type bytes = { .kind = TY_STRUCT, .size = size, .align = align };

	return slot_home(b, is_team_code(b) ? SLOT_TEAM : SLOT_LOCAL, &bytes, "varargs")->addr;
}

/* Check a va_list: a function that is called for itself has its variable arguments in one thread's
 * own memory. */
static void
check_va_list(struct fb *b, const struct decl *d)
{
	if (d->type->kind == TY_VA_LIST && b->divides && facts_of(b, d)->region_use)
		error_at(b, d->place,
			"'%s' is used in a parallel region, whose threads do not have the variable "
			"arguments of the thread that called: read them before the region",
			d->name);
}

struct home *
new_home(struct fb *b, struct decl *d)
{
	struct var_facts *facts = facts_of(b, d);
	bool memory = is_memory_type(d->type) || d->type->quals & Q_VOLATILE;
	bool team = is_team_code(b);
	bool shared = facts->region_write || facts->addressed || (memory && facts->region_use);

	if (team)
		check_va_list(b, d);
	if (type_is_vla(d->type))
		return vla_home(b, d, facts, team);
	if (d->team_memory)
		return scratchpad_home(b, d);
	if (team && shared)
		return slot_home(b, SLOT_TEAM, d->type, d->name);
	if (memory || facts->addressed)
		return slot_home(b, SLOT_LOCAL, d->type, d->name);
	return reg_home(b, ir_reg_new(b->f, reg_type(d->type), d->name));
}

struct home *
bind_home(struct fb *b, struct decl *d, struct home *h)
{
	struct home *old = map_get(&b->homes, key_of(d));

	if (d->file_scope && d->declare_target && h && !old)
		vec_push(b->arena, &b->copied, d);
	map_put(b->arena, &b->homes, key_of(d), h);
	return old;
}

/* Return the home of a local.  One whose scope a jump enters gets it here. */
struct home *
home_of(struct fb *b, struct decl *d)
{
	struct home *h = map_get(&b->homes, key_of(d));
	bool local = !d->file_scope && d->storage != SC_STATIC && d->storage != SC_EXTERN;

	if (!h && local && !d->is_vla_len && facts_of(b, d)->declared) {
		h = new_home(b, d);
		bind_home(b, d, h);
	}
	return h;
}

struct lval
home_lval(struct fb *b, struct home *h, const struct type *t)
{
	struct lval l = { .type = t, .is_volatile = t->quals & Q_VOLATILE };

	if (!h)
		diag_bug("build", "%s: a variable without a home", b->f->name);
	l.in_reg = h->kind == HOME_REG;
	l.reg = h->reg;
	l.addr = h->addr;
	return l;
}

/* ---- declarations ---- */

static void
vla_length(struct fb *b, const struct type *t, bool is_typedef)
{
	struct decl *len = t->u.array.vla_len;
	struct home *h;

	if (!len || !t->u.array.vla_expr || map_get(&b->vla_done, len))
		return;
	h = map_get(&b->homes, len);
	if (!h) {
		h = reg_home(b, ir_reg_new(b->f, IR_I64, "len"));
		bind_home(b, len, h);
	}
	struct ir_value v = build_as(b, t->u.array.vla_expr, len->type);
	store(b, home_lval(b, h, len->type), v);
	if (is_typedef)
		map_put(b->arena, &b->vla_done, len, len);
}

/* Evaluate the lengths in a variably modified type (C11 6.7.6.2p5). */
void
vla_lengths(struct fb *b, const struct type *t, bool is_typedef)
{
	for (; t && (t->kind == TY_ARRAY || t->kind == TY_POINTER); t = t->base)
		if (t->kind == TY_ARRAY && t->u.array.vla)
			vla_length(b, t, is_typedef);
}

static void
check_type(struct fb *b, struct decl *d)
{
	const struct type *t = type_element(d->type);

	if (!type_supported(t))
		error_at(b, d->place, "'%s' has type '%s', which device code does not have",
			d->name, type_to_string(b->arena, t));
	if (d->thread_local_)
		error_at(b, d->place, "device code has no thread-local storage: '%s'", d->name);
}

/* Store the value of a scalar's initialiser.  The last item wins. */
static void
init_scalar(struct fb *b, struct decl *d, struct lval to)
{
	struct init *i = d->init;

	for (; i && i->next; i = i->next)
		build_effects(b, i->value);
	if (i)
		store(b, to, build_as(b, i->value, d->type));
	else
		store(b, to, convert(b, ir_int(0), plain(d->type), d->type));
}

void
declare_local(struct fb *b, struct decl *d)
{
	struct home *h;

	if (d->kind == DECL_FUNC || d->storage == SC_EXTERN)
		return;
	vla_lengths(b, d->type, d->kind == DECL_TYPEDEF);
	if (d->kind != DECL_VAR || d->storage == SC_STATIC)
		return;
	check_type(b, d);
	h = type_is_vla(d->type) ? NULL : map_get(&b->homes, key_of(d));
	if (!h && is_constant_table(b, d)) {
		struct ir_value at = ir_symbol_value(global_symbol(b->u, d), 0);
		bind_home(b, d, mem_home(b, addr_of(at, SPACE_GLOBAL)));
		return;
	}
	if (!h) {
		h = new_home(b, d);
		bind_home(b, d, h);
	}
	if (!d->has_init)
		return;
	if (is_memory_type(d->type))
		build_initializer(b, h->addr, d);
	else if (d->init)
		init_scalar(b, d, home_lval(b, h, d->type));
	else
		store(b, home_lval(b, h, d->type),
			is_float_type(d->type) ? ir_float(0) : ir_int(0));
}

/* ---- parameters ---- */

struct ir_value
load_param(struct fb *b, int index, int64_t offset, enum ir_mem mem, const char *name)
{
	enum ir_type type = ir_mem_type(mem);
	ir_reg r = ir_reg_new(b->f, type, name);
	struct ir_inst *i = ir_emit(&b->c, IR_LDPARAM, type, r, ir_none(), ir_none());

	i->mem = mem;
	i->space = SPACE_PARAM;
	i->index = index;
	i->offset = offset;
	return ir_r(r);
}

/* Let the variable take over what block 0 has loaded into `v` (for aggregates: the parameter). */
static void
settle_param(struct fb *b, struct decl *d, int index, struct ir_value v)
{
	struct var_facts *facts = facts_of(b, d);
	bool plain_reg = !is_memory_type(d->type) && !facts->addressed && !facts->region_write &&
		!(d->type->quals & Q_VOLATILE);
	bool read_only = !facts->written && !facts->addressed && !(d->type->quals & Q_VOLATILE);
	struct home *h;

	if (is_record_type(d->type) && read_only && !(b->divides && facts->region_use)) {
		bind_home(b, d, mem_home(b, addr_of(ir_int(index), SPACE_PARAM)));
		return;
	}
	if (plain_reg && (!facts->written || !b->is_kernel)) {
		check_va_list(b, d);
		bind_home(b, d, reg_home(b, v.u.reg));
		return;
	}
	h = new_home(b, d);
	bind_home(b, d, h);
	if (is_memory_type(d->type))
		copy_bytes(b, h->addr, addr_of(ir_int(index), SPACE_PARAM), d->type->size,
			d->type->align);
	else
		store(b, home_lval(b, h, d->type), v);
}

void
bind_params(struct fb *b, struct decl *fn)
{
	const struct type *t = fn->type;
	int n = t->u.func.nparams;
	struct ir_value *v = NEWN(b->arena, struct ir_value, n ? n : 1);

	begin_block(b, new_block(b));
	for (int i = 0; i < n; i++)
		if (b->f->params[i].type != IR_NONE)
			v[i] = load_param(b, i, 0, b->f->params[i].mem, b->f->params[i].name);
	if (t->u.func.variadic)
		b->inlined->varargs = addr_of(load_param(b, n, 0, MEM_64, b->f->params[n].name),
			SPACE_GENERIC);
	begin_block(b, new_block(b));
	for (int i = 0; i < n; i++)
		settle_param(b, t->u.func.params[i], i, v[i]);
	for (int i = 0; i < n; i++)
		vla_lengths(b, t->u.func.params[i]->type, false);
}

/* ---- captures of a target region ---- */

static const char *
capture_name(const struct omp_capture *c)
{
	return c->decl && c->decl->name ? c->decl->name : "len";
}

static struct ir_param
capture_param(const struct omp_capture *c)
{
	if (c->kind == CAP_VALUE && !c->in_memory)
		return param_of(c->decl->type, capture_name(c));
	return (struct ir_param){ .type = IR_I64,
		.mem = MEM_64,
		.align = 8,
		.name = capture_name(c) };
}

static void
make_kernel_params(struct fb *b, struct omp *o)
{
	int n = o->u.target.ncaptures;
	struct ir_param *p = NEWN(b->arena, struct ir_param, n + 1);

	for (int i = 0; i < n; i++)
		p[i] = capture_param(&o->u.target.captures[i]);
	p[n] = (struct ir_param){ .bytes = sizeof(struct devrt_env), .align = 8, .name = "env" };
	b->f->params = p;
	b->f->nparams = n + 1;
	b->f->kernel->env_param = n;
}

/* Report a captured va_list: the host's points into the host's stack, and is made otherwise. */
static void
check_capture(struct fb *b, const struct omp_capture *c)
{
	const struct type *t = c->decl ? type_element(c->decl->type) : &long_type;

	if (t->kind == TY_VA_LIST)
		error_at(b, b->f->place,
			"'%s' stands for arguments on the host's stack: read them there, and use "
			"the values in the target region",
			c->decl->name);
}

void
bind_captures(struct fb *b, struct omp *o)
{
	int n = o->u.target.ncaptures;
	struct ir_value *v = NEWN(b->arena, struct ir_value, n + 1);

	make_kernel_params(b, o);
	begin_block(b, new_block(b));
	for (int i = 0; i < n; i++)
		if (b->f->params[i].type != IR_NONE)
			v[i] = load_param(b, i, 0, b->f->params[i].mem, b->f->params[i].name);
	begin_block(b, new_block(b));
	for (int i = 0; i < n; i++) {
		struct omp_capture *c = &o->u.target.captures[i];

		check_capture(b, c);
		if (c->in_memory) {
			v[i] = load(b,
				home_lval(b, mem_home(b, addr_of(v[i], SPACE_GENERIC)),
					c->decl->type));
			if (v[i].kind == VAL_REG) /* the variable's from now on: see retarget() */
				b->f->regs[v[i].u.reg].name = c->decl->name;
		}
		if (c->kind == CAP_ADDRESS)
			bind_home(b, c->decl, mem_home(b, addr_of(v[i], SPACE_GENERIC)));
		else
			settle_param(b, c->decl, i, v[i]);
		if (c->kind == CAP_VLA_LEN) /* the host has evaluated it */
			map_put(b->arena, &b->vla_done, c->decl, c->decl);
	}
}
