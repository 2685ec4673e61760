/*
 * dump.h: prints a typed tree so that a person can check it: declarations with their types, layouts
 * and initialisers, each expression statement with its type.  Implicit conversions are <type>,
 * those of the program (type).  For golden tests; dump_unit() is all they need.
 */
#ifndef TESTS_PARSE_DUMP_H
#define TESTS_PARSE_DUMP_H

#include <stdio.h>

#include "tree/tree.h"

struct dump {
	FILE *out;
	struct arena *arena;
	int depth;
};

static void dump_expr(struct dump *, const struct expr *);
static void dump_stmt(struct dump *, const struct stmt *);
static void dump_inits(struct dump *, const struct init *);

static const char *
type_text(struct dump *d, const struct type *t)
{
	return type_to_string(d->arena, t);
}

/* ---- expressions ---- */

static void
dump_pair(struct dump *d, const struct expr *l, const char *op, const struct expr *r)
{
	fputc('(', d->out);
	dump_expr(d, l);
	fprintf(d->out, " %s ", op);
	dump_expr(d, r);
	fputc(')', d->out);
}

static const char *
op_text(enum binary_op op)
{
	static const char *const text[] = { "+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>",
		"==", "!=", "<", "<=", ">", ">=", "+p", "-p", "-pp" };

	return text[op];
}

static void
dump_string(struct dump *d, const struct expr *e)
{
	size_t i;

	fputc('"', d->out);
	for (i = 0; i < e->u.str.len; i++) {
		int c = (unsigned char)e->u.str.bytes[i];

		fprintf(d->out, c >= ' ' && c < 127 ? "%c" : "\\%o", c);
	}
	fputc('"', d->out);
}

static void
dump_args(struct dump *d, const struct expr *e)
{
	int i;

	if (e->u.call.callee)
		dump_expr(d, e->u.call.callee);
	else
		fputs("host", d->out);
	fputc('(', d->out);
	for (i = 0; i < e->u.call.nargs; i++) {
		fputs(i ? ", " : "", d->out);
		dump_expr(d, e->u.call.args[i]);
	}
	fputc(')', d->out);
}

static void
dump_cond(struct dump *d, const struct expr *e)
{
	fputc('(', d->out);
	dump_expr(d, e->u.cond.c);
	fputs(" ? ", d->out);
	if (e->u.cond.t)
		dump_expr(d, e->u.cond.t);
	fputs(" : ", d->out);
	dump_expr(d, e->u.cond.f);
	fputc(')', d->out);
}

static void
dump_compound_assign(struct dump *d, const struct expr *e)
{
	fputc('(', d->out);
	dump_expr(d, e->u.assign.l);
	fprintf(d->out, " %s[%s]= ", op_text(e->u.assign.op), type_text(d, e->u.assign.op_type));
	dump_expr(d, e->u.assign.r);
	fputc(')', d->out);
}

static void
dump_prefix(struct dump *d, const char *op, const struct expr *sub)
{
	fputs(op, d->out);
	dump_expr(d, sub);
}

static void
dump_incdec(struct dump *d, const struct expr *e)
{
	const char *op = e->u.incdec.dec ? "--" : "++";

	if (!e->u.incdec.post)
		fputs(op, d->out);
	dump_expr(d, e->u.incdec.sub);
	if (e->u.incdec.post)
		fputs(op, d->out);
}

static void
dump_size(struct dump *d, const struct expr *e)
{
	fprintf(d->out, "sizeof(%s)", type_text(d, e->u.size.vla_type));
}

static void
dump_expr(struct dump *d, const struct expr *e)
{
	switch (e->kind) {
	case EX_INT: fprintf(d->out, "%lld", (long long)e->u.i); break;
	case EX_FLOAT: fprintf(d->out, "%Lg", e->u.f); break;
	case EX_STRING: dump_string(d, e); break;
	case EX_VAR:
	case EX_FUNC: fputs(e->u.var->name, d->out); break;
	case EX_UNARY:
		dump_prefix(d, (const char *[]){ "-", "~", "!" }[e->u.unary.op], e->u.unary.sub);
		break;
	case EX_BINARY: dump_pair(d, e->u.binary.l, op_text(e->u.binary.op), e->u.binary.r); break;
	case EX_LOGAND: dump_pair(d, e->u.binary.l, "&&", e->u.binary.r); break;
	case EX_LOGOR: dump_pair(d, e->u.binary.l, "||", e->u.binary.r); break;
	case EX_COMMA: dump_pair(d, e->u.binary.l, ",", e->u.binary.r); break;
	case EX_COMPLEX: dump_pair(d, e->u.binary.l, "+i", e->u.binary.r); break;
	case EX_COND: dump_cond(d, e); break;
	case EX_ASSIGN: dump_pair(d, e->u.assign.l, "=", e->u.assign.r); break;
	case EX_COMPOUND_ASSIGN: dump_compound_assign(d, e); break;
	case EX_INCDEC: dump_incdec(d, e); break;
	case EX_ADDR: dump_prefix(d, "&", e->u.sub); break;
	case EX_DEREF: dump_prefix(d, "*", e->u.sub); break;
	case EX_MEMBER:
		dump_expr(d, e->u.member.sub);
		fprintf(d->out, ".%s",
			e->u.member.field->name ? e->u.member.field->name : "(anon)");
		break;
	case EX_CAST:
		fprintf(d->out, e->first ? "(%s)" : "<%s>", type_text(d, e->type));
		dump_expr(d, e->u.sub);
		break;
	case EX_CALL:
	case EX_BUILTIN_HOST: dump_args(d, e); break;
	case EX_COMPOUND_LIT:
		fprintf(d->out, "(%s){", type_text(d, e->type));
		dump_inits(d, e->u.var->init);
		fputs(" }", d->out);
		break;
	case EX_STMT:
		fputs("({\n", d->out);
		dump_stmt(d, e->u.stmt);
		fprintf(d->out, "%*s})", 2 * d->depth, "");
		break;
	case EX_SIZEOF_VLA: dump_size(d, e); break;
	case EX_VA_ARG: dump_prefix(d, "va_arg ", e->u.sub); break;
	case EX_LABEL_ADDR: fputs("&&label", d->out); break;
	}
}

/* ---- declarations ---- */

static void
dump_inits(struct dump *d, const struct init *i)
{
	for (; i; i = i->next) {
		fprintf(d->out, " @%zu", i->offset);
		if (i->bitfield)
			fprintf(d->out, "+%d:%d", i->bitfield->bit_offset, i->bitfield->bit_width);
		fputc(' ', d->out);
		dump_expr(d, i->value);
		fputs(i->next ? "," : "", d->out);
	}
}

static void
dump_lengths(struct dump *d, const struct type *t)
{
	for (; t && (t->kind == TY_ARRAY || t->kind == TY_POINTER); t = t->base) {
		if (t->kind != TY_ARRAY || !t->u.array.vla || !t->u.array.vla_len)
			continue;
		fprintf(d->out, " %s", t->u.array.vla_len->name);
		if (t->u.array.vla_expr)
			dump_prefix(d, " := ", t->u.array.vla_expr);
	}
}

static const char *
storage_text(enum storage s)
{
	static const char *const text[] = { "", "auto ", "register ", "static ", "extern ",
		"typedef " };

	return text[s];
}

static void
dump_decl(struct dump *d, const struct decl *x)
{
	fprintf(d->out, "%*s%s%s: %s", 2 * d->depth, "", storage_text(x->storage), x->name,
		type_text(d, x->type));
	if (x->address_taken)
		fputs(" (address taken)", d->out);
	if (x->kind == DECL_VAR && x->file_scope && !x->is_definition)
		fputs(" (no definition)", d->out);
	if (x->asm_name)
		fprintf(d->out, " asm %s", x->asm_name);
	if (x->type->align > 16)
		fprintf(d->out, " align %zu", x->type->align);
	dump_lengths(d, x->type);
	if (x->has_init) {
		fputs(" =", d->out);
		dump_inits(d, x->init);
	}
	fputc('\n', d->out);
}

/* ---- statements ---- */

static void
dump_list(struct dump *d, const struct stmt *s)
{
	for (; s; s = s->next)
		dump_stmt(d, s);
}

static void
line(struct dump *d, const char *text)
{
	fprintf(d->out, "%*s%s", 2 * d->depth, "", text);
}

static void
dump_line_expr(struct dump *d, const char *what, const struct expr *e)
{
	line(d, what);
	if (e) {
		fprintf(d->out, "%s: ", type_text(d, e->type));
		dump_expr(d, e);
	}
	fputc('\n', d->out);
}

static void
dump_sub(struct dump *d, const struct stmt *s)
{
	d->depth++;
	dump_stmt(d, s);
	d->depth--;
}

static void
dump_for(struct dump *d, const struct stmt *s)
{
	line(d, "for\n");
	d->depth++;
	dump_list(d, s->u.for_.init);
	dump_line_expr(d, "while ", s->u.for_.cond);
	dump_line_expr(d, "step ", s->u.for_.step);
	dump_stmt(d, s->u.for_.body);
	d->depth--;
}

static void
dump_switch(struct dump *d, const struct stmt *s)
{
	const struct stmt *c;

	dump_line_expr(d, "switch ", s->u.switch_.value);
	line(d, "cases");
	for (c = s->u.switch_.cases; c; c = c->u.case_.next_case)
		fprintf(d->out, " %lld..%lld", (long long)c->u.case_.lo, (long long)c->u.case_.hi);
	fputs(s->u.switch_.dflt ? " default\n" : "\n", d->out);
	dump_sub(d, s->u.switch_.body);
}

static void
dump_if(struct dump *d, const struct stmt *s)
{
	dump_line_expr(d, "if ", s->u.if_.cond);
	dump_sub(d, s->u.if_.then);
	if (s->u.if_.els) {
		line(d, "else\n");
		dump_sub(d, s->u.if_.els);
	}
}

static void
dump_stmt(struct dump *d, const struct stmt *s)
{
	switch (s->kind) {
	case ST_NULL: line(d, ";\n"); break;
	case ST_EXPR: dump_line_expr(d, "", s->u.expr); break;
	case ST_COMPOUND:
		line(d, "{\n");
		d->depth++;
		dump_list(d, s->u.body);
		d->depth--;
		line(d, "}\n");
		break;
	case ST_DECL: dump_decl(d, s->u.decl); break;
	case ST_IF: dump_if(d, s); break;
	case ST_WHILE:
	case ST_DO:
		dump_line_expr(d, s->kind == ST_DO ? "do while " : "while ", s->u.loop.cond);
		dump_sub(d, s->u.loop.body);
		break;
	case ST_FOR: dump_for(d, s); break;
	case ST_SWITCH: dump_switch(d, s); break;
	case ST_CASE:
	case ST_DEFAULT:
		line(d, s->kind == ST_CASE ? "case\n" : "default\n");
		dump_sub(d, s->u.case_.body);
		break;
	case ST_LABEL:
		line(d, "label ");
		fprintf(d->out, "%s\n", s->u.label.label->name);
		dump_sub(d, s->u.label.body);
		break;
	case ST_GOTO:
		line(d, "goto ");
		fprintf(d->out, "%s\n", s->u.goto_->name);
		break;
	case ST_BREAK: line(d, "break\n"); break;
	case ST_CONTINUE: line(d, "continue\n"); break;
	case ST_RETURN: dump_line_expr(d, "return ", s->u.expr); break;
	case ST_ASM: line(d, "asm\n"); break;
	case ST_GOTO_COMPUTED: dump_line_expr(d, "goto * ", s->u.expr); break;
	case ST_OMP: line(d, "omp\n"); break;
	}
}

/* ---- the unit ---- */

static void
dump_record(struct dump *d, const struct record *r)
{
	const struct field *f;

	d->depth++;
	line(d, "");
	fprintf(d->out, "size %zu align %zu:", r->size, r->align);
	for (f = r->fields; f; f = f->next) {
		fprintf(d->out, " %s@%zu", f->name ? f->name : "(anon)", f->offset);
		if (f->bit_width >= 0)
			fprintf(d->out, "+%d:%d", f->bit_offset, f->bit_width);
	}
	fputc('\n', d->out);
	d->depth--;
}

static void
dump_function(struct dump *d, const struct decl *fn)
{
	int i;

	d->depth++;
	for (i = 0; i < fn->type->u.func.nparams; i++)
		dump_decl(d, fn->type->u.func.params[i]);
	for (i = 0; i < fn->body->nlocals; i++) {
		line(d, "local ");
		fprintf(d->out, "%s%s\n",
			fn->body->locals[i]->name ? fn->body->locals[i]->name : "(literal)",
			fn->body->locals[i]->is_vla_len ? " (length)" : "");
	}
	d->depth--;
	dump_stmt(d, fn->body->stmt);
}

static void
dump_unit(FILE *out, const struct unit *u)
{
	struct dump d = { .out = out, .arena = u->arena };
	int i;

	for (i = 0; i < u->ndecls; i++) {
		dump_decl(&d, u->decls[i]);
		if (type_is_record(u->decls[i]->type))
			dump_record(&d, u->decls[i]->type->u.record);
		if (u->decls[i]->body)
			dump_function(&d, u->decls[i]);
	}
}

#endif
