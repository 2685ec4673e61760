/*
 * data.c: objects with static storage on the device, string literals, and initialisers
 * (C11 6.7.9), static ones as bytes and relocations, automatic ones as stores.
 */
#include <string.h>

#include "build/internal.h"
#include "c/eval.h"

/* ---- string literals: equal ones share a symbol ---- */

struct ir_symbol *
text_symbol(struct build *u, const char *bytes, size_t len)
{
	struct ir_symbol *s;

	for (s = u->m->symbols; s; s = s->next)
		if (s->kind == SYM_VAR && s->name[0] == '$' && s->size == len && s->align == 1 &&
			s->bytes && memcmp(s->bytes, bytes, len) == 0)
			return s;
	s = ir_symbol_new(u->m, arena_printf(u->arena, "$str%u", ++u->nstrings), SYM_VAR);
	s->linkage = LINK_LOCAL;
	s->space = SPACE_GLOBAL;
	s->size = len;
	s->align = 1;
	s->bytes = memcpy(NEWN(u->arena, uint8_t, len ? len : 1), bytes, len);
	s->constant = true;
	return s;
}

struct ir_symbol *
string_symbol(struct build *u, const struct expr *e)
{
	struct ir_symbol *s = map_get(&u->strings, e);

	if (s)
		return s;
	s = text_symbol(u, e->u.str.bytes, e->u.str.len);
	s->place = e->place;
	if (e->u.str.elem_size > (int)s->align)
		s->align = e->u.str.elem_size;
	map_put(u->arena, &u->strings, e, s);
	return s;
}

/* ---- static initialisers ---- */

struct image {
	struct build *u;
	uint8_t *bytes;
	uint64_t size;
	struct ir_reloc *relocs;
	const char *name;
	bool quiet, failed; /* quiet: asks only whether it is constant */
};

static const char *
describe(struct image *m, const struct expr *e)
{
	const struct expr *sub = e;

	while (sub->kind == EX_CAST)
		sub = sub->u.sub;
	if (sub->kind == EX_BUILTIN_HOST)
		return sub->u.call.what;
	if (sub->kind == EX_LABEL_ADDR)
		return "the address of a label";
	return arena_printf(m->u->arena, "this '%s'", type_to_string(m->u->arena, e->type));
}

static void
not_constant(struct image *m, const struct expr *e)
{
	if (!m->quiet)
		diag_error(m->u->diag, e->place, "device variable '%s' cannot begin with %s",
			m->name, describe(m, e));
	m->failed = true;
}

/* Put a bit-field bit by bit: in packed records it may reach over its unit's end. */
static void
put_bits(struct image *m, struct init *i, uint64_t v)
{
	const struct field *f = i->bitfield;

	for (int k = 0; k < f->bit_width; k++) {
		int at = f->bit_offset + k;
		uint8_t *byte = m->bytes + i->offset + at / 8, bit = 1 << at % 8;

		*byte = v >> k & 1 ? *byte | bit : *byte & ~bit;
	}
}

static void
put_real(uint8_t *to, const struct type *t, long double v)
{
	float f = v;
	double d = v;

	if (t->kind == TY_FLOAT)
		memcpy(to, &f, sizeof f);
	else
		memcpy(to, &d, sizeof d);
}

static void
put_float(struct image *m, struct init *i)
{
	const struct type *t = i->type, *real = is_complex_type(t) ? t->base : t;
	struct complex_const v;

	if (!is_float_type(real) || !type_supported(real) || !eval_complex(i->value, &v)) {
		not_constant(m, i->value);
		return;
	}
	put_real(m->bytes + i->offset, real, v.re);
	if (is_complex_type(t))
		put_real(m->bytes + i->offset + real->size, real, v.im);
}

static struct ir_symbol *
address_target(struct image *m, const struct address_const *c, struct place place)
{
	struct decl *d;

	if (c->str)
		return string_symbol(m->u, c->str);
	d = c->decl->canonical ? c->decl->canonical : c->decl;
	if (d->kind == DECL_FUNC)
		return function_address(m->u, d, place);
	if (d->declare_target || d->type->quals & Q_CONST || d->storage == SC_STATIC)
		return global_symbol(m->u, d);
	diag_error(m->u->diag, place,
		"'%s' has no address on the device: put it under "
		"'#pragma omp declare target'",
		d->name);
	return NULL;
}

static void
put_pointer(struct image *m, struct init *i)
{
	struct address_const c;
	struct ir_reloc *r;
	struct ir_symbol *target;

	if (!eval_address(i->value, &c)) {
		not_constant(m, i->value);
		return;
	}
	if (!c.decl && !c.str) {
		memcpy(m->bytes + i->offset, &c.offset, 8);
		return;
	}
	if (m->quiet) {
		m->failed = true;
		return;
	}
	target = address_target(m, &c, i->value->place);
	if (!target)
		return;
	r = NEW(m->u->arena, struct ir_reloc);
	*r = (struct ir_reloc){
		.next = m->relocs,
		.offset = i->offset,
		.target = target,
		.addend = c.offset,
	};
	m->relocs = r;
}

static void put_object(struct image *m, const struct init *list, uint64_t at);

/* Put a whole struct given by a compound literal, whose own initialiser counts (GNU). */
static void
put_record(struct image *m, struct init *i)
{
	const struct expr *e = i->value;

	while (e->kind == EX_CAST)
		e = e->u.sub;
	if (e->kind == EX_COMPOUND_LIT)
		put_object(m, e->u.var->init, i->offset);
	else
		not_constant(m, e);
}

/* Return the bytes that an item fills.  A string for a flexible array member fills as many as it
 * has. */
static uint64_t
item_size(const struct init *i)
{
	return i->value->kind == EX_STRING && i->type->kind == TY_ARRAY &&
			i->type->u.array.incomplete ?
		i->value->u.str.len :
		i->type->size;
}

static void
put_item(struct image *m, struct init *i)
{
	int64_t v;

	if (i->value->kind == EX_STRING && i->type->kind == TY_ARRAY) {
		size_t n = i->value->u.str.len;
		memcpy(m->bytes + i->offset, i->value->u.str.bytes,
			n < item_size(i) ? n : item_size(i));
	} else if (type_is_record(i->type)) {
		put_record(m, i);
	} else if (i->type->kind == TY_POINTER) {
		put_pointer(m, i);
	} else if (!type_is_integer(i->type)) {
		put_float(m, i);
	} else if (!eval_int(i->value, &v)) {
		if (i->type->size == 8)
			put_pointer(m, i);
		else
			not_constant(m, i->value);
	} else if (i->bitfield) {
		put_bits(m, i, v);
	} else {
		v = int_value(i->type, v);
		memcpy(m->bytes + i->offset, &v, i->type->size);
	}
}

static void
put_object(struct image *m, const struct init *list, uint64_t at)
{
	for (; list; list = list->next) {
		struct init item = *list;

		item.offset += at;
		if (item.offset + item.type->size > m->size && !item.bitfield)
			diag_bug("build", "initialiser beyond its object");
		put_item(m, &item);
	}
}

/* Return the object's size.  GNU: a structure may have a flexible array member that its initialiser
 * fills. */
static uint64_t
object_size(const struct decl *d)
{
	uint64_t size = d->type->size;

	for (const struct init *i = d->init; i; i = i->next)
		if (!i->bitfield && i->offset + item_size(i) > size)
			size = i->offset + item_size(i);
	return size;
}

static void
set_initial_value(struct build *u, struct ir_symbol *s, const struct decl *d)
{
	struct image m = { .u = u, .size = s->size, .name = d->name };

	if (!d->init)
		return;
	m.bytes = NEWN(u->arena, uint8_t, s->size ? s->size : 1);
	s->bytes = m.bytes;
	put_object(&m, d->init, 0);
	s->relocs = m.relocs;
}

/* ---- variables ---- */

static struct decl *
definition_of(struct decl *d)
{
	struct decl *c = d->canonical ? d->canonical : d;

	return c->definition ? c->definition : c;
}

static const char *
base_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* Return a variable's name in PTX.  The runtime sees statics by name, so that it says which file
 * they are of. */
static const char *
variable_name(struct build *u, struct decl *d)
{
	if (!d->name)
		return ptx_name(u, "literal");
	if (!d->file_scope)
		return ptx_name(u,
			arena_printf(u->arena, "%s$%s", d->enclosing ? d->enclosing->name : "",
				d->name));
	if (d->storage != SC_STATIC)
		return !d->asm_name && ptx_reserved(d->name) ?
			arena_printf(u->arena, "%s_", d->name) :
			ascii_name(u->arena, d->asm_name ? d->asm_name : d->name);
	return ptx_name(u,
		d->declare_target ?
			arena_printf(u->arena, "%s$%s", d->name, base_name(u->unit->main_file)) :
			d->name);
}

static void
set_linkage(struct ir_symbol *s, const struct decl *c, const struct decl *def)
{
	bool global = c->file_scope && (c->declare_target || def->declare_target);

	if (global && !def->is_definition && def->storage == SC_EXTERN)
		s->linkage = LINK_EXTERN;
	else
		s->linkage = !global ? LINK_LOCAL : c->weak || def->weak ? LINK_WEAK : LINK_VISIBLE;
}

/* Move a symbol behind what its initialiser names, as PTX wants that declared before. */
static void
move_to_end(struct ir_module *m, struct ir_symbol *s)
{
	struct ir_symbol **at = &m->symbols;

	if (m->last_symbol == s)
		return;
	while (*at != s)
		at = &(*at)->next;
	*at = s->next;
	s->next = NULL;
	m->last_symbol->next = s;
	m->last_symbol = s;
}

/* Return whether def holds the device library's constants of polynomials: they are operands of
 * instructions, read from the bank that PTX calls .const, and never through pointers. */
static bool
is_table_of_library(struct build *u, const struct decl *def)
{
	return def->has_init && def->type->kind == TY_ARRAY && is_float_type(def->type->base) &&
		type_is_const_object(def->type) && is_of_library(u, def);
}

static bool
is_automatic(const struct decl *d)
{
	return !d->file_scope && d->storage != SC_STATIC && d->storage != SC_EXTERN;
}

struct ir_symbol *
global_symbol(struct build *u, struct decl *d)
{
	struct decl *def = definition_of(d), *c = d->canonical ? d->canonical : d;
	struct ir_symbol *s = map_get(&u->symbols, c);

	if (s) {
		s->forward |= !s->complete;
		return s;
	}
	s = ir_symbol_new(u->m, variable_name(u, c), SYM_VAR);
	map_put(u->arena, &u->symbols, c, s);
	s->space = is_table_of_library(u, def) ? SPACE_CONST : SPACE_GLOBAL;
	s->size = object_size(def) ? object_size(def) : 1;
	s->align = def->type->align ? def->type->align : 1;
	s->place = def->place;
	set_linkage(s, c, def);
	if (s->linkage == LINK_EXTERN && !def->type->size)
		s->size = 0; /* extern int a[]: another file knows */
	if (s->linkage != LINK_EXTERN)
		set_initial_value(u, s, def);
	/* literals in the place of a table's elements would be what the table is there to avoid */
	s->constant = s->space != SPACE_CONST &&
		(type_is_const_object(def->type) || is_automatic(def)) && def->is_definition &&
		s->linkage != LINK_EXTERN && s->linkage != LINK_WEAK;
	move_to_end(u->m, s);
	s->complete = true;
	return s;
}

/* Return the device's object for a variable that no construct has mapped or made private. */
static struct ir_symbol *
variable_symbol(struct fb *b, struct decl *d, struct place place)
{
	struct decl *c = d->canonical ? d->canonical : d, *def = definition_of(d);

	if (d->thread_local_ || c->thread_local_ || c->threadprivate) {
		error_at(b, place, "device code has no thread-local storage: '%s'", d->name);
		return NULL;
	}
	if (c->declare_target || def->declare_target || (!d->file_scope && d->storage == SC_STATIC))
		return global_symbol(b->u, c);
	if (type_is_const_object(def->type) && def->has_init && d->storage != SC_AUTO)
		return global_symbol(b->u, c);
	else if (c->host_only)
		error_at(b, place,
			"'%s' is on the host only, as 'device_type(host)' says: map it where it "
			"is used, or leave that clause out",
			d->name);
	else if (d->file_scope)
		error_at(b, place,
			"'%s' is a variable of the host: map it where it is used, or put it under "
			"'#pragma omp declare target'",
			d->name);
	else
		diag_bug("build", "no construct has captured '%s'", d->name);
	return NULL;
}

/* Return the pointer of a declare target link variable, which libdevrt sets when the variable is
 * mapped (devrt.h). */
static struct ir_symbol *
link_symbol(struct build *u, struct decl *c)
{
	struct ir_symbol *s = map_get(&u->symbols, c);
	const char *name = arena_printf(u->arena, "%s$link", c->name);

	if (s)
		return s;
	if (c->storage == SC_STATIC)
		name = arena_printf(u->arena, "%s$%s", name, base_name(u->unit->main_file));
	s = ir_symbol_new(u->m, ptx_name(u, name), SYM_VAR);
	map_put(u->arena, &u->symbols, c, s);
	s->space = SPACE_GLOBAL;
	s->size = s->align = 8;
	s->place = c->place;
	s->linkage = c->storage == SC_STATIC ? LINK_VISIBLE : LINK_WEAK;
	move_to_end(u->m, s);
	vec_push(u->arena, &u->module->globals,
		((struct ptxgen_global){ .decl = c, .name = s->name, .defined = true }));
	return s;
}

struct addr
variable_address(struct fb *b, struct decl *d, struct place place)
{
	struct decl *c = d->canonical ? d->canonical : d;
	struct ir_symbol *s;

	if (c->declare_target_link) {
		s = link_symbol(b->u, c);
		return addr_of(ir_load(&b->c, MEM_64, SPACE_GLOBAL, ir_symbol_value(s, 0), 0),
			SPACE_GENERIC);
	}
	s = variable_symbol(b, d, place);
	/* after an error: anything that lets building go on */
	return addr_of(s ? ir_symbol_value(s, 0) : ir_int(0), s ? s->space : SPACE_GENERIC);
}

/* ---- automatic objects ---- */

/* Return whether the items leave no byte to zero. */
static bool
covers(const struct init *list, uint64_t size)
{
	uint64_t end = 0;

	for (; list; list = list->next) {
		if (list->offset != end || list->bitfield)
			return false;
		if (list->value->kind == EX_STRING && list->value->u.str.len < list->type->size)
			return false;
		end += list->type->size;
	}
	return end == size;
}

/* Return the object that d's initialiser makes, or NULL: it does not consist of constants. */
static uint8_t *
constant_bytes(struct fb *b, const struct decl *d)
{
	struct image m = { .u = b->u, .size = d->type->size, .quiet = true };

	m.bytes = NEWN(b->arena, uint8_t, d->type->size + 1);
	put_object(&m, d->init, 0);
	return m.failed ? NULL : m.bytes;
}

/* Return whether it is an array that might as well be const. */
static bool
is_never_written(struct fb *b, const struct decl *d)
{
	return d->type->kind == TY_ARRAY && !(type_element(d->type)->quals & Q_VOLATILE) &&
		!facts_of(b, d)->written;
}

/* Return whether the program can tell one activation's object from another's: only where somebody has
 * the one's address while the other exists. */
static bool
is_told_apart(struct fb *b, const struct decl *d)
{
	return facts_of(b, d)->pointers && function_facts(b->u, b->inlined->decl)->recursive;
}

bool
is_constant_table(struct fb *b, struct decl *d)
{
	bool constant = type_is_const_object(d->type) ||
		(is_never_written(b, d) && !facts_of(b, d)->pointers);

	return d->init && is_memory_type(d->type) && constant && !is_told_apart(b, d) &&
		constant_bytes(b, d);
}

/* Copy a table of constants longer than a few stores from a constant object. */
static bool
copy_constants(struct fb *b, struct addr to, const struct decl *d)
{
	struct ir_symbol *s;
	uint8_t *bytes;

	if (d->type->size <= 64 || !d->init || !d->init->next || !(bytes = constant_bytes(b, d)))
		return false;
	s = ir_symbol_new(b->u->m,
		ptx_name(b->u, arena_printf(b->arena, "%s$init", d->name ? d->name : "")), SYM_VAR);
	s->linkage = LINK_LOCAL;
	s->space = SPACE_GLOBAL;
	s->size = d->type->size;
	s->align = d->type->align;
	s->bytes = bytes;
	s->constant = true;
	s->place = d->place;
	copy_bytes(b, to, addr_of(ir_symbol_value(s, 0), SPACE_GLOBAL), s->size, s->align);
	return true;
}

static void
init_string(struct fb *b, struct addr to, const struct init *i)
{
	size_t n = i->value->u.str.len < i->type->size ? i->value->u.str.len : i->type->size;
	struct ir_symbol *s = string_symbol(b->u, i->value);

	copy_bytes(b, to, addr_of(ir_symbol_value(s, 0), SPACE_GLOBAL), n, i->type->align);
}

void
build_initializer(struct fb *b, struct addr to, const struct decl *d)
{
	if (copy_constants(b, to, d))
		return;
	if (!covers(d->init, d->type->size))
		zero_bytes(b, to, d->type->size, d->type->align);
	for (const struct init *i = d->init; i; i = i->next) {
		struct lval l = mem_lval(addr_member(to, d->type->align, i->offset, i->type),
			i->type);

		l.bits = i->bitfield;
		if (i->value->kind == EX_STRING && i->type->kind == TY_ARRAY)
			init_string(b, l.addr, i);
		else
			assign_into(b, l, i->value);
	}
}
