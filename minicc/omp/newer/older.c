/*
 * older.c: what OpenMP 5.1 and 5.2 call by new words, in those of 5.0, which every host compiler
 * knows.
 *
 *	depend(inoutset: x)             depend(inout: x), which orders more [15.9.5]
 *	ordered doacross(source:)       ordered depend(source) [15.9.6]
 *	ordered doacross(sink: v)       ordered depend(sink: v)
 *	taskwait depend(…) nowait       task depend(…) ;        an empty task [15.5]
 *	reduction(+: a[0], a[2])        reduction(+: a[0:3])    one section of an array in a directive; what
 *	                                                        lies between may not be used [5.5.8]
 *	linear(x: val, step(2))         linear(x: 2)            val is what C has anyway [5.4.6]
 *	depobj(o) destroy(o)            depobj(o) destroy [15.9.4]
 *	for ordered                     for ordered(1)          where 'ordered doacross' follows [4.4.4]
 *	for … { for (…) … }             for … for (…) …
 *
 * Done to the tokens before the unit is parsed, for the device as for the host; places stay, so
 * that messages show what is written.  Directives with wrong brackets are left for the parser to
 * refuse.
 */
#include <string.h>

#include "omp/newer/internal.h"

struct words {
	struct arena *arena;
	struct diag *diag;
	struct interner *names;
	struct omp_tokens out;
	VEC(const struct token *) closing; /* braces to leave out, the innermost last */
};

/* An iterator(name = from:to), as runs of tokens. */
struct iterator {
	const struct token *name, *from, *from_end, *to, *to_end;
};

static void
put(struct words *w, const struct token *t)
{
	vec_push(w->arena, &w->out, *t);
}

static void
put_word(struct words *w, const struct token *at, const char *word)
{
	put(w, at);
	vec_last(&w->out).text = intern_str(w->names, word); /* may become an identifier */
}

/* Write doacross(source:) or doacross(source: omp_cur_iteration).  T stands behind the word.
 * Return where to go on. */
static const struct token *
put_source(struct words *w, const struct token *t)
{
	put(w, t++);
	put(w, t++);
	if (omp_is_word(++t, "omp_cur_iteration"))
		t++;
	if (t->kind != TK_RPAREN)
		diag_error(w->diag, t->place,
			"expected nothing or 'omp_cur_iteration' after 'source:'");
	return omp_find_outside(t, TK_RPAREN, TK_RPAREN);
}

static const struct token *
put_doacross(struct words *w, const struct token *t)
{
	put_word(w, t++, "depend");
	if (omp_is_word(t + 1, "source") && t[2].kind == TK_COLON)
		return put_source(w, t);
	if (omp_has_word(t, "omp_cur_iteration"))
		diag_error(w->diag, t[1].place,
			"'omp_cur_iteration' in 'sink' is not supported: name the "
			"loops' variables, as in 'sink: i - 1'");
	return t;
}

/* ---- several sections of one array ---- */

struct section {
	uint64_t lo, end;
};

/* Read a[2] or a[2:3], with constants.  Return what follows it, or NULL. */
static const struct token *
read_section(const struct token *t, struct section *s)
{
	if (t->kind != TK_IDENT || t[1].kind != TK_LBRACKET || t[2].kind != TK_INTCONST)
		return NULL;
	s->lo = t[2].i.value;
	s->end = s->lo + 1;
	t += 3;
	if (t->kind == TK_COLON && t[1].kind == TK_INTCONST) {
		s->end = s->lo + t[1].i.value;
		t += 2;
	}
	return t->kind == TK_RBRACKET && (t[1].kind == TK_COMMA || t[1].kind == TK_RPAREN) ? t + 1 :
											     NULL;
}

/* Return the list of the reduction, in_reduction or task_reduction clause at T, or NULL: it is none
 * of them. */
static const struct token *
reduced_list(const struct token *t)
{
	if (!omp_is_word(t, "reduction") && !omp_is_word(t, "in_reduction") &&
		!omp_is_word(t, "task_reduction"))
		return NULL;
	if (t[1].kind != TK_LPAREN)
		return NULL;
	while (t->kind != TK_COLON && t->kind != TK_RPAREN && t->kind != TK_PRAGMA_END)
		t++;
	return t->kind == TK_COLON ? t + 1 : NULL;
}

/* Return how many of the list's items are sections of the array that T names, or 0: not all of them
 * have constant bounds.  Set *before to how many stand before T, and *s to what covers them. */
static int
count_sections(const struct token *list, const struct token *t, struct section *s, int *before)
{
	int n = 0;

	*s = (struct section){ UINT64_MAX, 0 };
	*before = 0;
	for (;; list++) {
		struct section one;

		if (list->kind == TK_IDENT && strcmp(list->text, t->text) == 0) {
			if (!read_section(list, &one))
				return 0;
			s->lo = one.lo < s->lo ? one.lo : s->lo;
			s->end = one.end > s->end ? one.end : s->end;
			*before += list < t;
			n++;
		}
		list = omp_item_end(list);
		if (list->kind != TK_COMMA)
			return n;
	}
}

static void
put_number(struct words *w, const struct token *at, uint64_t value)
{
	put_word(w, at, arena_printf(w->arena, "%llu", (unsigned long long)value));
	vec_last(&w->out).i.value = value;
}

/* Write the clause from T on, whose list is given.  Return where to go on. */
static const struct token *
put_reduction(struct words *w, const struct token *t, const struct token *list)
{
	const struct token *colon = list - 1;
	bool first = true;

	while (t < list)
		put(w, t++);
	for (;; t++) {
		const struct token *end = omp_item_end(t);
		struct section s;
		int before = 0, n = t->kind == TK_IDENT ? count_sections(list, t, &s, &before) : 0;

		if (n < 2 || before == 0) {
			if (!first)
				put(w, t - 1);
			first = false;
		}
		if (n < 2) {
			while (t < end)
				put(w, t++);
		} else if (before == 0) {
			put(w, &t[0]);
			put(w, &t[1]);
			put_number(w, &t[2], s.lo);
			put(w, colon);
			put_number(w, &t[2], s.end - s.lo);
			put(w, end - 1);
		}
		t = end;
		if (t->kind != TK_COMMA)
			return t;
	}
}

static bool
repeats_an_array(const struct token *t)
{
	for (; t->kind != TK_PRAGMA_END; t++) {
		const struct token *list = reduced_list(t);

		for (const struct token *i = list; i; i = i->kind == TK_COMMA ? i + 1 : NULL) {
			struct section s;
			int before;

			if (i->kind == TK_IDENT && count_sections(list, i, &s, &before) > 1)
				return true;
			i = omp_item_end(i);
		}
	}
	return false;
}

/* ---- iterators of map, to and from ---- */

/* Read the word at T with one iterator, without a step. */
static bool
read_iterator(const struct token *t, struct iterator *i)
{
	const struct token *assign;

	if (!omp_is_word(t, "iterator") || t[1].kind != TK_LPAREN)
		return false;
	assign = omp_find_outside(t + 2, TK_ASSIGN, TK_COMMA);
	if (assign->kind != TK_ASSIGN)
		return false;
	i->name = assign - 1;
	i->from = assign + 1;
	i->from_end = omp_find_outside(i->from, TK_COLON, TK_COMMA);
	i->to = i->from_end + 1;
	if (i->name->kind != TK_IDENT || i->from_end->kind != TK_COLON)
		return false;
	i->to_end = omp_find_outside(i->to, TK_COLON, TK_COMMA);
	return i->to_end->kind == TK_RPAREN &&
		(i->to_end[1].kind == TK_COMMA || i->to_end[1].kind == TK_COLON);
}

/* Return whether the iterator is nothing but the last subscript of list items from T on. */
static bool
is_of_neighbours(const struct token *t, const struct iterator *i)
{
	bool found = false;

	for (int depth = 0; t->kind != TK_PRAGMA_END && depth >= 0; t++) {
		depth += omp_opens(t);
		if (!omp_is_word(t, i->name->text))
			continue;
		if (t[-1].kind != TK_LBRACKET || t[1].kind != TK_RBRACKET ||
			(t[2].kind != TK_COMMA && t[2].kind != TK_RPAREN))
			return false;
		found = true;
	}
	return found;
}

static void
put_kind(struct words *w, const struct token *at, enum token_kind kind, const char *text)
{
	put_word(w, at, text);
	vec_last(&w->out).kind = kind;
}

static void
put_run(struct words *w, const struct token *t, const struct token *end)
{
	put_kind(w, t, TK_LPAREN, "(");
	for (; t < end; t++)
		put(w, t);
	put_kind(w, end, TK_RPAREN, ")");
}

/* Write a clause from its word on, if it has such an iterator.  Return where to go on. */
static const struct token *
put_motion(struct words *w, const struct token *t)
{
	struct iterator i;
	int depth = 0;

	put(w, t++);
	if (t->kind != TK_LPAREN || !read_iterator(t + 1, &i) ||
		!is_of_neighbours(i.to_end + 1, &i))
		return t;
	put(w, t);
	for (t = i.to_end + 2; t->kind != TK_PRAGMA_END && depth >= 0; t++) {
		depth += omp_opens(t);
		if (!omp_is_word(t, i.name->text)) {
			put(w, t);
			continue;
		}
		put_run(w, i.from, i.from_end);
		put_kind(w, t, TK_COLON, ":");
		put_run(w, i.to, i.to_end);
		put_kind(w, t, TK_MINUS, "-");
		put_run(w, i.from, i.from_end);
	}
	return t;
}

static bool
is_motion(const struct token *t)
{
	return (omp_is_word(t, "map") || omp_is_word(t, "to") || omp_is_word(t, "from")) &&
		t[1].kind == TK_LPAREN;
}

/* ---- modifiers, arguments and selectors ---- */

static bool
is_call(const struct token *t, const char *word)
{
	return omp_is_word(t, word) && t[1].kind == TK_LPAREN;
}

/* Write what stands in the brackets at T.  Return where to go on. */
static const struct token *
put_inside(struct words *w, const struct token *t)
{
	const struct token *end = omp_find_outside(t + 1, TK_RPAREN, TK_RPAREN);

	while (++t < end)
		put(w, t);
	return end->kind == TK_RPAREN ? end + 1 : end;
}

/* Return whether the list of linear has a modifier behind it. */
static bool
has_modifiers(const struct token *t)
{
	t = omp_find_outside(t + 2, TK_COLON, TK_COLON);
	return t->kind == TK_COLON && (is_call(t + 1, "step") || omp_is_word(t + 1, "val"));
}

static const struct token *
put_linear(struct words *w, const struct token *t)
{
	const struct token *colon = omp_find_outside(t + 2, TK_COLON, TK_COLON);

	while (t < colon)
		put(w, t++);
	for (; t->kind == TK_COLON || t->kind == TK_COMMA;) {
		const struct token *end = omp_find_outside(++t, TK_COMMA, TK_RPAREN);

		if (!omp_is_word(t, "val"))
			put(w, colon);
		if (is_call(t, "step"))
			t = put_inside(w, t + 1);
		else if (omp_is_word(t, "val"))
			t++;
		while (t < end)
			put(w, t++);
	}
	return t;
}

static bool
is_for(const struct token *pragma)
{
	for (; pragma->kind != TK_PRAGMA_END; pragma++)
		if (pragma->kind == TK_FOR)
			return true;
	return false;
}

/* Return whether an 'ordered doacross' stands before the next directive about loops. */
static bool
holds_doacross(const struct token *t)
{
	for (t = omp_end_of_directive(t); t->kind != TK_EOF; t++)
		if (t->kind == TK_PRAGMA_OMP && omp_has_word(t, "doacross"))
			return true;
		else if (t->kind == TK_PRAGMA_OMP && is_for(t))
			return false;
	return false;
}

/* Return whether 'ordered' has no number although 'ordered doacross' needs one; it then counts
 * the loops that collapse does. */
static bool
lacks_number(const struct token *pragma)
{
	const struct token *t = pragma;

	while (t->kind != TK_PRAGMA_END && !omp_is_word(t, "ordered"))
		t++;
	return is_for(pragma) && omp_is_word(t, "ordered") && t[1].kind != TK_LPAREN &&
		holds_doacross(pragma);
}

static const struct token *
put_ordered(struct words *w, const struct token *pragma, const struct token *t)
{
	put(w, t);
	while (pragma->kind != TK_PRAGMA_END && !is_call(pragma, "collapse"))
		pragma++;
	put_kind(w, t, TK_LPAREN, "(");
	if (pragma->kind == TK_PRAGMA_END)
		put_number(w, t, 1);
	else
		put_inside(w, pragma + 1);
	put_kind(w, t, TK_RPAREN, ")");
	return t + 1;
}

/* Refuse the selector `requires`: cc does not know the host's requirements, and would choose
 * another variant. */
static const struct token *
refuse_selector(struct words *w, const struct token *t)
{
	diag_error(w->diag, t->place,
		"the selector 'requires' is not supported: a program knows what it requires, "
		"and can call the variant by its name");
	return put_inside(w, t + 1);
}

/* ---- directives ---- */

/* Write a directive from its TK_PRAGMA_OMP up to its end. */
static void
put_directive(struct words *w, const struct token *t)
{
	const struct token *pragma = t;
	bool empty_task = omp_is_word(t + 1, "taskwait") && omp_has_word(t, "nowait") &&
		omp_has_word(t, "depend");
	bool no_number = lacks_number(t);

	while (t->kind != TK_PRAGMA_END)
		if (omp_is_word(t, "doacross") && t[1].kind == TK_LPAREN)
			t = put_doacross(w, t);
		else if (reduced_list(t))
			t = put_reduction(w, t, reduced_list(t));
		else if (is_motion(t))
			t = put_motion(w, t);
		else if (omp_is_word(t, "inoutset") && t[1].kind == TK_COLON)
			put_word(w, t++, "inout");
		else if (is_call(t, "linear") && has_modifiers(t))
			t = put_linear(w, t);
		else if (omp_is_word(pragma + 1, "depobj") && is_call(t, "destroy"))
			put(w, t), t = omp_find_outside(t + 2, TK_RPAREN, TK_RPAREN) + 1;
		else if (omp_is_word(pragma + 1, "declare") && is_call(t, "requires"))
			t = refuse_selector(w, t);
		else if (no_number && omp_is_word(t, "ordered"))
			t = put_ordered(w, pragma, t);
		else if (empty_task && omp_is_word(t, "taskwait"))
			put_word(w, t++, "task");
		else if (empty_task && omp_is_word(t, "nowait"))
			t++;
		else
			put(w, t++);
	put(w, t);
	if (empty_task) {
		put_word(w, t, ";");
		vec_last(&w->out).kind = TK_SEMI;
	}
}

/* ---- braces around an associated loop ---- */

/* Return the closing brace of braces with nothing but the loop inside, or NULL: there are none. */
static const struct token *
braces_of_loop(const struct token *pragma)
{
	const unsigned loops = LEAF_FOR | LEAF_DISTRIBUTE | LEAF_SIMD | LEAF_GENERIC_LOOP |
		LEAF_TASKLOOP;
	size_t n;
	const struct omp_directive *d = omp_match_directive(pragma + 1, &n);
	const struct token *t = omp_end_of_directive(pragma), *end = t;

	if (!d || !(d->leaves & loops) || t->kind != TK_LBRACE || t[1].kind != TK_FOR)
		return NULL;
	while (end->kind != TK_EOF)
		end++;
	end = omp_skip_brackets(t++, end) - 1;
	while (t < end && (t->kind == TK_FOR || t->kind == TK_PRAGMA_OMP))
		t = t->kind == TK_FOR ? omp_skip_brackets(t + 1, end) : omp_end_of_directive(t);
	t = t->kind == TK_LBRACE ? omp_skip_brackets(t, end) : omp_skip_to(t, end, TK_SEMI);
	return t == end && end->kind == TK_RBRACE ? end : NULL;
}

static bool
is_newer(const struct token *t)
{
	return t->kind == TK_PRAGMA_OMP &&
		(omp_has_word(t, "doacross") || omp_has_word(t, "inoutset") ||
			omp_has_word(t, "iterator") ||
			(omp_is_word(t + 1, "taskwait") && omp_has_word(t, "nowait")) ||
			omp_has_word(t, "linear") || omp_has_word(t, "destroy") ||
			omp_has_word(t, "requires") || lacks_number(t) || repeats_an_array(t) ||
			braces_of_loop(t));
}

struct token_list
omp_in_older_words(struct arena *a, struct diag *d, struct token_list tokens)
{
	struct words w = { .arena = a, .diag = d, .names = tokens.names };
	size_t i = 0;

	while (i < tokens.n && !is_newer(&tokens.tok[i]))
		i++;
	if (i == tokens.n)
		return tokens;
	for (i = 0; i < tokens.n; i++) {
		const struct token *t = &tokens.tok[i], *brace;

		if (is_newer(t)) {
			brace = braces_of_loop(t);
			put_directive(&w, t);
			i = (size_t)(omp_end_of_directive(t) - tokens.tok) - (brace == NULL);
			if (brace)
				vec_push(a, &w.closing, brace);
		} else if (w.closing.n > 0 && vec_last(&w.closing) == t) {
			w.closing.n--;
		} else {
			put(&w, t);
		}
	}
	for (i = 0; i < w.out.n; i++)
		w.out.v[i].index = (uint32_t)i;
	return with_tokens(tokens, w.out.v, w.out.n);
}
