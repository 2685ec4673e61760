/*
 * clause.c: the clauses of one directive, as written (OpenMP 5.2 [3.2]).
 *
 * omp_parse_clauses() reads them all into pragma->clauses, in order; each knows its tokens, its
 * keyword, its expressions and its list.  What a clause means for which leaf is split.c's.
 */
#include <string.h>

#include "omp/internal.h"
#include "tree/type.h"

/*
 * Consume one of WORDS, which stand between spaces, and return its number, from 1.  Else a syntax
 * error lists them.
 */
static unsigned
keyword(struct parser *p, const char *words)
{
	const char *list = "", *between = "";
	unsigned number = 1;

	for (size_t n; *words; words += n, number++) {
		const char *word;

		words += *words == ' ';
		n = strcspn(words, " ");
		word = arena_strndup(p->arena, words, n);
		if (at_ident(p, word)) {
			next(p);
			return number;
		}
		list = arena_printf(p->arena, "%s%s'%s'", list, between, word);
		between = strchr(words + n + !!words[n], ' ') ? ", " : " or ";
	}
	parse_error(p, p->tok->place, "expected %s before %s", list,
		token_describe(p->arena, p->tok));
}

const char *
omp_token_text(struct parser *p, const struct token *first, const struct token *last)
{
	const char *text = first->text;

	for (const struct token *t = first + 1; t <= last; t++)
		text = arena_printf(p->arena, "%s%s%s", text, t->space_before ? " " : "", t->text);
	return text;
}

void
omp_skip_parens(struct parser *p)
{
	expect(p, TK_LPAREN);
	p->tok = omp_find_outside(p->tok, TK_RPAREN, TK_RPAREN);
	expect(p, TK_RPAREN);
}

struct expr *
omp_integer_expr(struct parser *p, const char *what)
{
	struct expr *e = parse_assign_expr(p);

	if (expr_is_error(p, e) || type_is_integer(e->type))
		return e;
	diag_error(p->diag, e->first ? e->first->place : e->place,
		"expected an integer expression in '%s', found type '%s'", what,
		type_to_string(p->arena, e->type));
	return expr_error(p, e->place);
}

static struct expr *
positive_expr(struct parser *p, const char *what)
{
	struct place place = p->tok->place;
	struct expr *e = omp_integer_expr(p, what);
	int64_t v;

	if (!expr_is_error(p, e) && eval_int_const(p, e, &v) && v <= 0)
		diag_error(p->diag, place, "expected a positive number in '%s'", what);
	return e;
}

static void
parse_integer(struct parser *p, struct omp_clause *c)
{
	const char *name = omp_clause_info[c->id].name;
	bool positive = c->id == CL_NUM_THREADS || c->id == CL_THREAD_LIMIT ||
		c->id == CL_GRAINSIZE || c->id == CL_NUM_TASKS;

	c->expr = positive ? positive_expr(p, name) : omp_integer_expr(p, name);
}

enum { MOST_LOOPS = 64 }; /* of a nest, so that its description stays small */

static void
parse_constant(struct parser *p, struct omp_clause *c)
{
	const char *name = omp_clause_info[c->id].name;
	struct place place = p->tok->place;

	c->expr = omp_integer_expr(p, name);
	c->value = 1;
	if (expr_is_error(p, c->expr))
		return;
	if (!eval_int_const(p, c->expr, &c->value) || c->value <= 0) {
		diag_error(p->diag, place, "expected a positive integer constant in '%s'", name);
		c->value = 1;
	} else if (c->value > MOST_LOOPS && c->id == CL_COLLAPSE) {
		diag_error(p->diag, place, "'collapse' takes at most %d loops", MOST_LOOPS);
		c->value = 1;
	}
}

/* Read if([directive-name:] condition) [3.4]. */
static void
parse_if(struct parser *p, struct omp_clause *c, const struct omp_pragma *pr)
{
	unsigned others = omp_clause_info[CL_IF].leaves & ~LEAF_TEAMS;
	size_t n;
	const struct omp_directive *d = omp_match_directive(p->tok, &n);

	if (d && p->tok[n].kind == TK_COLON) {
		struct place place = p->tok->place;

		if (!(d->leaves & omp_clause_info[CL_IF].leaves) || (d->leaves & (d->leaves - 1)))
			diag_error(p->diag, place, "'if' cannot be meant for '%s'", d->name);
		else
			c->leaf = d->leaves;
		for (n++; n > 0; n--)
			next(p);
	}
	if (!(pr->dir->leaves & LEAF_TARGET) &&
		(c->leaf ? c->leaf == LEAF_TEAMS :
			   (pr->dir->leaves & LEAF_TEAMS) && !(pr->dir->leaves & others)))
		diag_error(p->diag, c->place,
			"'if' for 'teams' is supported on 'target teams' only: "
			"'num_teams(c ? n : 1)' says the same");
	c->expr = expr_condition(p, parse_expr(p));
}

static void
parse_num_teams(struct parser *p, struct omp_clause *c)
{
	c->expr = positive_expr(p, "num_teams");
	if (accept(p, TK_COLON)) /* lower : upper; the upper one can always be had */
		c->expr = positive_expr(p, "num_teams");
}

static void
parse_device(struct parser *p, struct omp_clause *c)
{
	if (p->tok[1].kind == TK_COLON && at_ident(p, "ancestor"))
		parse_error(p, p->tok->place, "device modifier 'ancestor' is not supported");
	if (p->tok[1].kind == TK_COLON && at_ident(p, "device_num")) {
		next(p);
		next(p);
	}
	c->expr = omp_integer_expr(p, "device");
}

/* Read defaultmap(behaviour [: category]) [5.8.7]. */
static void
parse_defaultmap(struct parser *p, struct omp_clause *c)
{
	c->word = keyword(p, "alloc to from tofrom firstprivate none default present");
	c->category = accept(p, TK_COLON) ? keyword(p, "scalar aggregate pointer all") - 1 :
					    CAT_COUNT;
}

static void
parse_order(struct parser *p, struct omp_clause *c)
{
	if (at_ident(p, "reproducible") || at_ident(p, "unconstrained")) {
		next(p);
		expect(p, TK_COLON);
	}
	c->word = keyword(p, "concurrent");
}

static bool
is_schedule_modifier(const struct token *t)
{
	return omp_is_word(t, "monotonic") || omp_is_word(t, "nonmonotonic") ||
		omp_is_word(t, "simd");
}

/* Read schedule([modifier[, modifier]:] kind[, chunk]) [11.5.3].  Modifiers permit something; none
 * obliges. */
static void
parse_schedule(struct parser *p, struct omp_clause *c)
{
	bool dist = c->id == CL_DIST_SCHEDULE;

	if (!dist && is_schedule_modifier(p->tok)) {
		next(p);
		if (at(p, TK_COMMA) && is_schedule_modifier(peek(p))) {
			next(p);
			next(p);
		}
		expect(p, TK_COLON);
	}
	c->word = keyword(p, dist ? "static" : "static dynamic guided auto runtime");
	if (at(p, TK_COMMA) && (c->word == SCHED_AUTO || c->word == SCHED_RUNTIME))
		diag_error(p->diag, p->tok->place,
			"this schedule takes no chunk size, expected ')'");
	if (accept(p, TK_COMMA))
		c->expr = positive_expr(p, omp_clause_info[c->id].name);
}

static void
parse_lastprivate(struct parser *p, struct omp_clause *c)
{
	c->conditional = at_ident(p, "conditional") && p->tok[1].kind == TK_COLON;
	if (c->conditional) {
		next(p);
		next(p);
	}
	omp_parse_list(p, &c->items, false);
}

void
omp_reduction_operator(struct parser *p, enum omp_reduction_op *op)
{
	static const struct {
		enum token_kind kind;
		enum omp_reduction_op op;
	} ops[] = {
		{ TK_PLUS, RED_ADD },
		{ TK_MINUS, RED_SUB },
		{ TK_STAR, RED_MUL },
		{ TK_AMP, RED_AND },
		{ TK_PIPE, RED_OR },
		{ TK_CARET, RED_XOR },
		{ TK_ANDAND, RED_LOGAND },
		{ TK_OROR, RED_LOGOR },
	};
	const struct token *t = next(p);

	for (size_t i = 0; i < sizeof ops / sizeof *ops; i++)
		if (t->kind == ops[i].kind) {
			*op = ops[i].op;
			return;
		}
	if (t->kind != TK_IDENT)
		parse_error(p, t->place, "expected a reduction operator before %s",
			token_describe(p->arena, t));
	*op = strcmp(t->text, "min") == 0   ? RED_MIN :
		strcmp(t->text, "max") == 0 ? RED_MAX :
					      RED_DECLARED;
}

/* Return whether the clause reduces floats or doubles only, by && or ||. */
static bool
joins_floats(const struct omp_clause *c)
{
	bool floats = c->op == RED_LOGAND || c->op == RED_LOGOR;

	for (size_t i = 0; i < c->items.n; i++) {
		enum type_kind kind = type_element(omp_type_of_item(&c->items.v[i]))->kind;

		floats &= kind == TY_FLOAT || kind == TY_DOUBLE;
	}
	return floats;
}

/* Read reduction([modifier,] operator: list) [5.5.8], or one of its kin, which have no modifier. */
static void
parse_reduction(struct parser *p, struct omp_clause *c)
{
	const struct token *t = p->tok;

	if (c->id == CL_REDUCTION && peek(p)->kind == TK_COMMA &&
		(omp_is_word(t, "inscan") || omp_is_word(t, "default") || omp_is_word(t, "task"))) {
		c->inscan = omp_is_word(t, "inscan");
		next(p);
		next(p);
	}
	t = p->tok;
	c->reduction = t->text;
	omp_reduction_operator(p, &c->op);
	expect(p, TK_COLON);
	omp_parse_list(p, &c->items, true);
	omp_check_strides(p, &c->items);
	if (joins_floats(c)) { /* gcc 12 has an internal error where arrays of them meet simd */
		omp_rewrite(p, t, t, c->op == RED_LOGAND ? "__devrt_and" : "__devrt_or");
		p->unit->joins_floats = true;
	}
}

/* Read grainsize([strict:] n) or num_tasks([strict:] n) [12.6]. */
static void
parse_taskloop_size(struct parser *p, struct omp_clause *c)
{
	if (at_ident(p, "strict") && p->tok[1].kind == TK_COLON) {
		next(p);
		next(p);
	}
	parse_integer(p, c);
}

/* Read linear(list[: step]), linear(val(list)[: step]) or linear(list: step(s), val) [5.4.6]. */
static void
parse_linear(struct parser *p, struct omp_clause *c)
{
	bool inner = at_ident(p, "val") && p->tok[1].kind == TK_LPAREN;

	if (inner) {
		next(p);
		next(p);
	}
	omp_parse_list(p, &c->items, false);
	if (inner)
		expect(p, TK_RPAREN);
	if (!accept(p, TK_COLON))
		return;
	do {
		if (at_ident(p, "val")) {
			next(p);
		} else if (at_ident(p, "step") && p->tok[1].kind == TK_LPAREN) {
			next(p);
			next(p);
			c->expr = omp_integer_expr(p, "linear");
			expect(p, TK_RPAREN);
		} else {
			c->expr = omp_integer_expr(p, "linear");
		}
	} while (accept(p, TK_COMMA));
}

static void
parse_aligned(struct parser *p, struct omp_clause *c)
{
	omp_parse_list(p, &c->items, false);
	if (accept(p, TK_COLON))
		parse_constant(p, c);
}

/* Read the names of a declare target: functions as well as variables. */
static void
parse_names(struct parser *p, struct omp_clause *c)
{
	do {
		const struct token *t = expect(p, TK_IDENT);
		struct omp_item item = { .text = t->text, .place = t->place };

		item.base = scope_lookup(p, t->text);
		if (item.base)
			vec_push(p->arena, &c->items, item);
		else
			error_undeclared(p, t);
	} while (accept(p, TK_COMMA));
}

/* Skip an argument of a clause that is cc's.  A comma in brackets is an operator of C, but an error
 * in a list item. */
static void
skip_argument(struct parser *p)
{
	const struct token *t = p->tok, *comma, *end;

	if (!at(p, TK_LPAREN))
		return;
	omp_skip_parens(p);
	for (; t < p->prev; t++) {
		if (t->kind != TK_LBRACKET)
			continue;
		end = omp_skip_brackets(t, p->prev) - 1;
		comma = omp_skip_to(t + 1, end, TK_COMMA) - 1;
		if (comma > t && comma->kind == TK_COMMA)
			omp_comma_for_colon(p, t + 1, comma, end - 1);
		t = end;
	}
}

/* Check how the argument of depend begins [15.9.5, 15.9.6]; its list is cc's. */
static void
check_dependence(struct parser *p, bool ordered)
{
	static const char types[] = "in out inout mutexinoutset inoutset depobj";
	const struct token *open = p->tok;
	bool source;

	expect(p, TK_LPAREN);
	if (at_ident(p, "iterator")) {
		next(p);
		omp_skip_parens(p);
		expect(p, TK_COMMA);
	}
	source = keyword(p, ordered ? "source sink" : types) == 1 && ordered;
	expect(p, source ? TK_RPAREN : TK_COLON);
	if (!source && at(p, TK_RPAREN))
		expect(p, TK_IDENT);
	p->tok = open;
}

/* Read the argument of a clause, between its parentheses. */
static void
parse_argument(struct parser *p, struct omp_clause *c, const struct omp_pragma *pr)
{
	switch (omp_clause_info[c->id].syntax) {
	case SYN_NONE:
	case SYN_SKIP: break;
	case SYN_WORD: c->word = keyword(p, omp_clause_info[c->id].words); break;
	case SYN_INTEGER: parse_integer(p, c); break;
	case SYN_CONSTANT: parse_constant(p, c); break;
	case SYN_LIST: omp_parse_list(p, &c->items, false); break;
	case SYN_SECTIONS:
		omp_parse_list(p, &c->items, true);
		omp_check_strides(p, &c->items);
		break;
	case SYN_NAMES: parse_names(p, c); break;
	case SYN_MAP: omp_parse_map(p, c); break;
	case SYN_MOTION:
		if (pr->dir->leaves & LEAF_DECLARE_TARGET)
			parse_names(p, c);
		else
			omp_parse_motion(p, c);
		break;
	case SYN_DEVICE: parse_device(p, c); break;
	case SYN_DEFAULTMAP: parse_defaultmap(p, c); break;
	case SYN_IF: parse_if(p, c, pr); break;
	case SYN_NUM_TEAMS: parse_num_teams(p, c); break;
	case SYN_LASTPRIVATE: parse_lastprivate(p, c); break;
	case SYN_REDUCTION: parse_reduction(p, c); break;
	case SYN_LINEAR: parse_linear(p, c); break;
	case SYN_SCHEDULE: parse_schedule(p, c); break;
	case SYN_ORDER: parse_order(p, c); break;
	case SYN_ALIGNED: parse_aligned(p, c); break;
	case SYN_CONDITION: c->expr = expr_condition(p, parse_expr(p)); break;
	case SYN_TASKLOOP_SIZE: parse_taskloop_size(p, c); break;
	}
}

static enum omp_clause_id
clause_id(const struct token *t)
{
	unsigned id = 0;

	if (t->kind != TK_IDENT && !token_is_keyword(t->kind))
		return CL_COUNT;
	while (id < CL_COUNT && strcmp(omp_clause_info[id].name, t->text) != 0)
		id++;
	return id;
}

const struct omp_clause *
omp_find_clause(const struct omp_pragma *pr, enum omp_clause_id id)
{
	const struct omp_clause *c = pr->clauses;

	while (c && c->id != id)
		c = c->next;
	return c;
}

/* Return whether a clause may be repeated: those with a list may, and those whose modifiers
 * differ. */
static bool
may_repeat(const struct omp_clause *c, const struct omp_clause *before)
{
	switch (omp_clause_info[c->id].syntax) {
	case SYN_LIST:
	case SYN_SECTIONS:
	case SYN_NAMES:
	case SYN_MAP:
	case SYN_MOTION:
	case SYN_LASTPRIVATE:
	case SYN_REDUCTION:
	case SYN_LINEAR:
	case SYN_ALIGNED: return true;
	case SYN_SKIP: return c->id != CL_ORDERED;
	case SYN_IF: return c->leaf != before->leaf && c->leaf && before->leaf;
	case SYN_DEFAULTMAP:
		return c->category != before->category && c->category != CAT_COUNT &&
			before->category != CAT_COUNT;
	default: return false;
	}
}

/* Check that threadprivate variables, which each thread has anyway, are only broadcast [5.7.2] or
 * copied in. */
static void
check_threadprivate(struct parser *p, const struct omp_clause *c)
{
	for (size_t i = 0; c->id != CL_COPYPRIVATE && i < c->items.n; i++)
		if (omp_canonical(c->items.v[i].base)->threadprivate)
			diag_error(p->diag, c->items.v[i].place,
				"'%s' is threadprivate and cannot stand in a "
				"clause",
				c->items.v[i].base->name);
}

static void
check_exclusive(struct parser *p, const struct omp_pragma *pr, const struct omp_clause *c)
{
	static const enum omp_clause_id pairs[][2] = {
		{ CL_COPYPRIVATE, CL_NOWAIT },  /* [5.7.2] */
		{ CL_GRAINSIZE, CL_NUM_TASKS }, /* [12.6] */
	};

	for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
		for (int k = 0; k < 2; k++)
			if (c->id == pairs[i][k] && omp_find_clause(pr, pairs[i][!k]))
				diag_error(p->diag, c->place, "'%s' and '%s' exclude each other",
					omp_clause_info[pairs[i][!k]].name,
					omp_clause_info[c->id].name);
}

static void
check_clause(struct parser *p, struct omp_pragma *pr, const struct omp_clause *c)
{
	const struct omp_clause_info *info = &omp_clause_info[c->id];

	check_threadprivate(p, c);
	check_exclusive(p, pr, c);
	if (!(info->leaves & pr->dir->leaves)) {
		diag_error(p->diag, c->place, "clause '%s' is not allowed on '%s'", info->name,
			pr->dir->name);
		return;
	}
	if (c->leaf && !(c->leaf & pr->dir->leaves))
		diag_error(p->diag, c->place, "'if' is meant for '%s', which is no part of '%s'",
			omp_leaves_name(c->leaf), pr->dir->name);
	for (const struct omp_clause *o = pr->clauses; o; o = o->next)
		if (o->id == c->id && !may_repeat(c, o)) {
			diag_error(p->diag, c->place, "clause '%s' is given twice", info->name);
			break;
		}
	if (info->goes == GO_CC && !pr->cc_clause) {
		pr->cc_clause = info->name;
		pr->cc_place = c->place;
	}
}

static struct omp_clause *
parse_clause(struct parser *p, const struct omp_pragma *pr)
{
	struct omp_clause *c = NEW(p->arena, struct omp_clause);

	c->id = clause_id(p->tok);
	c->first = p->tok;
	c->place = p->tok->place;
	if (c->id == CL_COUNT ||
		(!(omp_clause_info[c->id].leaves & pr->dir->leaves) && peek(p)->kind != TK_LPAREN &&
			omp_is_directive_word(p->tok->text)))
		omp_unknown_clause(p, pr->dir);
	next(p);
	if (omp_clause_info[c->id].syntax == SYN_SKIP) {
		if (c->id == CL_DEPEND)
			check_dependence(p, pr->dir->leaves & LEAF_ORDERED);
		skip_argument(p);
	} else if (omp_clause_info[c->id].syntax != SYN_NONE) {
		expect(p, TK_LPAREN);
		parse_argument(p, c, pr);
		expect(p, TK_RPAREN);
	}
	c->last = p->prev;
	return c;
}

void
omp_parse_clauses(struct parser *p, struct omp_pragma *pr)
{
	struct omp_clause **tail = &pr->clauses;

	accept(p, TK_COMMA);
	while (!at(p, TK_PRAGMA_END) && !at(p, TK_EOF)) {
		if (at(p, TK_LBRACE)) {
			omp_brace_in_directive(p);
			break;
		}
		struct omp_clause *c = parse_clause(p, pr);

		check_clause(p, pr, c);
		*tail = c;
		tail = &c->next;
		accept(p, TK_COMMA);
	}
}

bool
omp_leave_replacement(struct parser *p)
{
	struct omp_state *s = omp_state(p);

	if (!s->resume)
		return false;
	p->tok = s->resume;
	s->resume = NULL;
	return true;
}

struct expr *
omp_parse_made(struct parser *p, struct omp_tokens *made, const struct token *rest)
{
	struct omp_state *s = omp_state(p);
	const struct token *resume = s->resume;
	struct expr *e;

	vec_push(p->arena, made,
		(struct token){ .kind = TK_EOF }); /* next() looks one token ahead */
	if (!resume) /* after a syntax error the parser goes on behind the directive */
		s->resume = omp_end_of_directive(rest);
	p->tok = made->v;
	e = parse_assign_expr(p);
	s->resume = resume;
	p->tok = rest;
	p->prev = rest - 1;
	return e;
}

void
omp_end_directive(struct parser *p, struct omp_pragma *pr)
{
	pr->last = p->tok;
	expect(p, TK_PRAGMA_END);
	omp_leave_replacement(p);
}
