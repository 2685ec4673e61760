/*
 * scan.c: loops with a scan (OpenMP 5.2 [5.6]).
 *
 * A copy of each list item begins with the identity; the part of the body that makes an iteration's
 * share runs; then the copy becomes what all iterations so far have made, and the part that reads
 * it runs.  Where one thread has all iterations a running value takes the shares up.  A worksharing
 * loop goes in rounds of as many iterations as there are threads: all meet at an OMP_SCAN between
 * the parts, which gives each the shares of the threads before it, and all of them for the next
 * round. Nothing but list items may go from one part to the other, so that the order of the parts
 * in the text (the sharing part comes second with `exclusive`) need not be that in time.
 */
#include "build/internal.h"

/* The loop body's parts, in the order in which they are executed. */
struct parts {
	struct stmt *shares, *reads, *end_shares, *end_reads;
	bool exclusive;
};

static struct parts
parts_of(const struct omp *o)
{
	struct stmt *scan = omp_find_scan(o->body), *first = o->body->u.body;

	if (scan->u.omp->clauses.exclusive)
		return (struct parts){ scan->next, first, NULL, scan, true };
	return (struct parts){ first, scan->next, scan, NULL, false };
}

static void
build_part(struct fb *b, struct stmt *s, const struct stmt *end)
{
	struct ir_block *continue_to = b->continue_to;

	b->continue_to = new_block(b);
	for (; s && s != end; s = s->next)
		build_stmt(b, s);
	begin_block(b, b->continue_to);
	b->continue_to = continue_to;
}

static bool
is_scanned(const struct private *p)
{
	return p->var->kind == VAR_REDUCTION && p->var->inscan;
}

static struct lval
copy_of(struct fb *b, const struct private *p)
{
	return home_lval(b, p->copy, p->var->decl->type);
}

bool
scan_in_order(const struct private *p)
{
	for (; p; p = p->next)
		if (is_scanned(p) && p->var->declared)
			return true;
	return false;
}

/* ---- one thread for all iterations ---- */

void
scan_begin(struct fb *b, struct private *p)
{
	for (; p; p = p->next) {
		if (!is_scanned(p))
			continue;
		if (p->elem) {
			error_at(b, p->var->place, "device code cannot scan arrays: '%s'",
				p->var->decl->name);
			continue;
		}
		p->sum = new_home(b, p->var->decl);
		copy_value(b, p->sum, p->original, p->var->decl);
	}
}

void
scan_reset(struct fb *b, const struct private *p)
{
	for (; p; p = p->next)
		if (is_scanned(p) && !p->elem)
			reset_copy(b, p);
}

static void
add_shares(struct fb *b, struct private *p)
{
	for (; p; p = p->next) {
		const struct type *t = p->var->decl->type;

		if (!is_scanned(p) || p->elem)
			continue;
		struct lval share = copy_of(b, p);

		if (p->var->declared) {
			declared_combine(b, p->var->declared, home_lval(b, p->sum, t), share,
				false);
		} else {
			struct ir_value v = load(b, share);

			v = combined(b, p, t, load(b, home_lval(b, p->sum, t)), v);
			store(b, home_lval(b, p->sum, t), v);
		}
	}
}

static void
show_sums(struct fb *b, const struct private *p)
{
	for (; p; p = p->next)
		if (is_scanned(p) && !p->elem)
			copy_value(b, p->copy, p->sum, p->var->decl);
}

void
scan_iteration(struct fb *b, const struct omp *o, struct private *p)
{
	struct parts parts = parts_of(o);

	if (parts.exclusive) {
		show_sums(b, p);
		build_part(b, parts.reads, parts.end_reads);
	}
	scan_reset(b, p);
	build_part(b, parts.shares, parts.end_shares);
	add_shares(b, p);
	if (!parts.exclusive) {
		show_sums(b, p);
		build_part(b, parts.reads, parts.end_reads);
	}
}

void
scan_end(struct fb *b, const struct private *p)
{
	for (; p; p = p->next)
		if (is_scanned(p) && !p->elem)
			copy_value(b, p->original, p->sum, p->var->decl);
}

/* ---- rounds of all threads ---- */

void
scan_shares(struct fb *b, const struct omp *o)
{
	struct parts parts = parts_of(o);

	build_part(b, parts.shares, parts.end_shares);
}

/* Make each copy what is before it in this round and all rounds before. */
void
scan_meet(struct fb *b, const struct omp *o, struct private *p, struct ir_value parity)
{
	bool exclusive = parts_of(o).exclusive;
	struct place outer = b->c.place;

	b->c.place = omp_find_scan(o->body)->u.omp->place;
	for (; p; p = p->next) {
		const struct type *t = p->var->decl->type;
		struct ir_value share, before, total, sum;

		if (!is_scanned(p) || p->elem)
			continue;
		share = fresh(b, load(b, copy_of(b, p)), reg_type(t), NULL);
		before = emit_scan(b, p, t, share, parity, &total);
		sum = fresh(b, load(b, home_lval(b, p->sum, t)), reg_type(t), NULL);
		before = combined(b, p, t, sum, before);
		if (!exclusive)
			before = combined(b, p, t, before, share);
		store(b, copy_of(b, p), before);
		sum = combined(b, p, t, sum, total);
		store(b, home_lval(b, p->sum, t), sum);
	}
	b->c.place = outer;
}

void
scan_reads(struct fb *b, const struct omp *o)
{
	struct parts parts = parts_of(o);

	build_part(b, parts.reads, parts.end_reads);
}
