/*
 * sema_decl.c: what a declaration means: linkage, redeclaration, completion
 * (C11 6.2.2, 6.7, 6.9.2).
 */
#include <string.h>

#include "c/builtin.h"
#include "c/internal.h"

bool
require_complete(struct parser *p, struct place place, const struct type *t, const char *what)
{
	if (type_is_complete(t))
		return true;
	diag_error(p->diag, place, "%s has the incomplete type '%s'", what, show(p, t));
	return false;
}

static enum decl_kind
kind_of(const struct declspec *s, const struct type *t)
{
	if (s->storage == SC_TYPEDEF)
		return DECL_TYPEDEF;
	return t->kind == TY_FUNCTION ? DECL_FUNC : DECL_VAR;
}

static bool
has_linkage(const struct parser *p, const struct decl *d)
{
	return d->kind == DECL_FUNC ||
		(d->kind == DECL_VAR && (p->scope == p->file_scope || d->storage == SC_EXTERN));
}

static void
redeclared(struct parser *p, struct decl *d, struct decl *old, const char *message)
{
	diag_error(p->diag, d->place, message, d->name);
	if (place_known(old->place))
		diag_note(p->diag, old->place, "declared before here, as '%s'", show(p, old->type));
}

/* Check two declarations of one name in one scope, without linkage (6.7p3). */
static bool
check_same_scope(struct parser *p, struct decl *d, struct decl *old)
{
	bool both_objects = d->kind == DECL_VAR && old->kind == DECL_PARAM;

	if (d->kind != old->kind && !both_objects) {
		redeclared(p, d, old, "redeclaration as another kind of name of '%s'");
		return false;
	}
	if (d->kind == DECL_TYPEDEF && type_same_quals(d->type, old->type))
		return true;
	redeclared(p, d, old,
		d->kind == DECL_TYPEDEF ? "conflicting types for typedef '%s'" :
					  "redeclaration of '%s'");
	return false;
}

static bool
check_types_agree(struct parser *p, struct decl *d, struct decl *first)
{
	if (d->kind == first->kind && type_same_quals(d->type, first->type))
		return true;
	redeclared(p, d, first,
		d->kind == first->kind ? "conflicting types for '%s'" :
					 "redeclaration as another kind of name of '%s'");
	return false;
}

/* Add to FIRST what D, a further declaration of an entity with linkage, says. */
static void
merge(struct parser *p, struct decl *d, struct decl *first)
{
	if (!check_types_agree(p, d, first))
		return;
	d->canonical = first;
	if (d->storage == SC_STATIC && first->storage != SC_STATIC)
		redeclared(p, d, first, "static declaration after a non-static one of '%s'");
	else if (d->kind == DECL_VAR && d->storage == SC_NONE && first->storage == SC_STATIC)
		redeclared(p, d, first, "non-static declaration after a static one of '%s'");
	if (first->storage == SC_STATIC && d->storage != SC_STATIC)
		d->storage = SC_STATIC; /* 6.2.2p4,5 */
	if (!(first->kind == DECL_FUNC && first->body))
		first->type = type_composite(p->arena, first->type, d->type);
	if (d->kind == DECL_VAR && d->type->kind == TY_ARRAY && d->type->u.array.incomplete)
		d->type = first->type;
	first->noreturn_ |= d->noreturn_;
	d->noreturn_ |= first->noreturn_;
	first->weak |= d->weak;
	d->weak |= first->weak;
	first->inline_ |= d->inline_;
	first->always_inline |= d->always_inline;
	first->noinline |= d->noinline;
	if (!first->asm_name)
		first->asm_name = d->asm_name;
	if (!first->alias)
		first->alias = d->alias;
	d->declare_target = first->declare_target;
	d->declare_target_link = first->declare_target_link;
}

/* Replace the declaration that a call before it implied: int f(). */
static void
replace_implicit(struct parser *p, struct decl *d, struct symbol *file)
{
	struct decl *first = file->decl;

	if (d->kind == DECL_FUNC && !type_same(d->type, first->type)) {
		diag_warn(p->diag, d->place, NULL, "conflicting types for '%s', now '%s'", d->name,
			show(p, d->type));
		diag_note(p->diag, first->place, "used before here");
		first->type = d->type;
	}
	file->implicit = first->undeclared = false;
}

static void
enter_with_linkage(struct parser *p, struct decl *d)
{
	const char *name = d->name = omp_variant_name(p, d);
	struct symbol *here = scope_symbol(p, name), *file = scope_find_file(p, name);
	bool at_file = p->scope == p->file_scope;

	if (here && here->scope == p->scope && !at_file && here->decl->enclosing) {
		redeclared(p, d, here->decl, "redeclaration with another linkage of '%s'");
		return;
	}
	if (file && file->implicit)
		replace_implicit(p, d, file);
	if (file) {
		merge(p, d, file->decl);
		file->hidden &= !at_file;
	} else {
		file = scope_enter(p, p->file_scope, d);
		file->hidden = !at_file;
	}
	if (!at_file && !(here && here->scope == p->scope))
		scope_enter(p, p->scope, d->canonical);
}

static void
enter_without_linkage(struct parser *p, struct decl *d)
{
	struct symbol *old = scope_symbol(p, d->name);

	if (!old || old->scope != p->scope || old->hidden)
		scope_enter(p, p->scope, d);
	else
		check_same_scope(p, d, old->decl);
}

static void
note_variable(struct parser *p, struct decl *d, const struct declspec *s)
{
	bool at_file = p->scope == p->file_scope;

	if (at_file && (s->storage == SC_AUTO || s->storage == SC_REGISTER))
		diag_error(p->diag, d->place, "file-scope declaration of '%s' is '%s'", d->name,
			s->storage == SC_AUTO ? "auto" : "register");
	if (!at_file && d->storage == SC_NONE)
		d->storage = SC_AUTO;
	d->is_definition = d->storage != SC_EXTERN && !at_file;
	if (d->is_definition)
		d->definition = d;
}

/* Note a file-scope object: the last tentative definition stands until an initialiser is seen
 * (6.9.2p2). */
static void
note_tentative(struct decl *d)
{
	if (!d->file_scope || d->kind != DECL_VAR || d->storage == SC_EXTERN)
		return;
	if (!d->canonical->definition) {
		d->canonical->definition = d;
		d->is_definition = true;
	}
}

static void
note_function(struct parser *p, struct decl *d, const struct declspec *s)
{
	if (p->scope != p->file_scope && s->storage == SC_STATIC)
		diag_error(p->diag, d->place, "'%s' declared static in a block", d->name);
	if (s->storage == SC_AUTO || s->storage == SC_REGISTER)
		diag_error(p->diag, d->place, "function '%s' with a storage class of objects",
			d->name);
	d->inline_ = s->inline_;
}

struct decl *
declare(struct parser *p, struct declspec *s, struct declarator *dr)
{
	size_t align = dr->attrs.aligned > s->attrs.aligned ? dr->attrs.aligned : s->attrs.aligned;
	struct type *t = apply_type_attrs(p, dr->type, &dr->attrs, dr->place);
	struct decl *d;

	if (s->align > align)
		align = s->align;
	if (align && t->kind != TY_FUNCTION && (s->storage == SC_TYPEDEF || align > t->align))
		t = type_aligned(p->arena, t, align);
	d = new_decl(p, kind_of(s, t), dr->name, t, dr->place);
	d->storage = s->storage;
	d->asm_name = dr->asm_name;
	d->thread_local_ = s->thread_local_;
	d->noreturn_ = s->noreturn_ || s->attrs.noreturn || dr->attrs.noreturn;
	d->weak = s->attrs.weak || dr->attrs.weak;
	d->always_inline = s->attrs.always_inline || dr->attrs.always_inline;
	d->noinline = s->attrs.noinline || dr->attrs.noinline;
	d->alias = dr->attrs.alias ? dr->attrs.alias : s->attrs.alias;
	if (d->kind == DECL_VAR)
		note_variable(p, d, s);
	else if (d->kind == DECL_FUNC)
		note_function(p, d, s);
	if (s->inline_ && d->kind != DECL_FUNC)
		diag_error(p->diag, d->place, "'%s' declared inline is not a function", d->name);
	if (p->scope == p->file_scope)
		vec_push(p->arena, &p->file_decls, d);
	else if (d->kind == DECL_VAR && d->storage != SC_EXTERN)
		add_local(p, d);
	if (has_linkage(p, d)) {
		d->file_scope = true; /* also what a block declares extern */
		d->enclosing = NULL;
		enter_with_linkage(p, d);
	} else {
		enter_without_linkage(p, d);
	}
	note_tentative(d);
	return d;
}

/* Declare a function that is called and was never declared (C89).  One of the library has the type
 * that gcc knows. */
struct decl *
declare_implicit_function(struct parser *p, const struct token *name)
{
	struct symbol *file = scope_find_file(p, name->text);
	const char *guess = nearest_name(p, name->text);
	struct type *t = builtin_library_type(p, name->text);
	struct decl *d;

	diag_fix(p->diag, t ? NULL : guess);
	diag_warn(p->diag, name->place, "-Wimplicit-function-declaration",
		guess && !t ? "implicit declaration of function '%s'; did you mean '%s'?" :
			      "implicit declaration of function '%s'",
		name->text, guess);
	if (file)
		return file->decl;
	if (!t) {
		t = type_function(p->arena, p->basic[TY_INT]);
		t->u.func.old_style = true;
	}
	d = new_decl(p, DECL_FUNC, name->text, t, name->place);
	d->storage = SC_EXTERN;
	d->enclosing = NULL;
	d->file_scope = d->undeclared = true;
	scope_enter(p, p->file_scope, d)->implicit = true;
	return d;
}

/* Make what was only declared tentatively an object, at the end of the unit (6.9.2p2). */
void
complete_tentative(struct parser *p, struct decl *d)
{
	if (d->kind != DECL_VAR || d->canonical->definition != d || d->has_init)
		return;
	if (d->type->kind == TY_ARRAY && d->type->u.array.incomplete)
		d->type = d->canonical->type;
	if (d->type->kind == TY_ARRAY && d->type->u.array.incomplete) {
		diag_warn(p->diag, d->place, NULL, "array '%s' assumed to have one element",
			d->name);
		d->type = type_array(p->arena, d->type->base, 1);
		d->canonical->type = d->type;
	}
	if (!type_is_complete(d->type))
		diag_error(p->diag, d->place,
			"size of '%s' is not known: its type '%s' is incomplete", d->name,
			show(p, d->type));
}

static void
own_vla_len(struct parser *p, struct type *t)
{
	struct decl *len = t->u.array.vla_len;

	if (len) {
		len->enclosing = p->function;
		add_local(p, len);
	}
}

/* Make FN's parameters visible again, at the start of its body. */
void
declare_params(struct parser *p, struct decl *fn)
{
	struct type *t = fn->type;
	int i;

	for (i = 0; i < t->u.func.nparams; i++) {
		struct decl *param = t->u.func.params[i];

		param->enclosing = fn;
		if (!param->name)
			diag_warn_extra(p->diag, param->place, "-Wpedantic",
				"parameter %d of '%s' has no name", i + 1, fn->name);
		else if (!(scope_symbol(p, param->name) &&
				 scope_symbol(p, param->name)->scope == p->scope))
			scope_enter(p, p->scope, param);
		if (!type_is_complete(param->type)) {
			require_complete(p, param->place, param->type, "the parameter");
			param->type = p->basic[TY_INT];
		}
		each_vla(param->type, own_vla_len, p);
	}
}
