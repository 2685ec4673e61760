/*
 * tables.c: the vocabulary of OpenMP as tables, and look-up of directive names in them.
 *
 * The rows are in tree/leaves.def, directives.def and clauses.def.  No rule is applied here.
 */
#include <stddef.h>
#include <string.h>

#include "omp/internal.h"

/* The tables name leaves without their prefix. */
enum {
	NONE = LEAF_NONE,
	ANY_TARGET = LEAF_ANY_TARGET,
#define LEAF(name, kind) name = LEAF_##name,
#include "tree/leaves.def"
};

const struct omp_directive omp_directives[] = {
#define DIRECTIVE(name, form, leaves) { name, FORM_##form, leaves },
#include "tree/directives.def"
	{ NULL, FORM_UNSUPPORTED, NONE },
};

#define ROW(id_name, syn, takes, to, ...) \
	{ .name = id_name, .syntax = SYN_##syn, .leaves = takes, .goes = GO_##to, __VA_ARGS__ },
#define SETS(how, name) .sets = SETS_##how, .member = offsetof(struct omp_clauses, name)
const struct omp_clause_info omp_clause_info[CL_COUNT] = {
#define CLAUSE(id, name, syntax, leaves, goes) ROW(name, syntax, leaves, goes, .words = NULL)
#define CLAUSE_WORD(id, name, list, leaves, goes) ROW(name, WORD, leaves, goes, .words = list)
#define CLAUSE_EXPR(id, name, syntax, leaves, goes, member) \
	ROW(name, syntax, leaves, goes, SETS(EXPR, member))
#define CLAUSE_FLAG(id, name, syntax, leaves, goes, member) \
	ROW(name, syntax, leaves, goes, SETS(FLAG, member))
#include "tree/clauses.def"
};

/* Return how many tokens spell NAME, word by word, or 0. */
static size_t
match_words(const struct token *tok, const char *name)
{
	size_t n = 0;

	while (*name) {
		size_t len = strcspn(name, " ");

		if ((tok[n].kind != TK_IDENT && !token_is_keyword(tok[n].kind)) ||
			strlen(tok[n].text) != len || memcmp(tok[n].text, name, len) != 0)
			return 0;
		n++;
		name += len;
		name += *name == ' ';
	}
	return n;
}

const struct omp_directive *
omp_match_directive(const struct token *tok, size_t *n)
{
	const struct omp_directive *best = NULL;

	*n = 0;
	for (const struct omp_directive *d = omp_directives; d->name; d++) {
		size_t words = match_words(tok, d->name);

		if (words > *n) {
			*n = words;
			best = d;
		}
	}
	return best;
}

const char *
omp_leaves_name(unsigned leaves)
{
	for (const struct omp_directive *d = omp_directives; d->name; d++)
		if (d->leaves == leaves)
			return d->name;
	diag_bug("omp_tables", "no name for leaves %#x", leaves);
}
