/*
 * tile_host.c: tile [9.1] in host code, as text for cc, which may not know it: the headers of the
 * loops are written anew, the braces between them and the body stay.
 *
 *	for (int i = lb; i < ub; i += s)      for (long long __devrt_t0 = lb; __devrt_t0 < ub; __devrt_t0 += s * size)
 *		body                  ->              for (int i = __devrt_t0; i < the end of the tile; i += s)
 *	                                                      body
 *
 * The tree has them as transform.c makes them.  Left as they are: loops whose step or size is no
 * constant, tiles of tiles, and, before a loop directive, a variable from outside, which would
 * become shared.
 */
#include "omp/newer/internal.h"

/* One loop's header, for ( … ; … ; step ), and its parts as text. */
struct header {
	const struct token *first, *last;
	const char *variable; /* with its type where the loop declares it */
	const char *name, *lb, *ub, *step, *rel;
	int64_t span; /* step * size, upwards */
	bool down, closed;
};

/* Return what stands between the parenthesis and the first `=`. */
static const char *
variable_text(struct parser *p, const struct token *first)
{
	const struct token *t = first + 2;

	while (t->kind != TK_ASSIGN && t->kind != TK_SEMI)
		t++;
	return t->kind == TK_ASSIGN ? omp_token_text(p, first + 2, t - 1) : NULL;
}

static const char *
expr_text(struct parser *p, struct expr *e)
{
	e = omp_strip(e);
	return e->first ? omp_token_text(p, e->first, e->last) : NULL;
}

static bool
is_rewritten(struct parser *p, const struct token *t)
{
	for (size_t i = 0; i < p->unit->edits.n; i++)
		if (p->unit->edits.v[i].first == t)
			return true;
	return false;
}

static bool
read_header(struct parser *p, const struct omp_for *f, int64_t size, bool divided, struct header *h)
{
	const struct expr *step = f->stmt->u.for_.step;
	int64_t by;

	*h = (struct header){
		.first = f->stmt->first,
		.name = f->iv->name,
		.lb = expr_text(p, f->lb),
		.ub = expr_text(p, f->ub),
	};
	if (h->first->kind != TK_FOR || is_rewritten(p, h->first) ||
		(divided && !f->iv_declared_here) || f->iv->type->kind == TY_POINTER || !h->lb ||
		!h->ub || !step || !step->first || !eval_int_const(p, f->step, &by))
		return false;
	h->last = omp_closing(h->first + 1);
	h->variable = variable_text(p, h->first);
	h->step = omp_token_text(p, step->first, step->last);
	h->down = f->step_negative;
	h->span = (h->down ? -by : by) * size;
	h->closed = f->rel == BIN_LE || f->rel == BIN_GE;
	h->rel = f->rel == BIN_LE ? "<=" : f->rel == BIN_GE ? ">=" : h->down ? ">" : "<";
	return h->variable;
}

static const char *
tile_loop(struct parser *p, const struct header *h, int k)
{
	return arena_printf(p->arena,
		"for (long long __devrt_t%d = (%s); __devrt_t%d %s (long long)(%s); "
		"__devrt_t%d %s %lld) ",
		k, h->lb, k, h->rel, h->ub, k, h->down ? "-=" : "+=", (long long)h->span);
}

/* Return the loop over one tile: from __devrt_tK for a span, or for the rest where that is
 * shorter. */
static const char *
inner_loop(struct parser *p, const struct header *h, int k)
{
	const char *tile = arena_printf(p->arena, "__devrt_t%d", k);
	const char *end = arena_printf(p->arena, "(long long)(%s)", h->ub);

	return arena_printf(p->arena,
		"for (%s = %s; %s %s (%s - %s %s %lld ? %s %s %lld : %s); %s)", h->variable, tile,
		h->name, h->rel, h->down ? tile : end, h->down ? end : tile, h->closed ? ">=" : ">",
		(long long)h->span, tile, h->down ? "-" : "+", (long long)(h->span - h->closed),
		end, h->step);
}

void
omp_tile_on_host(struct parser *p, const struct omp_node *loop, const int64_t *sizes, bool divided)
{
	int n = loop->omp.u.loop.nloops;
	struct header *h = NEWN(p->arena, struct header, n);
	const char *tiles = "";

	for (int k = 0; k < n; k++) {
		if (!read_header(p, &loop->omp.u.loop.loops[k], sizes[k], divided, &h[k]))
			return;
		tiles = arena_printf(p->arena, "%s%s", tiles, tile_loop(p, &h[k], k));
	}
	for (int k = 0; k < n; k++)
		omp_rewrite(p, h[k].first, h[k].last,
			arena_printf(p->arena, "%s%s", k == 0 ? tiles : "",
				inner_loop(p, &h[k], k)));
}
