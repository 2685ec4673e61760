/*
 * allocate.c: variables in the team's shared memory.
 *
 *      #pragma omp scratchpad                  before a declaration (Martineau et al. 2016, Listing
 *                                              7)
 *	#pragma omp allocate(x) allocator(a)    after it, in the same block (OpenMP 5.2 [6.5])
 *
 * Such a variable exists once for each team, wherever in the region it is declared, as a __shared__
 * one does in CUDA; for allocate in a parallel region that is how other compilers for GPUs read the
 * standard, too.  On the host, where the threads of a team share only what is static, the
 * declaration becomes static.  Outside target regions the host's ordinary memory is
 * any allocator's, and align becomes an attribute: gcc learnt allocate for C late.
 */
#include <string.h>

#include "omp/internal.h"

static bool
in_parallel(const struct omp *o)
{
	while (o && o->kind != OMP_PARALLEL)
		o = o->parent;
	return o;
}

static void
put_in_team_memory(struct parser *p, struct decl *d, const char *directive)
{
	if (d->kind != DECL_VAR || d->storage == SC_STATIC || d->storage == SC_EXTERN ||
		d->file_scope)
		diag_error(p->diag, d->place,
			"expected a variable of automatic storage duration for "
			"'%s', '%s' is none",
			directive, d->name);
	else if (type_is_vla(d->type))
		diag_error(p->diag, d->place,
			"'%s' has variable length: shared memory is laid out when "
			"the kernel is compiled, give it a constant length",
			d->name);
	else if (d->has_init && in_parallel(p->construct))
		diag_error(p->diag, d->place,
			"'%s' is the team's and cannot be initialised by each of its "
			"threads: assign to it, then wait at a barrier",
			d->name);
	d->team_memory = true;
}

/* ---- scratchpad ---- */

struct stmt *
omp_scratchpad(struct parser *p, struct omp_pragma *pr)
{
	struct stmt *list;

	omp_end_directive(p, pr);
	omp_replace(p, pr->first, pr->last, NULL);
	if (!omp_enclosing_target(p->construct))
		diag_error(p->diag, pr->place, "'scratchpad' outside a target region");
	omp_make_static(p, p->tok);
	list = parse_block_item(p);
	if (!list || list->kind != ST_DECL)
		diag_error(p->diag, pr->place,
			"expected a declaration of variables after 'scratchpad'");
	for (struct stmt *s = list; s; s = s->next)
		if (s->kind == ST_DECL)
			put_in_team_memory(p, s->u.decl, "scratchpad");
	return list;
}

/* ---- allocate ---- */

/* The predefined allocators [6.2], and whether one places a variable of a target region in team
 * memory. */
static const struct {
	const char *name;
	bool team;
} allocators[] = {
	{ "omp_default_mem_alloc", false },
	{ "omp_large_cap_mem_alloc", false },
	{ "omp_const_mem_alloc", false },
	{ "omp_high_bw_mem_alloc", false },
	{ "omp_low_lat_mem_alloc", false },
	{ "omp_cgroup_mem_alloc", true },
	{ "omp_pteam_mem_alloc", true },
	{ "omp_thread_mem_alloc", false },
};

/* Return the index of the predefined allocator that T names, or -1. */
static int
find_allocator(const struct token *t)
{
	for (size_t i = 0; i < sizeof allocators / sizeof *allocators; i++)
		if (t->text && strcmp(t->text, allocators[i].name) == 0)
			return (int)i;
	return -1;
}

/* Read allocator(NAME).  Return whether it places variables in team memory. */
static bool
read_allocator(struct parser *p)
{
	const struct token *t;
	int i;

	expect(p, TK_LPAREN);
	t = next(p);
	if ((i = find_allocator(t)) >= 0) {
		expect(p, TK_RPAREN);
		return allocators[i].team;
	}
	parse_error(p, t->place,
		"expected a predefined allocator such as 'omp_pteam_mem_alloc' before %s: "
		"target regions know no others",
		token_describe(p->arena, t));
}

static bool
read_clauses(struct parser *p)
{
	bool team = false;

	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		const struct token *t = next(p);

		if (t->kind == TK_COMMA)
			continue;
		if (t->text && strcmp(t->text, "allocator") == 0)
			team = read_allocator(p);
		else if (t->text && strcmp(t->text, "align") == 0)
			parse_error(p, t->place,
				"clause 'align' is not supported: write _Alignas in the "
				"declaration");
		else
			parse_error(p, t->place, "expected 'allocator' before %s",
				token_describe(p->arena, t));
	}
	return team;
}

/* Return the name in the declaration of d.  T stands behind that declaration. */
static const struct token *
name_of(const struct decl *d, const struct token *t)
{
	while (t->kind != TK_IDENT || t->place.line != d->place.line ||
		t->place.col != d->place.col || t->place.file != d->place.file)
		t--;
	return t;
}

/* Return the first token of the declaration of d.  T stands behind that declaration. */
static const struct token *
declaration_of(const struct decl *d, const struct token *t)
{
	t = name_of(d, t);
	while (t[-1].kind != TK_SEMI && t[-1].kind != TK_LBRACE && t[-1].kind != TK_RBRACE &&
		t[-1].kind != TK_PRAGMA_END)
		t--;
	return t;
}

void
omp_allocate(struct parser *p, struct omp_pragma *pr)
{
	struct omp_items items = { 0 };
	bool team;

	expect(p, TK_LPAREN);
	omp_parse_list(p, &items, false);
	expect(p, TK_RPAREN);
	team = read_clauses(p);
	omp_end_directive(p, pr);
	omp_replace(p, pr->first, pr->last, NULL);
	for (size_t i = 0; team && i < items.n; i++) {
		struct decl *d = items.v[i].base;

		put_in_team_memory(p, d, "allocate");
		if (in_parallel(p->construct) && !d->file_scope && d->storage != SC_STATIC)
			omp_make_static(p, declaration_of(d, pr->first));
	}
}

/* ---- allocate in host code ---- */

/* Return the last token of the declarator of the name at T: `*a[4]`, `(*f)(int)`. */
static const struct token *
declarator_end(const struct token *t)
{
	while (t[1].kind == TK_LBRACKET || t[1].kind == TK_LPAREN || t[1].kind == TK_RPAREN)
		t = t[1].kind == TK_RPAREN ? t + 1 : omp_closing(t + 1);
	return t;
}

static void
align(struct parser *p, const struct omp_items *items, const struct omp_pragma *pr)
{
	struct place place = p->tok->place;
	int64_t bytes = 0;

	if (!eval_int_const(p, parse_assign_expr(p), &bytes) || bytes <= 0 ||
		(bytes & (bytes - 1))) {
		diag_error(p->diag, place, "expected a constant power of two in 'align'");
		return;
	}
	for (size_t i = 0; i < items->n; i++) {
		const struct token *end = declarator_end(name_of(items->v[i].base, pr->first));

		omp_rewrite(p, end, end,
			arena_printf(p->arena, "%s __attribute__((__aligned__(%lld)))", end->text,
				(long long)bytes));
	}
}

void
omp_allocate_on_host(struct parser *p, struct omp_pragma *pr)
{
	struct omp_items items = { 0 };

	expect(p, TK_LPAREN);
	omp_parse_list(p, &items, false);
	expect(p, TK_RPAREN);
	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		const struct token *t = next(p);

		if (t->kind == TK_COMMA)
			continue;
		if (!omp_is_word(t, "allocator") && !omp_is_word(t, "align"))
			parse_error(p, t->place, "expected 'allocator' or 'align' before %s",
				token_describe(p->arena, t));
		expect(p, TK_LPAREN);
		if (omp_is_word(t, "align"))
			align(p, &items, pr);
		else
			parse_assign_expr(p);
		expect(p, TK_RPAREN);
	}
	omp_replace(p, pr->first, p->tok, NULL);
	omp_end_directive(p, pr);
}
