/*
 * scope.c: scopes and name spaces (C11 6.2.1, 6.2.3).
 *
 * Names are interned, so a name's number indexes two arrays: the innermost ordinary identifier and
 * the innermost tag of that name.  Leaving a scope puts back what its names shadowed.  Labels have
 * their own list in struct fn_state; members belong to their records.
 */
#include <string.h>

#include "c/internal.h"

struct name_table {
	struct symbol **ordinary, **tags; /* by intern_id */
	size_t cap;
};

struct name_table *
name_table_new(struct arena *a)
{
	return NEW(a, struct name_table);
}

static void
make_room(struct parser *p, uint32_t id)
{
	struct name_table *t = p->names;
	size_t cap = t->cap ? t->cap : 1024;
	struct symbol **ordinary, **tags;

	if (id < t->cap)
		return;
	while (cap <= id)
		cap *= 2;
	ordinary = NEWN(p->arena, struct symbol *, cap);
	tags = NEWN(p->arena, struct symbol *, cap);
	if (t->cap) {
		memcpy(ordinary, t->ordinary, t->cap * sizeof *ordinary);
		memcpy(tags, t->tags, t->cap * sizeof *tags);
	}
	t->ordinary = ordinary;
	t->tags = tags;
	t->cap = cap;
}

static struct symbol *
enter(struct parser *p, struct scope *scope, struct symbol **head, const char *name)
{
	struct symbol *s = NEW(p->arena, struct symbol);

	/* A hidden file-scope name goes below those of the blocks that are open now. */
	while (*head && scope == p->file_scope && (*head)->scope != p->file_scope)
		head = &(*head)->shadowed;
	s->name = name;
	s->scope = scope;
	s->shadowed = *head;
	*head = s;
	s->next = scope->symbols;
	scope->symbols = s;
	return s;
}

struct symbol *
scope_enter(struct parser *p, struct scope *scope, struct decl *d)
{
	uint32_t id = intern_id(d->name);
	struct symbol *s;

	make_room(p, id);
	s = enter(p, scope, &p->names->ordinary[id], d->name);
	s->decl = d;
	return s;
}

void
scope_enter_tag(struct parser *p, const char *name, struct type *type)
{
	uint32_t id = intern_id(name);

	make_room(p, id);
	enter(p, p->scope, &p->names->tags[id], name)->tag = type;
}

void
scope_push(struct parser *p)
{
	struct scope *s = NEW(p->arena, struct scope);

	s->outer = p->scope;
	p->scope = s;
}

void
scope_pop(struct parser *p)
{
	struct symbol *s;

	for (s = p->scope->symbols; s; s = s->next) {
		uint32_t id = intern_id(s->name);

		if (s->tag)
			p->names->tags[id] = s->shadowed;
		else
			p->names->ordinary[id] = s->shadowed;
	}
	p->scope = p->scope->outer;
}

const struct scope *
scope_outer(const struct scope *s)
{
	return s->outer;
}

struct symbol *
scope_symbol(const struct parser *p, const char *name)
{
	uint32_t id = intern_id(name);

	return id < p->names->cap ? p->names->ordinary[id] : NULL;
}

struct symbol *
scope_find_file(const struct parser *p, const char *name)
{
	struct symbol *s = scope_symbol(p, name);

	while (s && s->scope != p->file_scope)
		s = s->shadowed;
	return s;
}

struct decl *
scope_lookup(const struct parser *p, const char *name)
{
	struct symbol *s = scope_symbol(p, name);

	return s && !s->hidden ? s->decl : NULL;
}

struct type *
scope_lookup_tag(const struct parser *p, const char *name, bool this_scope_only)
{
	uint32_t id = intern_id(name);
	struct symbol *s = id < p->names->cap ? p->names->tags[id] : NULL;

	if (!s || (this_scope_only && s->scope != p->scope))
		return NULL;
	return s->tag;
}

/* ---- declarations ---- */

struct decl *
new_decl(struct parser *p, enum decl_kind kind, const char *name, struct type *type,
	struct place place)
{
	struct decl *d = NEW(p->arena, struct decl);

	d->kind = kind;
	d->name = name;
	d->type = type;
	d->place = place;
	d->id = ++p->next_id;
	d->canonical = d;
	d->enclosing = p->function;
	d->file_scope = p->scope == p->file_scope;
	return d;
}

void
add_local(struct parser *p, struct decl *d)
{
	if (p->fn)
		vec_push(p->arena, &p->fn->locals, d);
}

struct decl *
new_local(struct parser *p, const char *name, struct type *type, struct place place)
{
	struct decl *d = new_decl(p, DECL_VAR, name, type, place);

	d->is_definition = true;
	d->definition = d;
	d->storage = SC_AUTO;
	add_local(p, d);
	return d;
}

/* ---- did you mean? ---- */

const char *
nearest_name(const struct parser *p, const char *name)
{
	const char *best = NULL;
	size_t i;

	for (i = 0; i < p->names->cap; i++) {
		const struct symbol *s = p->names->ordinary[i];

		if (s && !s->hidden && s->name != name && s->decl->kind != DECL_TYPEDEF &&
			(s->name[0] != '_' || name[0] == '_'))
			best = nearest_of(name, best, s->name);
	}
	return best;
}

void
note_declared(struct parser *p, const char *name, struct place place)
{
	if (name && place_known(place) && !place_is_system(p->sources, place))
		diag_note(p->diag, place, "'%s' is declared here", name);
}

void
error_undeclared(struct parser *p, const struct token *name)
{
	const char *guess = nearest_name(p, name->text);

	diag_fix(p->diag, guess);
	if (guess)
		diag_error(p->diag, name->place, "'%s' undeclared; did you mean '%s'?", name->text,
			guess);
	else
		diag_error(p->diag, name->place, "'%s' undeclared", name->text);
	diag_note_macros(p->diag, name->origin);
	if (guess)
		note_declared(p, guess, scope_lookup(p, guess)->place);
}
