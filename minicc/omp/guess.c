/*
 * guess.c: what to say about a word that is no directive, or no clause of this one.
 *
 * Messages only; what is right is in the tables (tables.c).
 */
#include <string.h>

#include "omp/internal.h"

/* Return the word of NAME that begins at FROM. */
static const char *
word_at(struct parser *p, const char *from)
{
	return arena_strndup(p->arena, from, strcspn(from, " "));
}

static const char *
did_you_mean(struct parser *p, const char *guess)
{
	diag_fix(p->diag, guess);
	return guess ? arena_printf(p->arena, "; did you mean '%s'?", guess) : "";
}

void
omp_unknown_directive(struct parser *p)
{
	const struct token *t = p->tok;
	const char *guess = NULL;

	if (t->text && omp_is_directive_word(t->text) && peek(p)->text)
		parse_error(p, t->place, "there is no directive '%s %s'", t->text, peek(p)->text);
	for (const struct omp_directive *d = omp_directives; d->name && t->text; d++) {
		guess = nearest_of(t->text, guess, word_at(p, d->name));
		guess = nearest_of(t->text, guess, d->name); /* target_data of OpenMP 6.0 */
	}
	parse_error(p, t->place, "expected an OpenMP directive before %s%s",
		token_describe(p->arena, t), did_you_mean(p, guess));
}

bool
omp_is_directive_word(const char *word)
{
	size_t n = strlen(word);

	for (const struct omp_directive *d = omp_directives; d->name; d++)
		for (const char *at = d->name; at; at = strchr(at, ' ')) {
			at += *at == ' ';
			if (strncmp(at, word, n) == 0 && (at[n] == ' ' || at[n] == '\0'))
				return true;
		}
	return false;
}

/* Return the word most like WORD among the clauses that the directive takes and the words that
 * would continue its name. */
static const char *
nearest_clause(struct parser *p, const struct omp_directive *dir, const char *word)
{
	const char *guess = NULL;
	size_t n = strlen(dir->name);

	for (int i = 0; i < CL_COUNT; i++)
		if (omp_clause_info[i].leaves & dir->leaves)
			guess = nearest_of(word, guess, omp_clause_info[i].name);
	for (const struct omp_directive *d = omp_directives; d->name; d++)
		if (strncmp(d->name, dir->name, n) == 0 && d->name[n] == ' ')
			guess = nearest_of(word, guess, word_at(p, d->name + n + 1));
	return guess;
}

/* Return a directive whose name begins with dir's name and WORD, or NULL. */
static const char *
longer_name(const struct omp_directive *dir, const char *word)
{
	size_t n = strlen(dir->name), m = strlen(word);

	for (const struct omp_directive *d = omp_directives; d->name; d++)
		if (strncmp(d->name, dir->name, n) == 0 && d->name[n] == ' ' &&
			strncmp(d->name + n + 1, word, m) == 0 && d->name[n + 1 + m] == ' ')
			return d->name;
	return NULL;
}

void
omp_unknown_clause(struct parser *p, const struct omp_directive *dir)
{
	const struct token *t = p->tok;
	const char *what = token_describe(p->arena, t);
	const char *longer = t->text ? longer_name(dir, t->text) : NULL;

	if (longer)
		parse_error(p, peek(p)->place,
			"expected the rest of a directive's name, like '%s', before %s", longer,
			token_describe(p->arena, peek(p)));
	if (t->text && omp_is_directive_word(t->text))
		parse_error(p, t->place,
			"expected a clause of '%s' before %s: there is no directive '%s %s'",
			dir->name, what, dir->name, t->text);
	parse_error(p, t->place, "expected a clause of '%s' before %s%s", dir->name, what,
		did_you_mean(p, t->text ? nearest_clause(p, dir, t->text) : NULL));
}

void
omp_brace_in_directive(struct parser *p)
{
	struct token *brace = (struct token *)p->tok, *end = brace, last;

	diag_error(p->diag, brace->place,
		"expected the end of the directive before '{': its block begins "
		"in the next line");
	while (end->kind != TK_PRAGMA_END && end->kind != TK_EOF)
		end++;
	last = *end;
	memmove(brace + 1, brace, (size_t)(end - brace) * sizeof *brace);
	*brace = last;
}
