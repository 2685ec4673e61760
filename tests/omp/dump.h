/*
 * dump.h: prints the OpenMP constructs of a unit, one line per fact, for comparison with a golden
 * text.
 *
 * dump_unit() is all a test needs.  Expressions are printed in C with every conversion that
 * changes a type left out, so that the text says which variables take part and not how types were
 * converted.
 */
#ifndef TESTS_OMP_DUMP_H
#define TESTS_OMP_DUMP_H

#include <stdio.h>

#include "tree/omp_tree.h"
#include "tree/walk.h"

static void dump_expr(FILE *out, const struct expr *e);

static void
dump_binary(FILE *out, const char *op, const struct expr *l, const struct expr *r)
{
	fputc('(', out);
	dump_expr(out, l);
	fprintf(out, " %s ", op);
	dump_expr(out, r);
	fputc(')', out);
}

static void
dump_call(FILE *out, const struct expr *e)
{
	dump_expr(out, e->u.call.callee);
	fputc('(', out);
	for (int i = 0; i < e->u.call.nargs; i++) {
		fputs(i ? ", " : "", out);
		dump_expr(out, e->u.call.args[i]);
	}
	fputc(')', out);
}

static void
dump_expr(FILE *out, const struct expr *e)
{
	static const char *const binary[] = { "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>",
		"==", "!=", "<", "<=", ">", ">=", "+", "-", "-" };
	static const char unary[] = "-~!";

	switch (e->kind) {
	case EX_INT: fprintf(out, "%lld", (long long)e->u.i); break;
	case EX_FLOAT: fprintf(out, "%Lg", e->u.f); break;
	case EX_VAR:
	case EX_FUNC: fputs(e->u.var->is_vla_len ? "(length)" : e->u.var->name, out); break;
	case EX_UNARY:
		fputc(unary[e->u.unary.op], out);
		dump_expr(out, e->u.unary.sub);
		break;
	case EX_BINARY:
		dump_binary(out, binary[e->u.binary.op], e->u.binary.l, e->u.binary.r);
		break;
	case EX_LOGAND: dump_binary(out, "&&", e->u.binary.l, e->u.binary.r); break;
	case EX_LOGOR: dump_binary(out, "||", e->u.binary.l, e->u.binary.r); break;
	case EX_ASSIGN: dump_binary(out, "=", e->u.assign.l, e->u.assign.r); break;
	case EX_DEREF:
		fputc('*', out);
		dump_expr(out, e->u.sub);
		break;
	case EX_ADDR:
		fputc('&', out);
		dump_expr(out, e->u.sub);
		break;
	case EX_CAST: dump_expr(out, e->u.sub); break;
	case EX_MEMBER:
		dump_expr(out, e->u.member.sub);
		fprintf(out, ".%s", e->u.member.field->name);
		break;
	case EX_CALL: dump_call(out, e); break;
	default: fprintf(out, "<expression %d>", e->kind); break;
	}
}

struct dumper {
	FILE *out;
	int depth;
};

static void
dump_line(struct dumper *d)
{
	fprintf(d->out, "\n%*s", 2 * d->depth, "");
}

static void
dump_clause(struct dumper *d, const char *name, const struct expr *e)
{
	if (!e)
		return;
	fprintf(d->out, " %s(", name);
	dump_expr(d->out, e);
	fputc(')', d->out);
}

static void
dump_clauses(struct dumper *d, const struct omp_clauses *c)
{
	static const char *const schedules[] = { "", "static", "dynamic", "guided", "auto",
		"runtime" };

	dump_clause(d, "device", c->device);
	dump_clause(d, "num_teams", c->num_teams);
	dump_clause(d, "thread_limit", c->thread_limit);
	dump_clause(d, "num_threads", c->num_threads);
	dump_clause(d, "if", c->if_);
	dump_clause(d, "safelen", c->safelen);
	dump_clause(d, "simdlen", c->simdlen);
	dump_clause(d, "filter", c->filter);
	if (c->nowait)
		fputs(" nowait", d->out);
	if (c->exclusive)
		fputs(" exclusive", d->out);
	if (c->critical_name)
		fprintf(d->out, " name(%s)", c->critical_name);
	if (c->schedule)
		fprintf(d->out, " schedule(%s)", schedules[c->schedule]);
	dump_clause(d, "chunk", c->chunk);
	if (c->dist_schedule)
		fprintf(d->out, " dist_schedule(%s)", schedules[c->dist_schedule]);
	dump_clause(d, "dist_chunk", c->dist_chunk);
}

static void
dump_var(struct dumper *d, const struct omp_var *v)
{
	static const char *const kinds[] = { "private", "firstprivate", "lastprivate", "reduction",
		"linear", "shared", "copyprivate" };
	static const char *const ops[] = { "+", "-", "*", "&", "|", "^", "&&", "||", "min", "max" };

	dump_line(d);
	fprintf(d->out, "%s %s", kinds[v->kind], v->decl->name);
	if (v->kind == VAR_REDUCTION)
		fprintf(d->out, " with %s", v->declared ? v->declared->name : ops[v->op]);
	dump_clause(d, "from", v->red_lo);
	dump_clause(d, "elements", v->red_len);
	dump_clause(d, "step", v->linear_step);
	fputs(v->conditional ? " conditional" : "", d->out);
	fputs(v->inscan ? " inscan" : "", d->out);
	fputs(v->also_first ? " also firstprivate" : "", d->out);
	fputs(v->implicit ? " by rule" : "", d->out);
}

static void
dump_item(struct dumper *d, const struct omp_item *item)
{
	fprintf(d->out, "%s", item->text);
	if (item->ndims == 0)
		return;
	fputs(" = ", d->out);
	dump_expr(d->out, item->lvalue);
	for (int i = 0; i < item->ndims; i++) {
		const struct omp_dim *dim = &item->dims[i];

		fputc('[', d->out);
		if (dim->lo)
			dump_expr(d->out, dim->lo);
		if (!dim->is_index)
			fputc(':', d->out);
		if (dim->len)
			dump_expr(d->out, dim->len);
		fputc(']', d->out);
	}
	fputs(item->through_pointer ? " through pointer" : "", d->out);
}

static void
dump_maps(struct dumper *d, const char *what, const struct omp_map *m)
{
	static const char *const types[] = { "alloc", "to", "from", "tofrom", "release", "delete" };

	for (; m; m = m->next) {
		dump_line(d);
		fprintf(d->out, "%s %s ", what, types[m->type]);
		dump_item(d, &m->item);
		fputs(m->always ? " always" : "", d->out);
		fputs(m->close ? " close" : "", d->out);
		fputs(m->present ? " present" : "", d->out);
		fputs(m->zero_length ? " zero length" : "", d->out);
		fputs(m->implicit ? " by rule" : "", d->out);
	}
}

static void
dump_captures(struct dumper *d, const struct omp *o)
{
	static const char *const kinds[] = { "address", "value", "pointer", "length" };

	for (int i = 0; i < o->u.target.ncaptures; i++) {
		const struct omp_capture *c = &o->u.target.captures[i];

		dump_line(d);
		fprintf(d->out, "parameter %s %s", kinds[c->kind],
			c->kind == CAP_VLA_LEN ? c->host_text : c->decl->name);
		if (c->map)
			fprintf(d->out, " of map %s", c->map->item.text);
	}
}

static void
dump_loops(struct dumper *d, const struct omp *o)
{
	static const char *const rel[] = { [BIN_NE] = "!=",
		[BIN_LT] = "<",
		[BIN_LE] = "<=",
		[BIN_GT] = ">",
		[BIN_GE] = ">=" };

	for (int i = 0; i < o->u.loop.nloops; i++) {
		const struct omp_for *f = &o->u.loop.loops[i];

		dump_line(d);
		fprintf(d->out, "loop %s = ", f->iv->name);
		dump_expr(d->out, f->lb);
		fprintf(d->out, " while %s ", rel[f->rel]);
		dump_expr(d->out, f->ub);
		fputs(" step ", d->out);
		dump_expr(d->out, f->step);
		fputs(f->step_negative ? " down" : "", d->out);
		fputs(f->iv_declared_here ? "" : " outer variable", d->out);
		if (f->outer)
			fprintf(d->out, " rows by %llx", (unsigned long long)f->outer);
		if (f->steady)
			fprintf(d->out, " slope %lld", (long long)f->slope);
	}
}

static void
dump_atomic(struct dumper *d, const struct omp_atomic *a)
{
	static const char *const kinds[] = { "read", "write", "update", "capture" };
	static const char *const ops[] = { "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>",
		"==", "!=", "<", "<=", ">", ">=", "ptr+", "ptr-" };

	dump_line(d);
	fprintf(d->out, "%s%s", kinds[a->kind], a->compare ? " compare" : "");
	fputs(a->seq_cst ? " seq_cst" : "", d->out);
	fputs(a->acquire ? " acquire" : "", d->out);
	fputs(a->release ? " release" : "", d->out);
	dump_clause(d, "x", a->x);
	dump_clause(d, "v", a->v);
	if (a->plain_write)
		fputs(" plain write", d->out);
	else if (a->kind == ATOMIC_UPDATE || a->kind == ATOMIC_CAPTURE)
		fprintf(d->out, " op(%s)", ops[a->op]);
	dump_clause(d, "e", a->e);
	dump_clause(d, "d", a->d);
	dump_clause(d, "r", a->r);
	fputs(a->v_where_not ? " v where not" : "", d->out);
	fputs(a->x_on_right ? " x on right" : "", d->out);
	if (a->kind == ATOMIC_CAPTURE)
		fputs(a->capture_new ? " new" : " old", d->out);
}

static bool dump_construct(struct stmt *, void *);

static void
dump_target(struct dumper *d, const struct omp *o)
{
	if (o->kind == OMP_TARGET)
		fprintf(d->out, " kernel %s%s", o->u.target.kernel_name,
			o->closely_nested_teams ? " teams" : "");
	dump_maps(d, "map", o->u.target.maps);
	dump_maps(d, "update", o->u.target.update_to);
	dump_maps(d, "update", o->u.target.update_from);
	for (int i = 0; i < o->u.target.nuse_device_ptr; i++) {
		dump_line(d);
		fprintf(d->out, "use_device_ptr %s", o->u.target.use_device_ptr[i]->name);
	}
	dump_captures(d, o);
}

static void
dump_levels(FILE *out, unsigned levels)
{
	fputs(levels & OMP_LEVEL_DISTRIBUTE ? " distribute" : "", out);
	fputs(levels & OMP_LEVEL_FOR ? " for" : "", out);
	fputs(levels & OMP_LEVEL_SIMD ? " simd" : "", out);
}

static bool
dump_construct(struct stmt *s, void *ctx)
{
	static const char *const kinds[] = { "target", "target data", "enter data", "exit data",
		"update", "teams", "parallel", "loop", "sections", "section", "single", "master",
		"critical", "barrier", "atomic", "flush", "task", "taskgroup", "taskwait",
		"ordered", "scope", "scan", "cancel", "host" };
	struct dumper *d = ctx;
	const struct omp *o;

	if (s->kind != ST_OMP)
		return true;
	o = s->u.omp;
	dump_line(d);
	fputs(kinds[o->kind], d->out);
	if (o->kind == OMP_LOOP)
		dump_levels(d->out, o->u.loop.levels);
	if (o->kind == OMP_HOST)
		fprintf(d->out, " '%s'", o->directive);
	dump_clauses(d, &o->clauses);
	d->depth++;
	if (o->kind <= OMP_TARGET_UPDATE)
		dump_target(d, o);
	if (o->kind == OMP_LOOP)
		dump_loops(d, o);
	if (o->kind == OMP_ATOMIC)
		dump_atomic(d, &o->u.atomic);
	for (const struct omp_var *v = o->vars; v; v = v->next)
		dump_var(d, v);
	walk_stmt(o->body, dump_construct, NULL, d);
	d->depth--;
	return false;
}

static void
dump_unit(FILE *out, const struct unit *u)
{
	struct dumper d = { out, 1 };
	const char *sep = "";

	for (int i = 0; i < u->ndecls; i++) {
		const struct decl *f = u->decls[i];

		if (f->declare_target || f->body) {
			fprintf(out, "%s%s%s", sep, f->name,
				f->declare_target_link    ? " link" :
					f->declare_target ? " declare target" :
							    "");
			sep = "\n";
		}
		if (f->body)
			walk_stmt(f->body->stmt, dump_construct, NULL, &d);
	}
	fprintf(out, "\n%d target, %d data\n", u->ntargets, u->nhost_directives);
}

#endif
