/* Directives of target constructs as the host compiler is to see them: without `target` and the
 * clauses that belong to it alone. Works on the tokens, so that all else stays as written. */
#include <string.h>

#include "host/internal.h"

enum { /* constructs that a combined directive names */
	W_TARGET = 1,
	W_TEAMS = 2,
	W_DISTRIBUTE = 4,
	W_PARALLEL = 8,
	W_FOR = 16,
	W_SIMD = 32,
	W_LOOP = 64,
	W_SECTIONS = 128
};

static const struct {
	const char *word;
	unsigned bit;
} words[] = {
	{ "target", W_TARGET },
	{ "teams", W_TEAMS },
	{ "distribute", W_DISTRIBUTE },
	{ "parallel", W_PARALLEL },
	{ "for", W_FOR },
	{ "simd", W_SIMD },
	{ "loop", W_LOOP },
	{ "sections", W_SECTIONS },
};

static unsigned
word_bit(const struct token *t)
{
	for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
		if (strcmp(t->text, words[i].word) == 0)
			return words[i].bit;
	return 0;
}

struct clause {
	const struct token *first, *last;
};

/* The clause at or after T, commas skipped; false at the directive's end. */
static bool
next_clause(const struct token *t, struct clause *c)
{
	int depth = 0;

	while (t->kind == TK_COMMA)
		t++;
	if (t->kind == TK_PRAGMA_END)
		return false;
	c->first = c->last = t;
	if (t[1].kind != TK_LPAREN)
		return true;
	for (t++; t->kind != TK_PRAGMA_END; t++) {
		depth += (t->kind == TK_LPAREN) - (t->kind == TK_RPAREN);
		c->last = t;
		if (depth == 0)
			break;
	}
	return true;
}

bool
host_has_clause(const struct omp *o, const char *name)
{
	const struct token *t = o->pragma_first + 1;
	struct clause c;

	for (; next_clause(t, &c); t = c.last + 1)
		if (strcmp(c.first->text, name) == 0)
			return true;
	return false;
}

static bool
is_plain_teams(const struct token *pragma)
{
	unsigned named = 0;

	for (const struct token *t = pragma + 1; word_bit(t); t++)
		named |= word_bit(t);
	return (named & W_TEAMS) && !(named & W_PARALLEL);
}

bool
host_has_plain_teams(const struct host *h, const struct omp *o)
{
	const struct token *tok = h->unit->tokens.tok;

	if (is_plain_teams(o->pragma_first))
		return true;
	for (uint32_t i = o->pragma_last->index; i <= o->stmt->last->index; i++)
		if (tok[i].kind == TK_PRAGMA_OMP && is_plain_teams(&tok[i]))
			return true;
	return false;
}

/* What a clause needs of the remaining directive to stay; 0: it goes with target. */
static unsigned
needed_for(const char *clause)
{
	static const struct {
		const char *name;
		unsigned needs;
	} table[] = {
		{ "map", 0 },
		{ "device", 0 },
		{ "is_device_ptr", 0 },
		{ "has_device_addr", 0 },
		{ "defaultmap", 0 },
		{ "depend", 0 },
		{ "nowait", 0 },
		{ "in_reduction", 0 },
		{ "uses_allocators", 0 },
		{ "num_teams", W_TEAMS },
		{ "thread_limit", W_TEAMS },
		{ "shared", W_TEAMS | W_PARALLEL },
		{ "default", W_TEAMS | W_PARALLEL },
		{ "firstprivate", W_TEAMS | W_DISTRIBUTE | W_PARALLEL | W_FOR | W_SECTIONS },
	};

	for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
		if (strcmp(clause, table[i].name) == 0)
			return table[i].needs;
	return ~0u;
}

/* The construct that an if clause's modifier names: `if(parallel: e)`; NULL for none. */
static const struct token *
if_modifier(const struct clause *c)
{
	const struct token *t = c->first + 2;

	return (t->kind == TK_IDENT && t[1].kind == TK_COLON) ? t : NULL;
}

static const char *
if_text(struct host *h, const struct clause *c, unsigned left, const char *again)
{
	const struct token *modifier = if_modifier(c);

	if (modifier && (word_bit(modifier) & left))
		return host_tokens_text(h, c->first, c->last);
	if (modifier || !(left & W_PARALLEL))
		return NULL;
	return again ? arena_printf(h->arena, "if(%s)", again) :
		       host_tokens_text(h, c->first, c->last);
}

/* ---- collapse of a nest that is not rectangular, or has code between its loops ---- */

/* Its clauses stay, without collapse: then the inner loops' variables have to be made private. */
static const struct omp *
loop_without_collapse(const struct omp *o)
{
	const struct token *pragma = o->pragma_first;

	for (; o && o->pragma_first == pragma; o = host_only_construct(o))
		if (o->kind == OMP_LOOP)
			return o->u.loop.uneven || o->u.loop.between ? o : NULL;
	return NULL;
}

static const char *
with_private_variables(struct host *h, const char *text, const struct omp *loop)
{
	for (const struct omp_var *v = loop ? loop->vars : NULL; v; v = v->next)
		for (int k = 1; k < loop->u.loop.nloops; k++)
			if (v->implicit && v->decl == loop->u.loop.loops[k].iv)
				text = arena_printf(h->arena, "%s %s(%s)", text,
					v->kind == VAR_PRIVATE ? "private" : "lastprivate",
					v->decl->name);
	return text;
}

static bool
is_one_of(const char *name, const char *const names[])
{
	while (*names && strcmp(*names, name) != 0)
		names++;
	return *names;
}

const char *
host_directive_less(struct host *h, const struct omp *o, const char *const names[])
{
	const struct token *t = o->pragma_first + 1;
	const char *text = "#pragma omp";
	struct clause c;

	for (; next_clause(t, &c); t = c.last + 1)
		if (!is_one_of(c.first->text, names))
			text = arena_printf(h->arena, "%s %s", text,
				host_tokens_text(h, c.first, c.last));
	return text;
}

/* `loop` that a thread goes through alone: where no construct is left around it, cc wants to know. */
static bool
needs_bind(const struct omp *loop)
{
	const struct token *t = loop->pragma_first + 1;

	return word_bit(t) == W_LOOP && loop->u.loop.levels == OMP_LEVEL_SIMD &&
		!host_has_clause(loop, "bind");
}

const char *
host_loop_directive(struct host *h, const struct omp *loop)
{
	static const char *const left_out[] = { "collapse", NULL };
	const struct omp *plain = loop_without_collapse(loop);
	const char *text = host_directive_less(h, loop, plain ? left_out : left_out + 1);

	if (needs_bind(loop))
		text = arena_printf(h->arena, "%s bind(thread)", text);
	return with_private_variables(h, text, plain);
}

/*
 * Without its collapse, loop may not name the inner variables in lastprivate [11.7], but what it
 * stands for may.
 */
static const char *
loop_word(unsigned around)
{
	return around & W_PARALLEL ? "for" : around & W_TEAMS ? "distribute" : "loop";
}

/* ---- without target ---- */

const char *
host_directive_without_target(struct host *h, const struct omp *o, const char *again)
{
	const struct token *t = o->pragma_first + 1;
	const char *text = "#pragma omp";
	const struct omp *plain = loop_without_collapse(o);
	unsigned left = 0;
	struct clause c;

	for (; t->kind != TK_PRAGMA_END && word_bit(t) && t[1].kind != TK_LPAREN; t++) {
		if (word_bit(t) == W_TARGET)
			continue;
		const char *word = plain && word_bit(t) == W_LOOP ? loop_word(left) : t->text;

		left |= word_bit(&(struct token){ .text = word });
		text = arena_printf(h->arena, "%s %s", text, word);
	}
	if (!left)
		return NULL;
	for (; next_clause(t, &c); t = c.last + 1) {
		const char *kept = NULL;

		if (strcmp(c.first->text, "if") == 0)
			kept = if_text(h, &c, left, again);
		else if (plain && strcmp(c.first->text, "collapse") == 0)
			continue;
		else if (!(left & W_LOOP) && strcmp(c.first->text, "bind") == 0)
			continue;
		else if (needed_for(c.first->text) & left)
			kept = host_tokens_text(h, c.first, c.last);
		if (kept)
			text = arena_printf(h->arena, "%s %s", text, kept);
	}
	return with_private_variables(h, text, plain);
}

const char *
host_directive_on_host(struct host *h, const struct omp *o)
{
	static const char *const dropped[] = { "device", "nowait", "depend", "map", "is_device_ptr",
		"has_device_addr", "defaultmap", "uses_allocators", "in_reduction", NULL };
	const struct token *t = o->pragma_first + 1;
	const struct omp *plain = loop_without_collapse(o);
	const char *text = "#pragma omp";
	struct clause c;

	for (; t->kind != TK_PRAGMA_END && word_bit(t) && t[1].kind != TK_LPAREN; t++)
		text = arena_printf(h->arena, "%s %s", text, t->text);
	text = arena_printf(h->arena, "%s if(target: 0) defaultmap(tofrom: scalar)", text);
	for (const struct omp_var *v = o->vars; v; v = v->next)
		if (v->kind == VAR_FIRSTPRIVATE && v->implicit)
			text = arena_printf(h->arena, "%s firstprivate(%s)", text, v->decl->name);
	for (; next_clause(t, &c); t = c.last + 1) {
		bool keep = true;

		for (int i = 0; dropped[i]; i++)
			keep &= strcmp(c.first->text, dropped[i]) != 0;
		if (strcmp(c.first->text, "if") == 0)
			keep = if_modifier(&c) && word_bit(if_modifier(&c)) != W_TARGET;
		if (plain && strcmp(c.first->text, "collapse") == 0)
			keep = false;
		if (keep)
			text = arena_printf(h->arena, "%s %s", text,
				host_tokens_text(h, c.first, c.last));
	}
	return with_private_variables(h, text, plain);
}
