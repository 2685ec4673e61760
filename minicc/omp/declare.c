/*
 * declare.c: declarative and informational directives: declare target [7.8], threadprivate,
 * requires, error and those that are left to cc.
 *
 * Marks are set on declarations as soon as they are known, because the target regions of later
 * functions depend on them.
 */
#include <string.h>

#include "c/eval.h"
#include "omp/internal.h"

struct omp_state *
omp_state(struct parser *p)
{
	if (!p->omp) {
		p->omp = NEW(p->arena, struct omp_state);
		p->omp->default_order = CL_RELAXED;
	}
	return p->omp;
}

/* ---- what cc sees ---- */

static void
edit(struct parser *p, struct omp_edit e)
{
	vec_push(p->arena, &p->unit->edits, e);
}

void
omp_replace_loop(struct parser *p, const struct omp *loop)
{
	edit(p, (struct omp_edit){ loop->pragma_first, loop->pragma_last, .loop = loop });
}

void
omp_replace(struct parser *p, const struct token *first, const struct token *last,
	const struct token *directive)
{
	edit(p, (struct omp_edit){ first, last, .directive = directive });
}

void
omp_rewrite(struct parser *p, const struct token *first, const struct token *last, const char *text)
{
	edit(p, (struct omp_edit){ first, last, .text = text });
}

void
omp_make_static(struct parser *p, const struct token *first)
{
	omp_rewrite(p, first, first, arena_printf(p->arena, "static %s", first->text));
}

/* ---- declare target ---- */

/* End a directive that cc is not to see: what it names is in the tables of devices. */
static void
end_directive(struct parser *p, struct omp_pragma *pr)
{
	omp_end_directive(p, pr);
	omp_replace(p, pr->first, pr->last, NULL);
}

static void mark_pointees(struct parser *p, const struct decl *);

static void
mark(struct parser *p, struct decl *d, bool link)
{
	struct decl *c = omp_canonical(d);

	link |= p->unit->unified && d->kind == DECL_VAR; /* host and device share the variable */
	c->declare_target = d->declare_target = true;
	c->declare_target_link = d->declare_target_link = c->declare_target_link || link;
	mark_pointees(p, c->definition ? c->definition : d);
}

/* Mark variables of this file whose address is in the initialiser: they are on the device as well
 * [7.8]. */
static void
mark_pointees(struct parser *p, const struct decl *d)
{
	for (const struct init *i = d->declare_target_link ? NULL : d->init; i; i = i->next) {
		struct address_const a;
		struct decl *to;

		if (i->type->kind != TY_POINTER || !eval_address(i->value, &a) || !a.decl)
			continue;
		to = omp_canonical(a.decl);
		if (to->kind == DECL_VAR && to->file_scope &&
			(to->is_definition || to->definition) && !to->declare_target &&
			!to->host_only)
			mark(p, to, false);
	}
}

static bool
can_be_marked(const struct decl *d)
{
	return d->kind == DECL_FUNC || (d->kind == DECL_VAR && decl_is_static(d));
}

static void
mark_item(struct parser *p, const struct omp_item *item, bool link)
{
	struct decl *d = item->base;

	if (!can_be_marked(d))
		diag_error(p->diag, item->place,
			"expected a function or a variable of static storage "
			"duration in 'declare target', '%s' is neither",
			item->text);
	else if (link && d->kind == DECL_FUNC)
		diag_error(p->diag, item->place, "function '%s' cannot be in 'link'", item->text);
	else
		mark(p, d, link);
}

/* Keep what device_type(host) names off the device, also inside a block of declare target [7.8]. */
static void
keep_off_device(const struct omp_item *item)
{
	struct decl *c = omp_canonical(item->base);

	c->host_only = true;
	c->declare_target = item->base->declare_target = false;
}

/* Report a name that is listed twice, in one clause or in two [7.8]. */
static void
check_repeated(struct parser *p, const struct omp_clause *clauses)
{
	for (const struct omp_clause *c = clauses; c; c = c->next)
		for (size_t i = 0; i < c->items.n; i++)
			for (const struct omp_clause *d = clauses; d; d = d == c ? NULL : d->next)
				for (size_t k = 0; k < (d == c ? i : d->items.n); k++)
					if (d->items.v[k].base == c->items.v[i].base)
						diag_error(p->diag, c->items.v[i].place,
							"'%s' is named twice", c->items.v[i].text);
}

/* Return whether the directive is for devices: device_type(host) is not. */
static bool
for_device(const struct omp_pragma *pr)
{
	const struct omp_clause *c = omp_find_clause(pr, CL_DEVICE_TYPE);

	return !c || c->word != DEVICE_TYPE_HOST;
}

static void
refuse_cc_clause(struct parser *p, const struct omp_pragma *pr)
{
	if (pr->cc_clause)
		diag_error(p->diag, pr->cc_place, "clause '%s' is not supported", pr->cc_clause);
}

static void
open_block(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_state *s = omp_state(p);

	omp_mark_declare_target(p);
	vec_push(p->arena, &s->blocks, for_device(pr) ? pr->first : NULL);
}

/* Read the list form, or, without list and clauses, the beginning of a block. */
void
omp_declare_target(struct parser *p, struct omp_pragma *pr)
{
	struct omp_clause list = { .id = CL_ENTER };

	if (at(p, TK_LPAREN)) {
		struct omp_clause *c = NEW(p->arena, struct omp_clause);

		*c = list;
		next(p);
		do {
			const struct token *t = expect(p, TK_IDENT);
			struct omp_item item = {
				.text = t->text,
				.place = t->place,
				.base = scope_lookup(p, t->text),
			};

			if (item.base)
				vec_push(p->arena, &c->items, item);
			else
				error_undeclared(p, t);
		} while (accept(p, TK_COMMA));
		expect(p, TK_RPAREN);
		pr->clauses = c;
	} else {
		omp_parse_clauses(p, pr);
	}
	end_directive(p, pr);
	refuse_cc_clause(p, pr);
	if (!pr->clauses) {
		open_block(p, pr);
		return;
	}
	check_repeated(p, pr->clauses);
	for (const struct omp_clause *c = pr->clauses; c; c = c->next)
		for (size_t i = 0; i < c->items.n; i++)
			if (for_device(pr))
				mark_item(p, &c->items.v[i], c->id == CL_LINK);
			else
				keep_off_device(&c->items.v[i]);
}

void
omp_begin_declare_target(struct parser *p, struct omp_pragma *pr)
{
	omp_parse_clauses(p, pr);
	end_directive(p, pr);
	refuse_cc_clause(p, pr);
	for (const struct omp_clause *c = pr->clauses; c; c = c->next)
		if (c->items.n)
			diag_error(p->diag, c->place,
				"clause '%s' is not allowed on 'begin declare "
				"target': it marks what is declared up to its end",
				omp_clause_info[c->id].name);
	open_block(p, pr);
}

void
omp_end_declare_target(struct parser *p, struct omp_pragma *pr)
{
	struct omp_state *s = omp_state(p);

	end_directive(p, pr);
	omp_mark_declare_target(p);
	if (s->blocks.n == 0)
		diag_error(p->diag, pr->place,
			"'end declare target' without a 'declare target' that "
			"it would end");
	else
		(void)vec_pop(&s->blocks);
}

/* Mark everything declared since the last call if a block is open. */
void
omp_mark_declare_target(struct parser *p)
{
	struct omp_state *s = omp_state(p);
	bool open = s->blocks.n > 0 && vec_last(&s->blocks);

	for (; s->marked < p->file_decls.n; s->marked++) {
		struct decl *d = p->file_decls.v[s->marked];

		if (open && can_be_marked(d) && !omp_canonical(d)->host_only)
			mark(p, d, false);
		else if (d->kind == DECL_VAR && omp_canonical(d)->declare_target)
			mark_pointees(p, d);
	}
	if (open && p->function && !omp_canonical(p->function)->host_only)
		mark(p, p->function, false);
}

/* ---- the others ---- */

static void
threadprivate(struct parser *p)
{
	struct omp_items items = { 0 };

	expect(p, TK_LPAREN);
	omp_parse_list(p, &items, false);
	expect(p, TK_RPAREN);
	for (size_t i = 0; i < items.n; i++)
		omp_canonical(items.v[i].base)->threadprivate = true;
}

static void
atomic_default_order(struct parser *p)
{
	const struct token *t;

	expect(p, TK_LPAREN);
	t = next(p);
	if (strcmp(t->text, "seq_cst") == 0)
		omp_state(p)->default_order = CL_SEQ_CST;
	else if (strcmp(t->text, "acq_rel") == 0)
		omp_state(p)->default_order = CL_ACQ_REL;
	else if (strcmp(t->text, "relaxed") != 0)
		parse_error(p, t->place, "expected 'seq_cst', 'acq_rel' or 'relaxed' before %s",
			token_describe(p->arena, t));
	expect(p, TK_RPAREN);
}

/* Read a requirement about cc's own devices and return true.  cc is not to see it: it has no
 * devices, and some versions refuse the words. */
static bool
is_about_devices(struct parser *p, const struct token *t)
{
	bool unified = strcmp(t->text, "unified_shared_memory") == 0;

	if (!unified && strcmp(t->text, "unified_address") != 0)
		return false;
	if (omp_state(p)->has_targets)
		diag_error(p->diag, t->place,
			"'requires %s' after a target construct: expected it above", t->text);
	p->unit->unified |= unified;
	return true;
}

/* Report what a program requires and we do not have: it must not be ignored [8.2]. */
static void requires(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_tokens kept = { 0 };
	bool about_devices = false;

	vec_push(p->arena, &kept, *pr->first);
	vec_push(p->arena, &kept, pr->first[1]);
	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		const struct token *t = next(p);

		if (is_about_devices(p, t)) {
			about_devices = true;
			accept(p, TK_COMMA);
			continue;
		}
		if (strcmp(t->text, "atomic_default_mem_order") == 0)
			atomic_default_order(p);
		else if (strcmp(t->text, "dynamic_allocators") != 0)
			diag_error(p->diag, t->place, "'requires %s' is not supported", t->text);
		for (; t < p->tok; t++)
			vec_push(p->arena, &kept, *t);
		accept(p, TK_COMMA);
	}
	if (!about_devices)
		return;
	vec_push(p->arena, &kept, *p->tok);
	omp_replace(p, pr->first, p->tok, kept.n > 3 ? kept.v : NULL);
}

void
omp_skip_to_end(struct parser *p)
{
	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF))
		next(p);
}

void
omp_declare_other(struct parser *p, struct omp_pragma *pr)
{
	switch (pr->dir->form) {
	case FORM_THREADPRIVATE: threadprivate(p); break;
	case FORM_REQUIRES:
		requires(p, pr)
		;
		break;
	case FORM_UNSUPPORTED:
		diag_error(p->diag, pr->place, "'%s' is not supported", pr->dir->name);
		break;
	default: break;
	}
	if (pr->dir->form != FORM_THREADPRIVATE && pr->dir->form != FORM_REQUIRES)
		omp_skip_to_end(p);
	omp_end_directive(p, pr);
	if (pr->dir->form == FORM_NOTHING) /* hints; some versions of cc refuse the words */
		omp_replace(p, pr->first, pr->last, NULL);
}
