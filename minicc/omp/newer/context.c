/*
 * context.c: context selectors [7.2], and how those that match are weighed against each other
 * [7.3].
 *
 * There are two contexts, the device's code and the host's; both see the constructs around.  What
 * else a selector asks for is known when it is read, but for the conditions of declare variant
 * (when.c).
 */
#include <stdlib.h>
#include <string.h>

#include "omp/newer/internal.h"

/* ---- traits ---- */

struct trait {
	const char *name;
	bool device, host;
};

static const struct trait kinds[] = {
	{ "any", true, true },
	{ "nohost", true, false },
	{ "gpu", true, false },
	{ "host", false, true },
	{ "cpu", false, true },
	{ "fpga", false, false },
	{ NULL, 0, 0 },
};
static const struct trait archs[] = {
	{ "nvptx", true, false },
	{ "nvptx64", true, false },
	{ "x86_64", false, true },
	{ "x86", false, true },
	{ NULL, 0, 0 },
};
static const struct trait vendors[] = { { "minicc", true, true }, { NULL, 0, 0 } };
static const struct trait none[] = { { NULL, 0, 0 } };

static const struct trait *
traits_of(const char *selector)
{
	if (strcmp(selector, "kind") == 0)
		return kinds;
	if (strcmp(selector, "arch") == 0)
		return archs;
	return strcmp(selector, "vendor") == 0 ? vendors : none;
}

/* Return whether the unit is compiled for this architecture.  Device code is parsed once for all:
 * one alone can be asked for. */
static bool
is_isa(struct diag *diag, const struct token_list *unit, const struct token *t, const char *name)
{
	char *end;

	if (unit->device_arch && strncmp(name, "sm_", 3) == 0)
		return strtol(name + 3, &end, 10) == unit->device_arch && !*end;
	diag_warn(diag, t->place, NULL,
		"'isa(%s)' never matches: expected the architecture of -arch=, and one alone there",
		name);
	return false;
}

struct omp_sides
omp_trait_sides(struct arena *a, struct diag *diag, const struct token_list *unit,
	const char *selector, const struct token *t)
{
	const struct trait *known = traits_of(selector);
	size_t n = strlen(t->text);
	const char *name = t->kind == TK_STRING && n >= 2 ? arena_strndup(a, t->text + 1, n - 2) :
							    t->text;

	if (strcmp(selector, "isa") == 0)
		return (struct omp_sides){ .device = is_isa(diag, unit, t, name) };
	while (known->name && strcmp(known->name, name) != 0)
		known++;
	return (struct omp_sides){ known->device, known->host };
}

static void
add_name(struct parser *p, struct omp_selector *s, const char *name)
{
	vec_push(p->arena, &s->traits.names, name);
}

static void
require(struct parser *p, struct omp_selector *s, const char *selector, const struct token *t)
{
	struct omp_sides sides = omp_trait_sides(p->arena, p->diag, &p->unit->tokens, selector, t);

	s->device &= sides.device;
	s->host &= sides.host;
	add_name(p, s, arena_printf(p->arena, "%s(%s)", selector, t->text));
}

/* Read one or several names or strings.  All of them must hold. */
static void
parse_names(struct parser *p, struct omp_selector *s, const char *selector)
{
	do
		require(p, s, selector, next(p));
	while (accept(p, TK_COMMA));
}

/* Return the function that a condition asked at the call has become (omp/newer/when.c), or NULL. */
static struct decl *
find_when(struct expr *e)
{
	struct decl *d = e->kind == EX_FUNC ? e->u.var : NULL;

	if (!d || !omp_condition_of(d))
		return NULL;
	d->is_condition = true;
	return d;
}

static void
parse_condition(struct parser *p, struct omp_selector *s)
{
	const struct token *t = p->tok;
	struct expr *e = parse_expr(p);
	int64_t v = 1;

	add_name(p, s, arena_printf(p->arena, "condition at %u", t->index));
	s->asked = find_when(e);
	if (s->asked && !eval_int_const(p, omp_condition_of(s->asked), &v))
		s->when = s->asked;
	else if (!s->asked && !eval_int_const(p, e, &v))
		diag_error(p->diag, t->place,
			"expected a constant in 'condition': only a metadirective, or "
			"'declare variant' of a function at file scope, can choose at run time");
	s->device &= v != 0;
	s->host &= v != 0;
}

static void
parse_score(struct parser *p, struct omp_selector *s)
{
	int64_t v = 0;

	if (!at_ident(p, "score") || p->tok[1].kind != TK_LPAREN)
		return;
	next(p);
	next(p);
	if (eval_int_const(p, parse_expr(p), &v))
		s->traits.score += v;
	expect(p, TK_RPAREN);
	expect(p, TK_COLON);
}

/* Read a trait of the construct set: the name of a leaf. */
static void
parse_construct_trait(struct parser *p, struct omp_selector *s)
{
	size_t n;
	const struct omp_directive *d = omp_match_directive(p->tok, &n);

	if (d && d->form == FORM_HOST_BLOCK) {
		next(p);
		s->dispatch = true;
		s->device = false;
		return;
	}
	if (!d || !d->leaves || n != 1)
		parse_error(p, p->tok->place, "expected the name of a construct before %s",
			token_describe(p->arena, p->tok));
	next(p);
	s->leaves |= d->leaves;
	if (at(p, TK_LPAREN))
		omp_skip_parens(p);
}

static unsigned
place_of(const char *selector)
{
	static const char *const names[] = { "kind", "arch", "isa" };

	for (unsigned i = 0; i < sizeof names / sizeof *names; i++)
		if (strcmp(selector, names[i]) == 0)
			return 1u << i;
	return 0;
}

static void
parse_trait(struct parser *p, struct omp_selector *s, const char *set)
{
	const struct token *name;

	if (strcmp(set, "construct") == 0) {
		parse_construct_trait(p, s);
		return;
	}
	name = next(p);
	if (!accept(p, TK_LPAREN)) {
		require(p, s, "", name);
		return;
	}
	parse_score(p, s);
	if (strcmp(name->text, "condition") == 0)
		parse_condition(p, s);
	else
		parse_names(p, s, name->text);
	s->traits.places |= place_of(name->text);
	expect(p, TK_RPAREN);
}

/* Return the name of a selector set.  SEEN holds those before it.  Some target_device={…} are
 * another condition by now. */
static const char *
parse_set(struct parser *p, unsigned *seen)
{
	static const char *const sets[] = { "construct", "device", "target_device",
		"implementation", "user", "target_device$" };
	const struct token *t = next(p);
	unsigned i = 0;

	while (i < sizeof sets / sizeof *sets && strcmp(sets[i], t->text) != 0)
		i++;
	if (i == sizeof sets / sizeof *sets)
		diag_error(p->diag, t->place,
			"expected 'construct', 'device', 'target_device', 'implementation' or 'user' "
			"before %s",
			token_describe(p->arena, t));
	if (*seen & 1u << i)
		diag_error(p->diag, t->place, "selector set '%s' is given twice", t->text);
	*seen |= 1u << i;
	return t->text;
}

/* Read set={trait, …}, set={…}. */
struct omp_selector
omp_parse_selector(struct parser *p)
{
	struct omp_selector s = { .device = true, .host = true };
	unsigned seen = 0;

	while (at(p, TK_IDENT)) {
		const char *set = parse_set(p, &seen);

		expect(p, TK_ASSIGN);
		expect(p, TK_LBRACE);
		do
			parse_trait(p, &s, set);
		while (accept(p, TK_COMMA));
		expect(p, TK_RBRACE);
		accept(p, TK_COMMA);
	}
	s.traits.constructs = omp_around(s.leaves);
	return s;
}

/* ---- scoring [7.3] ---- */

unsigned
omp_around(unsigned leaves)
{
	unsigned known = LEAF_TARGET | LEAF_TEAMS | LEAF_PARALLEL | LEAF_FOR | LEAF_SIMD;

	return (leaves & LEAF_TARGET ? OMP_AROUND_TARGET : 0) |
		(leaves & LEAF_TEAMS ? OMP_AROUND_TEAMS : 0) |
		(leaves & LEAF_PARALLEL ? OMP_AROUND_PARALLEL : 0) |
		(leaves & LEAF_FOR ? OMP_AROUND_FOR : 0) |
		(leaves & LEAF_SIMD ? OMP_AROUND_SIMD : 0) |
		(leaves & ~known ? OMP_AROUND_NOTHING_KNOWN : 0);
}

unsigned
omp_leaves_around(const struct omp *o)
{
	unsigned leaves = 0;

	for (; o; o = o->parent)
		leaves |= omp_node((struct omp *)o)->leaves;
	return leaves;
}

static bool
has_name(const struct omp_traits *t, const char *name)
{
	for (size_t i = 0; i < t->names.n; i++)
		if (strcmp(t->names.v[i], name) == 0)
			return true;
	return false;
}

bool
omp_traits_within(const struct omp_traits *a, const struct omp_traits *b)
{
	for (size_t i = 0; i < a->names.n; i++)
		if (!has_name(b, a->names.v[i]))
			return false;
	return !(a->constructs & ~b->constructs) &&
		(a->names.n < b->names.n || a->constructs != b->constructs);
}

/* Return how many constructs a set of leaves has.  The bits are in the order in which they nest. */
static int
count(unsigned around)
{
	int n = 0;

	for (; around; around &= around - 1)
		n++;
	return n;
}

int64_t
omp_weight(const struct omp_traits *t, unsigned around)
{
	int64_t sum = t->score + 1;
	int all;

	around &= ~(unsigned)OMP_AROUND_NOTHING_KNOWN;
	all = count(around);
	for (unsigned bit = 1; bit <= around; bit <<= 1)
		if (t->constructs & around & bit)
			sum += (int64_t)1 << count(around & (bit - 1));
	for (int i = 0; i < 3; i++)
		if (t->places >> i & 1)
			sum += (int64_t)1 << (all + i);
	return sum;
}

static int64_t
score_among(const struct omp_variant *v, const struct omp_variant *list, unsigned around)
{
	for (const struct omp_variant *w = list; w; w = w->next)
		if (!(w->traits.constructs & ~around) && omp_traits_within(&v->traits, &w->traits))
			return 0;
	return omp_weight(&v->traits, around);
}

const struct omp_variant *
omp_next_variant(const struct omp_variant *list, unsigned around,
	const struct omp_variant *previous)
{
	const struct omp_variant *best = NULL;
	int64_t limit = previous ? score_among(previous, list, around) : 0, top = 0;
	bool behind = !previous;

	if (previous && !previous->when)
		return NULL;
	for (const struct omp_variant *v = list; v; v = v->next) {
		int64_t score = score_among(v, list, around);

		if (!(v->traits.constructs & ~around) && v != previous &&
			(!previous || score < limit || (score == limit && behind)) &&
			(!best || score > top)) {
			best = v;
			top = score;
		}
		behind |= v == previous;
	}
	return best;
}
