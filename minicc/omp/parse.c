/*
 * parse.c: one OpenMP directive at a time: its name, its clauses, the statement that belongs to
 * it, and the construct that comes of them.  The hooks that c/parse.h declares are here.
 *
 * Constructs that the device knows are parsed in full wherever they stand, because a function that
 * contains one may be called from a target region.  What only cc knows becomes OMP_HOST outside
 * target regions and is an error inside.
 */
#include <string.h>

#include "omp/internal.h"

/* ---- the directive ---- */

static struct omp_pragma
read_name(struct parser *p)
{
	struct omp_pragma pr = { .first = expect(p, TK_PRAGMA_OMP) };
	size_t n;

	pr.place = p->tok->place;
	pr.dir = omp_match_directive(p->tok, &n);
	if (!pr.dir)
		omp_unknown_directive(p);
	for (; n > 0; n--)
		next(p);
	return pr;
}

/* Read what stands between a directive's name and its clauses: critical(name), flush(list). */
static void
read_argument(struct parser *p, struct omp_pragma *pr)
{
	if (!at(p, TK_LPAREN))
		return;
	if (pr->dir->leaves == LEAF_FLUSH) {
		omp_skip_parens(p);
	} else if (pr->dir->leaves == LEAF_CRITICAL) {
		next(p);
		pr->critical_name = expect(p, TK_IDENT)->text;
		expect(p, TK_RPAREN);
	}
}

static void
read_clauses(struct parser *p, struct omp_pragma *pr)
{
	read_argument(p, pr);
	omp_parse_clauses(p, pr);
	if (pr->dir->leaves == LEAF_FLUSH && at(p, TK_LPAREN))
		omp_skip_parens(p);
	omp_end_directive(p, pr);
}

/* Report data directives that move nothing [5.8.5 to 5.8.7, 5.9]. */
static void
check_moves(struct parser *p, const struct omp_pragma *pr)
{
	static const struct {
		unsigned leaf;
		enum omp_clause_id any[3];
		const char *names;
	} rules[] = {
		{ LEAF_UPDATE, { CL_TO, CL_FROM, CL_FROM }, "'to' or 'from'" },
		{ LEAF_ENTER_DATA | LEAF_EXIT_DATA, { CL_MAP, CL_MAP, CL_MAP }, "'map'" },
		{ LEAF_TARGET_DATA, { CL_MAP, CL_USE_DEVICE_PTR, CL_USE_DEVICE_ADDR },
			"'map', 'use_device_ptr' or 'use_device_addr'" },
	};

	for (size_t i = 0; i < sizeof rules / sizeof *rules; i++) {
		bool found = !(pr->dir->leaves & rules[i].leaf);
		for (int k = 0; k < 3; k++)
			found |= omp_find_clause(pr, rules[i].any[k]) != NULL;
		if (!found)
			diag_error(p->diag, pr->place, "'%s' moves nothing: expected a clause %s",
				pr->dir->name, rules[i].names);
	}
}

static bool
in_target(const struct parser *p)
{
	return omp_enclosing_target(p->construct) != NULL;
}

/* ---- statements of constructs ---- */

static struct stmt *
omp_stmt(struct parser *p, struct omp_node *n)
{
	struct stmt *s = NEW(p->arena, struct stmt);

	s->kind = ST_OMP;
	s->place = n->pragma.place;
	s->first = n->pragma.first;
	s->last = p->prev;
	s->u.omp = &n->omp;
	n->omp.stmt = s;
	return s;
}

/* Make the statements of a combined construct's leaves, each the body of the one around it. */
static struct stmt *
nest_stmts(struct parser *p, struct omp_node *n)
{
	struct stmt *s = omp_stmt(p, n);

	if (n->combined)
		n->omp.body = nest_stmts(p, n->combined);
	return s;
}

static struct omp_node *
last_leaf(struct omp_node *n)
{
	while (n->combined)
		n = n->combined;
	return n;
}

/* Read the construct's block.  It is empty where a metadirective stands for nothing. */
static struct stmt *
parse_body(struct parser *p, struct omp_node *inner)
{
	struct omp *saved = p->construct;
	const struct token *first = p->tok;
	struct stmt *s;

	p->construct = &inner->omp;
	s = parse_stmt(p);
	p->construct = saved;
	if (s)
		return s;
	s = NEW(p->arena, struct stmt);
	s->kind = ST_NULL;
	s->place = first->place;
	s->first = first;
	s->last = p->prev;
	return s;
}

/* Return the statement of a construct that cc compiles.  Target constructs inside find it. */
static struct stmt *
leave_to_cc(struct parser *p, struct omp_node *n, struct stmt *body)
{
	n->omp.kind = OMP_HOST;
	n->omp.body = body;
	n->combined = NULL;
	return omp_stmt(p, n);
}

/* ---- sections [11.3] ---- */

static bool
at_section(const struct parser *p)
{
	return at(p, TK_PRAGMA_OMP) && peek(p)->text && strcmp(peek(p)->text, "section") == 0;
}

static struct stmt *
compound(struct parser *p, struct stmt *first, struct place place, const struct token *tok)
{
	struct stmt *s = NEW(p->arena, struct stmt);

	s->kind = ST_COMPOUND;
	s->place = place;
	s->first = tok;
	s->last = p->prev;
	s->u.body = first;
	return s;
}

/* Read the statements up to the next section directive or the end of the block. */
static struct stmt *
parse_section_block(struct parser *p, struct omp_node *n)
{
	struct omp *saved = p->construct;
	struct stmt *first = NULL, **tail = &first;
	const struct token *tok = p->tok;

	p->construct = &n->omp;
	scope_push(p);
	while (!at_section(p) && !at(p, TK_RBRACE) && !at(p, TK_EOF)) {
		*tail = parse_block_item(p);
		while (*tail)
			tail = &(*tail)->next;
	}
	scope_pop(p);
	p->construct = saved;
	if (first && first->kind == ST_COMPOUND && !first->next)
		return first;
	return compound(p, first, tok->place, tok);
}

/* Read the statements before the first section directive: they are a section, too. */
static struct stmt *
parse_first_section(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_node *n = omp_split(p, pr);

	n->leaves = LEAF_SECTION;
	n->omp.kind = OMP_SECTION;
	n->omp.directive = "section";
	n->combined = NULL;
	n->omp.vars = NULL;
	memset(&n->omp.clauses, 0, sizeof n->omp.clauses);
	n->pragma.place = p->tok->place;
	n->pragma.first = p->tok;
	n->omp.body = parse_section_block(p, n);
	return omp_stmt(p, n);
}

static struct stmt *
parse_sections_block(struct parser *p, struct omp_node *sections)
{
	struct omp *saved = p->construct;
	struct omp_pragma section = sections->pragma;
	const struct token *open = expect(p, TK_LBRACE);
	struct stmt *first = NULL, **tail = &first;
	size_t n;

	section.dir = omp_match_directive(&(struct token){ .kind = TK_IDENT, .text = "section" },
		&n);
	section.clauses = NULL;
	p->construct = &sections->omp;
	scope_push(p);
	if (!at_section(p) && !at(p, TK_RBRACE)) {
		*tail = parse_first_section(p, &section);
		tail = &(*tail)->next;
	}
	while (at_section(p)) {
		*tail = omp_parse_statement(p);
		while (*tail)
			tail = &(*tail)->next;
	}
	expect(p, TK_RBRACE);
	scope_pop(p);
	p->construct = saved;
	return compound(p, first, open->place, open);
}

/* ---- constructs ---- */

static void
name_kernel(struct parser *p, struct omp_node *n)
{
	const char *base = arena_printf(p->arena, "%s_l%u", ascii_name(p->arena, p->function->name),
		n->pragma.place.line);
	int same = 1;

	for (size_t i = 0; i < p->targets.n; i++) {
		const char *name = p->targets.v[i]->u.target.kernel_name;
		size_t len = strlen(base);

		same += strncmp(name, base, len) == 0 && (name[len] == '\0' || name[len] == '_');
	}
	n->omp.u.target.kernel_name = same == 1 ? base :
						  arena_printf(p->arena, "%s_%d", base, same);
	n->omp.u.target.index = (int)p->targets.n;
	vec_push(p->arena, &p->targets, &n->omp);
}

/* Return whether cc's construct waits for our target tasks, or has an order with them; see
 * host/task.c. */
static bool
meets_target_tasks(const struct omp_node *n)
{
	if (omp_is_among_threads(&n->omp))
		return false;
	if (n->leaves & (LEAF_BARRIER | LEAF_TASKGROUP | LEAF_TASKWAIT))
		return true;
	return n->leaves & LEAF_TASK && omp_find_clause(&n->pragma, CL_DEPEND);
}

/* Return whether clauses of 5.1 and 5.2 are to be written out for cc; see host/task.c,
 * host/scope.c. */
static bool
is_written_out(const struct omp_node *n)
{
	if (n->leaves & LEAF_SCOPE)
		return omp_find_clause(&n->pragma, CL_FIRSTPRIVATE) ||
			omp_find_clause(&n->pragma, CL_ALLOCATE);
	return n->leaves & (LEAF_TASK | LEAF_TASKWAIT) && omp_depends_on_all(n->pragma.first);
}

static void
enter_in_unit(struct parser *p, struct omp_node *n)
{
	if (meets_target_tasks(n) || is_written_out(n))
		vec_push(p->arena, &p->host_directives, &n->omp);
	if (n->omp.kind == OMP_TARGET)
		name_kernel(p, n);
	else if (n->leaves & LEAF_DATA)
		vec_push(p->arena, &p->host_directives, &n->omp);
}

/* Attach the loop nest of a loop construct.  Return NULL if the construct is left to cc. */
static struct omp_node *
finish_loop(struct parser *p, struct omp_node *outer, struct omp_node *loop, struct stmt *nest)
{
	bool generic = loop->leaves & LEAF_GENERIC_LOOP;

	if (!omp_read_loops(p, loop, nest))
		return NULL;
	if (generic)
		outer = omp_settle_loop(p, outer, loop);
	omp_loop_variables(p, outer, loop, generic);
	omp_check_scans(p, loop);
	return outer;
}

static struct stmt *
finish_construct(struct parser *p, struct omp_node *outer, struct omp_node *inner,
	struct stmt *body)
{
	inner->omp.body = body;
	if (inner->omp.kind == OMP_LOOP) {
		struct omp_node *settled = finish_loop(p, outer, inner, body);

		if (!settled)
			return leave_to_cc(p, outer, body);
		outer = settled;
	}
	if (inner->omp.kind == OMP_ATOMIC)
		omp_read_atomic(p, inner, body);
	body = nest_stmts(p, outer);
	if (outer->omp.kind == OMP_TARGET)
		omp_check_teams(p, outer);
	return body;
}

static struct stmt *
parse_construct_body(struct parser *p, struct omp_node *inner)
{
	switch (inner->pragma.dir->form) {
	case FORM_ALONE: return NULL;
	case FORM_ORDERED:
		return omp_find_clause(&inner->pragma, CL_DEPEND) ||
				omp_find_clause(&inner->pragma, CL_DOACROSS) ?
			NULL :
			parse_body(p, inner);
	case FORM_SECTIONS: return parse_sections_block(p, inner);
	case FORM_SECTION: return parse_section_block(p, inner);
	default: return parse_body(p, inner);
	}
}

static struct stmt *
parse_construct(struct parser *p, struct omp_pragma *pr)
{
	struct omp_node *outer, *inner;
	struct stmt *body;

	read_clauses(p, pr);
	check_moves(p, pr);
	if (pr->dir->leaves == LEAF_TASKWAIT && in_target(p))
		return NULL;
	outer = omp_split(p, pr);
	inner = last_leaf(outer);
	if (pr->cc_clause && (in_target(p) || (pr->dir->leaves & LEAF_ANY_TARGET)))
		diag_error(p->diag, pr->cc_place, "clause '%s' is not supported in a target region",
			pr->cc_clause);
	omp_check_nesting(p, outer);
	omp_check_sharing(p, outer);
	enter_in_unit(p, outer);
	body = parse_construct_body(p, inner);
	if (pr->cc_clause)
		return leave_to_cc(p, outer, body);
	return finish_construct(p, outer, inner, body);
}

/* ---- directives that are no constructs of ours ---- */

static void
skip_directive(struct parser *p, struct omp_pragma *pr)
{
	omp_skip_to_end(p);
	omp_end_directive(p, pr);
}

static struct stmt *
parse_host_construct(struct parser *p, struct omp_pragma *pr)
{
	struct omp_node *n;

	if (in_target(p))
		diag_error(p->diag, pr->place, "'%s' is not supported in a target region",
			pr->dir->name);
	if (pr->dir->form == FORM_HOST_BLOCK)
		return omp_dispatch(p, pr);
	if (pr->dir->form == FORM_INTEROP && !in_target(p)) {
		omp_interop(p, pr);
		return NULL;
	}
	skip_directive(p, pr);
	n = omp_split(p, pr);
	return leave_to_cc(p, n, NULL);
}

/* Read a directive that may stand at file scope as well as in functions.  Return false if it is
 * another. */
static bool
parse_declarative(struct parser *p, struct omp_pragma *pr)
{
	switch (pr->dir->form) {
	case FORM_DECLARE_TARGET: omp_declare_target(p, pr); return true;
	case FORM_BEGIN_DECLARE_TARGET: omp_begin_declare_target(p, pr); return true;
	case FORM_END_DECLARE_TARGET: omp_end_declare_target(p, pr); return true;
	case FORM_DECLARE_VARIANT: omp_declare_variant(p, pr); return true;
	case FORM_MAPPER: omp_declare_mapper(p, pr); return true;
	case FORM_REDUCTION: omp_declare_reduction(p, pr); return true;
	case FORM_BEGIN_VARIANT: omp_begin_declare_variant(p, pr); return true;
	case FORM_END_VARIANT: omp_end_declare_variant(p, pr); return true;
	case FORM_NOTHING:
	case FORM_REQUIRES:
	case FORM_THREADPRIVATE:
	case FORM_UNSUPPORTED:
	case FORM_HOST_DECL: omp_declare_other(p, pr); return true;
	case FORM_ALLOCATE: omp_allocate_on_host(p, pr); return true;
	case FORM_ERROR: omp_error(p, pr); return true;
	default: return false;
	}
}

/* ---- hooks ---- */

struct stmt *
omp_parse_statement(struct parser *p)
{
	struct omp_pragma pr = read_name(p);

	if (pr.dir->form == FORM_SCRATCHPAD)
		return omp_scratchpad(p, &pr);
	if (pr.dir->form == FORM_ERROR)
		return omp_error(p, &pr);
	if (pr.dir->form == FORM_ALLOCATE && in_target(p)) {
		omp_allocate(p, &pr);
		return NULL;
	}
	if (pr.dir->form == FORM_HOST_DECL && in_target(p))
		diag_error(p->diag, pr.place, "'%s' is not supported in a target region",
			pr.dir->name);
	if (parse_declarative(p, &pr))
		return NULL;
	switch (pr.dir->form) {
	case FORM_ASSUME:
		skip_directive(p, &pr);
		omp_replace(p, pr.first, pr.last, NULL);
		return parse_stmt(p);
	case FORM_TRANSFORM: return omp_transform(p, &pr);
	case FORM_METADIRECTIVE:
		return omp_choose_directive(p, pr.first) ? omp_parse_statement(p) : NULL;
	case FORM_HOST_BLOCK:
	case FORM_HOST_ALONE:
	case FORM_INTEROP: return parse_host_construct(p, &pr);
	default: return parse_construct(p, &pr);
	}
}

void
omp_parse_file_scope(struct parser *p)
{
	struct omp_pragma pr = read_name(p);

	if (parse_declarative(p, &pr))
		return;
	parse_error(p, pr.place, "'%s' outside a function: expected a declarative directive",
		pr.dir->name);
}

void
omp_end_function(struct parser *p, struct decl *fn)
{
	omp_mark_declare_target(p);
	omp_check_jumps(p, fn->body->stmt);
	omp_resolve_function(p, fn->body->stmt);
}

void
omp_end_unit(struct parser *p)
{
	struct omp_state *s = omp_state(p);

	omp_mark_declare_target(p);
	omp_end_variants(p);
	if (s->blocks.n > 0 && vec_last(&s->blocks))
		diag_error(p->diag, vec_last(&s->blocks)->place,
			"'declare target' without "
			"'end declare target'");
}
