/*
 * omp_older.c: what OpenMP 5.1 and 5.2 call by new words, in those of 5.0, which every host compiler
 * knows.
 *
 *	depend(inoutset: x)             depend(inout: x), which orders more [15.9.5]
 *	ordered doacross(source:)       ordered depend(source) [15.9.6]
 *	ordered doacross(sink: v)       ordered depend(sink: v)
 *	taskwait depend(…) nowait       task depend(…) ;        an empty task [15.5]
 *
 * Done to the tokens before the unit is parsed, for the device as for the host; places stay, so that
 * messages show what is written.  Directives with wrong brackets are left for the parser to refuse.
 */
#include <string.h>

#include "minicc/omp.h"

struct words {
	struct arena *arena;
	struct diag *diag;
	struct tokens { struct token *v; size_t n, cap; } out;
};

static bool
is_word(const struct token *t, const char *word)
{
	return t->kind == TK_IDENT && strcmp(t->text, word) == 0;
}

static void
put(struct words *w, const struct token *t)
{
	vec_push(w->arena, &w->out, *t);
}

static void
put_word(struct words *w, const struct token *at, const char *word)
{
	put(w, at);
	vec_last(&w->out).text = word;
}

static const struct token *
directive_end(const struct token *t)
{
	while (t->kind != TK_PRAGMA_END)
		t++;
	return t;
}

static bool
has_word(const struct token *t, const char *word)
{
	for (; t->kind != TK_PRAGMA_END; t++)
		if (is_word(t, word))
			return true;
	return false;
}

bool
omp_depends_on_all(const struct token *pragma)
{
	return has_word(pragma, "omp_all_memory");
}

/* doacross(source:), doacross(source: omp_cur_iteration) at T, behind the word; where to go on. */
static const struct token *
put_source(struct words *w, const struct token *t)
{
	put(w, t++);
	put(w, t++);
	return is_word(t + 1, "omp_cur_iteration") ? t + 2 : t + 1;
}

static const struct token *
put_doacross(struct words *w, const struct token *t)
{
	put_word(w, t++, "depend");
	if (is_word(t + 1, "source") && t[2].kind == TK_COLON)
		return put_source(w, t);
	if (has_word(t, "omp_cur_iteration"))
		diag_error(w->diag, t[1].place, "'omp_cur_iteration' in 'sink' is not supported: name the "
			"loops' variables, as in 'sink: i - 1'");
	return t;
}

/* A directive from its TK_PRAGMA_OMP up to its end. */
static void
put_directive(struct words *w, const struct token *t)
{
	bool empty_task = is_word(t + 1, "taskwait") && has_word(t, "nowait") && has_word(t, "depend");

	while (t->kind != TK_PRAGMA_END)
		if (is_word(t, "doacross") && t[1].kind == TK_LPAREN)
			t = put_doacross(w, t);
		else if (is_word(t, "inoutset") && t[1].kind == TK_COLON)
			put_word(w, t++, "inout");
		else if (empty_task && is_word(t, "taskwait"))
			put_word(w, t++, "task");
		else if (empty_task && is_word(t, "nowait"))
			t++;
		else
			put(w, t++);
	put(w, t);
	if (empty_task) {
		put_word(w, t, ";");
		vec_last(&w->out).kind = TK_SEMI;
	}
}

static bool
is_newer(const struct token *t)
{
	return t->kind == TK_PRAGMA_OMP && (has_word(t, "doacross") || has_word(t, "inoutset")
		|| (is_word(t + 1, "taskwait") && has_word(t, "nowait")));
}

struct token_list
omp_in_older_words(struct arena *a, struct diag *d, struct token_list tokens)
{
	struct words w = { .arena = a, .diag = d };
	size_t i = 0;

	while (i < tokens.n && !is_newer(&tokens.tok[i]))
		i++;
	if (i == tokens.n)
		return tokens;
	for (i = 0; i < tokens.n; i++)
		if (is_newer(&tokens.tok[i])) {
			put_directive(&w, &tokens.tok[i]);
			i = (size_t)(directive_end(&tokens.tok[i]) - tokens.tok);
		} else {
			put(&w, &tokens.tok[i]);
		}
	for (i = 0; i < w.out.n; i++)
		w.out.v[i].index = (uint32_t)i;
	return (struct token_list){ w.out.v, w.out.n };
}
