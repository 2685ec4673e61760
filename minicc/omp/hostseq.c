/*
 * hostseq.c: -scheme=hostseq, the sequential parts of target regions on the host (Bertolli et al.
 * 2014, §2).  The tokens of a parsed unit are written anew, and then parsed again:
 *
 *	#pragma omp target map(tofrom: a, s) map(to: b)
 *	{
 *		s += x++;
 *		#pragma omp parallel for
 *		for (…)
 *			a[i] += s * b[i];
 *		s *= a[0];
 *	}
 *
 * becomes
 *
 *	{
 *		#pragma omp target update from(a) from(s)
 *		#pragma omp target data map(alloc: a) map(alloc: s) map(to: b)
 *		{ __typeof__(x) __devrt_first_x = x; { __typeof__(x) x = __devrt_first_x;
 *			s += x++;
 *			#pragma omp target map(always, tofrom: a) map(to: b)
 *			#pragma omp parallel for
 *			for (…)
 *				a[i] += s * b[i];
 *			s *= a[0];
 *		} }
 *		#pragma omp target update to(a) to(s)
 *	}
 *
 * What passes between the parts:
 *	to a region       what it uses of the items that sequential code uses, too (`shared`), and
 *	                  of that code's own variables; scalars that it only reads are arguments of
 *	                  the launch
 *	from a region     of these what it may change
 *	past both         items that regions alone use: on the device from beginning to end
 *	in and out        where an outer construct has mapped shared items, the host gets their
 *	                  values first, and the device gets them back; else update does nothing
 *
 * A construct with one sort of code alone stays what it is.  Refused is what no map can move: above
 * all addresses, as what the host stores means nothing in a kernel, nor the other way round.
 *
 * The host has one copy of a shared item.  Where an outer construct has mapped it, host code after
 * the region sees at once what with another scheme it would see after an update.
 */
#include <string.h>

#include "omp/hostseq.h"

/* ---- writing ---- */

static void
words(struct split *s, const struct token *at, const char *text)
{
	omp_put_words(s->arena, s->tokens, s->out, at, text);
}

static void
run(struct split *s, const struct token *t, const struct token *end)
{
	for (; t < end; t++)
		vec_push(s->arena, s->out, *t);
}

/* Write CLAUSE( and the item, and close the clause.  CLAUSE has its parenthesis already. */
static void
put_item(struct split *s, const struct token *at, const char *clause, const struct item *i)
{
	words(s, at, clause);
	if (i->first)
		run(s, i->first, i->end);
	else
		words(s, at, i->base->name);
	words(s, at, ")");
}

static void
put_map(struct split *s, const struct token *at, bool always, enum omp_map_type type,
	const struct item *i)
{
	static const char *const names[] = { [MAP_ALLOC] = "alloc :",
		[MAP_TO] = "to :",
		[MAP_FROM] = "from :",
		[MAP_TOFROM] = "tofrom :" };

	put_item(s, at,
		arena_printf(s->arena, "map ( %s%s", always ? "always , " : "", names[type]), i);
}

static void
put_mark(struct split *s, const struct token *at, const struct token *mark)
{
	vec_push(s->arena, s->out, *mark);
	vec_last(s->out).place = at->place;
}

static void
put_directive(struct split *s, const struct token *at, const char *words_of_it)
{
	put_mark(s, at, s->target->pragma_first);
	words(s, at, words_of_it);
	for (const struct omp_clause *c = s->target->written; c; c = c->next)
		if (c->id == CL_DEVICE || c->id == CL_IF)
			run(s, c->first, c->last + 1);
}

/* Write updates where a device already has the shared items: it gives them to the host, then gets
 * them back. */
static void
put_update(struct split *s, const char *clause, bool from)
{
	const struct token *at = s->target->pragma_first;
	bool begun = false;

	for (size_t i = 0; i < s->items.n; i++) {
		const struct item *it = &s->items.v[i];

		if (!it->shared || split_is_const(it->base->type) ||
			(from ? it->always && it->type != MAP_FROM : it->type == MAP_TO))
			continue;
		if (!begun)
			put_directive(s, at, "target update");
		begun = true;
		put_item(s, at, clause, it);
	}
	if (begun)
		put_mark(s, at, s->target->pragma_last);
}

static void
put_data(struct split *s)
{
	const struct token *at = s->target->pragma_first;

	if (s->items.n == 0)
		return;
	put_directive(s, at, "target data");
	for (size_t i = 0; i < s->items.n; i++) {
		const struct item *it = &s->items.v[i];

		put_map(s, at, it->always && !it->shared, it->shared ? MAP_ALLOC : it->type, it);
	}
	put_mark(s, at, s->target->pragma_last);
}

/* Open blocks with the copies; return how many. */
static int
put_copies(struct split *s)
{
	const struct token *at = s->target->pragma_last;
	int n = 0;

	for (const struct omp_var *v = s->target->vars; v; v = v->next) {
		const char *d = v->decl->name;

		if (!split_needs_copy(s, v))
			continue;
		words(s, at,
			arena_printf(s->arena,
				v->kind == VAR_PRIVATE ?
					"{ { __typeof__ ( %s ) %s ;" :
					"{ __typeof__ ( %s ) __devrt_first_%s = %s ; { __typeof__ "
					"( %s ) %s = __devrt_first_%s ;",
				d, d, d, d, d, d));
		n += 2;
	}
	return n;
}

/* Map a variable of the sequential code's own.  A scalar that the region does not change goes by
 * value. */
static void
put_variable(struct split *s, const struct token *at, const struct use *use)
{
	const struct item i = { .base = use->decl };
	bool scalar = type_is_scalar(use->decl->type);

	if (use->decl->type->kind != TY_POINTER && !(scalar && !use->assigned))
		put_map(s, at, false, scalar || use->changed || use->escapes ? MAP_TOFROM : MAP_TO,
			&i);
}

static const char *
text_from(struct split *s, size_t first)
{
	const char *text = "";
	bool opened = false;

	for (const struct token *t = s->out->v + first; t < s->out->v + s->out->n; t++) {
		text = arena_printf(s->arena, "%s%s%s", text,
			opened || strchr("(),:[].-", t->text[0]) ? "" : " ", t->text);
		opened = strchr("([.-", t->text[0]) != NULL;
	}
	return text;
}

static void
put_kernel(struct split *s, const struct region *r)
{
	const struct token *at = r->parallel->pragma_first;
	const struct omp_clause *limit = NULL;
	bool anywhere = false; /* a pointer may lead to any item */
	size_t first = s->out->n;

	put_directive(s, at, "target");
	for (const struct omp *o = s->target; o; o = o == s->teams ? NULL : s->teams)
		for (const struct omp_clause *c = o->written; c; c = c->next)
			if (c->id == CL_THREAD_LIMIT)
				limit = c;
	if (limit)
		run(s, limit->first, limit->last + 1);
	for (size_t i = 0; i < r->uses.n; i++)
		anywhere |= split_points_outside(s, r->uses.v[i].decl);
	for (size_t i = 0; i < s->items.n; i++) {
		const struct item *it = &s->items.v[i];
		const struct use *use = split_use(&r->uses, it->base);
		bool unseen = it->shared && (anywhere || split_is_on_device(it->base));
		bool back = unseen || (use && (use->changed || use->escapes));

		if (it->shared && !back && type_is_arithmetic(it->base->type))
			continue; /* by value */
		if (use || unseen)
			put_map(s, at, it->shared,
				!it->shared || it->type == MAP_TO ? it->type :
					back                      ? MAP_TOFROM :
								    MAP_TO,
				it);
	}
	for (size_t i = 0; i < r->uses.n; i++) {
		const struct decl *d = r->uses.v[i].decl;
		const struct omp_var *v = omp_find_var(s->target, d);

		if (!split_is_item(s, d) && !d->is_vla_len && !split_is_local(r->parallel, d) &&
			(v || split_is_local(s->target, d)))
			put_variable(s, at, &r->uses.v[i]);
	}
	diag_remark(s->diag, r->parallel->place, "-Rpass=scheme",
		"a kernel of its own: '#pragma omp%s' [MC113]", text_from(s, first + 1));
	put_mark(s, at, s->target->pragma_last);
}

static void
put_split(struct split *s)
{
	const struct token *at = s->target->pragma_first, *last = s->target->stmt->last, *t;
	size_t next = 0;
	int copies;

	words(s, at, "{");
	put_update(s, "from (", true);
	put_data(s);
	words(s, at, "{");
	copies = put_copies(s);
	for (t = s->target->pragma_last + 1; t <= last; t++) {
		if (s->teams && t == s->teams->pragma_first)
			t = s->teams->pragma_last + 1;
		if (next < s->regions.n && t == s->regions.v[next].parallel->pragma_first)
			put_kernel(s, &s->regions.v[next++]);
		run(s, t, t + 1);
	}
	while (copies-- >= 0)
		words(s, last, "}");
	put_update(s, "to (", false);
	words(s, last, "}");
}

/* ---- all ---- */

struct token_list
omp_sequential_on_host(struct arena *a, struct diag *diag, const struct unit *u)
{
	struct omp_tokens out = { 0 };
	struct token *t = u->tokens.tok, *end = t + u->tokens.n;
	struct token_list list;

	for (int i = 0; i < u->ntargets; i++) {
		struct split s = { .arena = a,
			.diag = diag,
			.tokens = u->tokens,
			.target = u->targets[i],
			.out = &out };

		if (!split_see(&s))
			continue;
		run(&s, t, s.target->pragma_first);
		put_split(&s);
		t = u->tokens.tok + s.target->stmt->last->index + 1;
	}
	while (t < end)
		vec_push(a, &out, *t++);
	for (size_t i = 0; i < out.n; i++)
		out.v[i].index = (uint32_t)i;
	list = with_tokens(u->tokens, out.v, out.n);
	list.rewritten = true;
	return list;
}
