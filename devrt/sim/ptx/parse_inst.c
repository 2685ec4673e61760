/*
 * parse_inst.c: statements of a function body: declarations, labels, instructions (PTX ISA 4.3).
 */
#include <string.h>

#include "ptx/parse.h"

/* ---- opcode, modifiers, types ---- */

static bool
find_op(const struct token *t, enum ptx_op *op)
{
	for (int i = 0; i < PTX_NOPS; i++)
		if (op_name((enum ptx_op)i)[0] == t->text[0] &&
			tok_is(t, op_name((enum ptx_op)i))) {
			*op = (enum ptx_op)i;
			return true;
		}
	return false;
}

static bool
add_type(struct parser *ps, struct pinst *p)
{
	for (int t = 0; t < PTX_NTYPES; t++) {
		if (!tok_is(&ps->lx.tok, type_name((enum ptx_type)t)))
			continue;
		if (p->ntypes == 4) {
			diag_error(ps->diag, lex_place(&ps->lx), "too many types");
			return false;
		}
		p->types[p->ntypes++] = (enum ptx_type)t;
		return true;
	}
	return false;
}

static bool
add_mod(struct parser *ps, struct pinst *p)
{
	for (int m = 0; m < PTX_NMODS; m++)
		if ((mod_groups((enum ptx_mod)m) & op_rows[p->op].mods) &&
			tok_is(&ps->lx.tok, mod_name((enum ptx_mod)m))) {
			p->mods[m / 64] |= (uint64_t)1 << (m % 64);
			return true;
		}
	diag_error(ps->diag, lex_place(&ps->lx),
		"'%s' has no modifier '.%.*s' that the simulator knows", op_name(p->op),
		(int)ps->lx.tok.len, ps->lx.tok.text);
	return false;
}

static bool
parse_suffixes(struct parser *ps, struct pinst *p)
{
	int before = ps->diag->errors;
	while (ps->lx.tok.kind == TOK_DOT && !ps->lx.tok.spaced) {
		if (!add_type(ps, p) && (ps->diag->errors != before || !add_mod(ps, p)))
			return false;
		lex_next(&ps->lx);
	}
	return true;
}

/* ---- call: [(rets),] target [, (args) [, prototype]] ---- */

static bool
parse_list(struct parser *ps, struct opnd **list, unsigned *n)
{
	unsigned cap = 0;
	lex_next(&ps->lx);
	if (lex_accept(&ps->lx, ')'))
		return true;
	do {
		struct opnd o;
		if (!parse_operand(ps, &o))
			return false;
		ARENA_PUSH(ps->arena, *list, *n, cap, o);
	} while (lex_accept(&ps->lx, ','));
	return parse_expect(ps, ')');
}

static bool
parse_call(struct parser *ps, struct pinst *p)
{
	struct call_parts *c = p->call = sim_arena_alloc(ps->arena, sizeof *c);
	if (lex_is(&ps->lx, '(') &&
		(!parse_list(ps, &c->rets, &c->nrets) || !parse_expect(ps, ',')))
		return false;
	if (!parse_operand(ps, &c->target))
		return false;
	if (!lex_accept(&ps->lx, ','))
		return true;
	if (!lex_is(&ps->lx, '('))
		return parse_operand(ps, &c->proto);
	if (!parse_list(ps, &c->args, &c->nargs))
		return false;
	return !lex_accept(&ps->lx, ',') || parse_operand(ps, &c->proto);
}

static bool
parse_operands(struct parser *ps, struct pinst *p)
{
	struct opnd list[MAX_OPNDS];
	if (p->op == PTX_OP_CALL)
		return parse_call(ps, p);
	if (lex_is(&ps->lx, ';'))
		return true;
	do {
		if (p->n == MAX_OPNDS) {
			parse_error(ps, "fewer operands");
			return false;
		}
		if (!parse_operand(ps, &list[p->n++]))
			return false;
	} while (lex_accept(&ps->lx, ','));
	p->o = sim_arena_alloc(ps->arena, p->n * sizeof *p->o);
	memcpy(p->o, list, p->n * sizeof *p->o);
	return true;
}

static bool
parse_guard(struct parser *ps, struct pinst *p)
{
	if (!lex_accept(&ps->lx, '@'))
		return true;
	struct opnd o;
	p->guard_not = lex_accept(&ps->lx, '!');
	if (ps->lx.tok.kind != TOK_IDENT) {
		parse_error(ps, "a predicate register behind '@'");
		return false;
	}
	if (!parse_operand(ps, &o))
		return false;
	if (o.kind != O_REG || ps->body->regs[o.reg].type != PTX_PRED) {
		diag_error(ps->diag, o.place, "a guard must be a .pred register");
		return false;
	}
	p->guard = o.reg;
	return true;
}

static bool
parse_instruction(struct parser *ps, struct pinst *p, const struct token *op)
{
	char buf[64];
	if (op->kind == TOK_BAD)
		return false; /* the lexer has said so */
	if (op->kind != TOK_IDENT || !find_op(op, &p->op)) {
		diag_error(ps->diag, p->place, "unknown or unsupported instruction %s",
			lex_describe(op, buf));
		return false;
	}
	if (!parse_suffixes(ps, p) || !parse_operands(ps, p))
		return false;
	if (!lex_is(&ps->lx, ';')) {
		parse_error(ps, "';' or ','");
		return false;
	}
	p->carries = !strncmp(ps->lx.tok.at + 1, PTX_CARRIES, strlen(PTX_CARRIES));
	if (check_inst(ps, p))
		ARENA_PUSH(ps->arena, ps->body->insts, ps->body->ninsts, ps->body->insts_cap, *p);
	lex_next(&ps->lx);
	return true;
}

/* ---- labels and what hangs on them ---- */

static void
parse_targets(struct parser *ps, struct sym *sym, bool calls)
{
	struct namelist *l = sym->list = sim_arena_alloc(ps->arena, sizeof *l);
	sym->kind = SYM_TARGETS;
	l->calls = calls;
	l->scope = ps->scope;
	do {
		lex_next(&ps->lx);
		if (ps->lx.tok.kind != TOK_IDENT) {
			parse_error(ps, "a name");
			parse_recover(ps);
			return;
		}
		ARENA_PUSH(ps->arena, l->names, l->n, l->cap, ps->lx.tok);
		lex_next(&ps->lx);
	} while (lex_is(&ps->lx, ','));
	if (!parse_expect(ps, ';'))
		parse_recover(ps);
}

/* Parse .callprototype (.param .b32 _) _ (.param .b64 _) [.noreturn] ; */
static bool
parse_formal_list(struct parser *ps, struct formal **list, unsigned *n)
{
	unsigned cap = 0;
	lex_next(&ps->lx);
	if (lex_accept(&ps->lx, ')'))
		return true;
	do {
		struct formal f;
		if (!parse_formal(ps, &f, false))
			return false;
		ARENA_PUSH(ps->arena, *list, *n, cap, f);
	} while (lex_accept(&ps->lx, ','));
	return parse_expect(ps, ')');
}

static void
parse_prototype(struct parser *ps, struct sym *sym)
{
	struct sim_func *f = sym->func = sim_arena_alloc(ps->arena, sizeof *f);
	sym->kind = SYM_PROTO;
	f->name = sym->name;
	f->place = sym->place;
	lex_next(&ps->lx);
	bool ok = !lex_is(&ps->lx, '(') || parse_formal_list(ps, &f->rets, &f->nrets);
	if (ok && ps->lx.tok.kind == TOK_IDENT)
		lex_next(&ps->lx);
	ok = ok && (!lex_is(&ps->lx, '(') || parse_formal_list(ps, &f->params, &f->nparams));
	parse_lay_out(f->params, f->nparams, parse_lay_out(f->rets, f->nrets, 0));
	lex_accept_dot(&ps->lx, "noreturn");
	if (!ok || !parse_expect(ps, ';'))
		parse_recover(ps);
}

static void
parse_label(struct parser *ps, const struct token *name)
{
	struct sym *sym = sim_arena_alloc(ps->arena, sizeof *sym);
	*sym = (struct sym){
		.kind = SYM_LABEL,
		.place = { ps->lx.src, name->at },
		.name = sim_arena_strndup(ps->arena, name->text, name->len),
		.index = ps->body->ninsts,
	};
	parse_declare(ps, sym);
	lex_next(&ps->lx);
	if (lex_is_dot(&ps->lx, "branchtargets") || lex_is_dot(&ps->lx, "calltargets"))
		parse_targets(ps, sym, lex_is_dot(&ps->lx, "calltargets"));
	else if (lex_is_dot(&ps->lx, "callprototype"))
		parse_prototype(ps, sym);
}

/* ---- directives in a body ---- */

/* Skip function_name LABEL [+ offset], or inlined_at file line column. */
static void
skip_loc_attribute(struct parser *ps)
{
	bool name = tok_is(&ps->lx.tok, "function_name");
	lex_next(&ps->lx);
	if (name && ps->lx.tok.kind == TOK_IDENT)
		lex_next(&ps->lx);
	if (name && lex_accept(&ps->lx, '+'))
		lex_next(&ps->lx);
	for (int i = 0; !name && i < 3 && ps->lx.tok.kind == TOK_INT; i++)
		lex_next(&ps->lx);
}

/* Parse .loc file line column [, attributes]. */
static void
parse_loc(struct parser *ps)
{
	const char *start = ps->lx.tok.at;
	uint64_t v[3] = { 0 };
	lex_next(&ps->lx);
	for (int i = 0; i < 3; i++) {
		if (ps->lx.tok.kind != TOK_INT) {
			parse_error(ps, "a number: .loc file line column");
			parse_skip_line(ps, start);
			return;
		}
		v[i] = ps->lx.tok.bits;
		lex_next(&ps->lx);
	}
	while (lex_accept(&ps->lx, ','))
		skip_loc_attribute(ps);
	ps->loc_file = v[0] < ps->nfiles ? ps->files[v[0]] : NULL;
	ps->loc_line = v[1] < INT32_MAX ? (int)v[1] : 0;
}

/* Skip from a brace to behind its partner, or to the end of the text. */
static void
skip_braces(struct parser *ps)
{
	unsigned depth = 0;
	do {
		depth += lex_is(&ps->lx, '{');
		depth -= lex_is(&ps->lx, '}');
		lex_next(&ps->lx);
	} while (depth && ps->lx.tok.kind != TOK_END);
}

static void
parse_inner_scope(struct parser *ps)
{
	if (ps->depth >= PARSE_DEPTH) {
		parse_error(ps, "fewer nested braces");
		skip_braces(ps);
		return;
	}
	ps->depth++;
	lex_next(&ps->lx);
	struct scope *outer = ps->scope;
	ps->scope = scope_new(ps->arena, outer);
	while (ps->lx.tok.kind != TOK_END && !lex_is(&ps->lx, '}') && ps->diag->errors < DIAG_MAX)
		parse_statement(ps);
	if (ps->diag->errors < DIAG_MAX)
		parse_expect(ps, '}');
	ps->scope = outer;
	ps->depth--;
}

static void
parse_directive(struct parser *ps)
{
	static const struct {
		const char *word;
		enum space space;
	} spaces[] = {
		{ "reg", SPACE_REG },
		{ "local", SPACE_LOCAL },
		{ "shared", SPACE_SHARED },
		{ "param", SPACE_PARAM },
		{ "global", SPACE_GLOBAL },
		{ "const", SPACE_CONST },
	};
	struct linkage l = { 0 };
	if (lex_accept_dot(&ps->lx, "extern"))
		l.external = true;
	for (unsigned i = 0; i < sizeof spaces / sizeof *spaces; i++)
		if (lex_accept_dot(&ps->lx, spaces[i].word)) {
			parse_variables(ps, spaces[i].space, l);
			return;
		}
	if (lex_is_dot(&ps->lx, "loc")) {
		parse_loc(ps);
	} else if (lex_is_dot(&ps->lx, "pragma")) {
		lex_next(&ps->lx);
		parse_recover(ps);
	} else {
		parse_error(ps, "an instruction, a label or a declaration");
		lex_next(&ps->lx);
		parse_recover(ps);
	}
}

/* Skip to behind the instruction's ';'.  Braces on its first line are those of its vectors; on a
 * later one they are a scope's, and a ';' is missing. */
static void
recover_inst(struct parser *ps, const char *start)
{
	int depth = 0;
	for (const char *s = start; s < ps->lx.tok.at; s++)
		depth += (*s == '{') - (*s == '}');
	while (ps->lx.tok.kind != TOK_END) {
		int brace = lex_is(&ps->lx, '{') - lex_is(&ps->lx, '}');
		if (brace &&
			(depth + brace < 0 || memchr(start, '\n', (size_t)(ps->lx.tok.at - start))))
			return;
		bool end = lex_is(&ps->lx, ';');
		depth += brace;
		lex_next(&ps->lx);
		if (end)
			return;
	}
}

void
parse_statement(struct parser *ps)
{
	struct pinst p = {
		.place = lex_place(&ps->lx),
		.guard = NO_REG,
		.scope = ps->scope,
		.file = ps->loc_file,
		.line = ps->loc_line,
	};
	if (lex_accept(&ps->lx, ';'))
		return;
	if (lex_is(&ps->lx, '{')) {
		parse_inner_scope(ps);
		return;
	}
	if (ps->lx.tok.kind == TOK_DOT) {
		parse_directive(ps);
		return;
	}
	if (!parse_guard(ps, &p)) {
		recover_inst(ps, p.place.at);
		return;
	}
	struct token t = ps->lx.tok;
	p.place = lex_place(&ps->lx);
	lex_next(&ps->lx);
	if (t.kind == TOK_IDENT && lex_is(&ps->lx, ':') && p.guard == NO_REG)
		parse_label(ps, &t);
	else if (!parse_instruction(ps, &p, &t))
		recover_inst(ps, t.at);
}

/* ---- labels, once the whole body is read ---- */

static void
resolve(struct parser *ps, struct scope *scope, struct opnd *o, enum sym_kind want)
{
	static const char *const kinds[] = {
		"a register",
		"a variable",
		"a function",
		"a label",
		"a list of targets",
		"a prototype",
	};
	unsigned index;
	if (o->kind != O_NAME)
		return;
	o->sym = scope_find(scope, o->name.text, o->name.len, &index);
	if (!o->sym)
		diag_error(ps->diag, o->place, "%s '%.*s' is not declared",
			want == SYM_LABEL ? "label" : "name", (int)o->name.len, o->name.text);
	else if (o->sym->kind != want && !(want == SYM_PROTO && o->sym->kind == SYM_TARGETS))
		diag_error(ps->diag, o->place, "'%s' is %s, expected %s", o->sym->name,
			kinds[o->sym->kind], kinds[want]);
}

static void
resolve_list(struct parser *ps, struct namelist *l)
{
	for (unsigned i = 0; i < l->n; i++) {
		struct opnd o = {
			.kind = O_NAME,
			.name = l->names[i],
			.place = { ps->lx.src, l->names[i].at },
		};
		resolve(ps, l->scope, &o, l->calls ? SYM_FUNC : SYM_LABEL);
	}
}

void
resolve_names(struct parser *ps)
{
	for (unsigned i = 0; i < ps->body->ninsts; i++) {
		struct pinst *p = &ps->body->insts[i];
		if (p->op == PTX_OP_BRA) {
			resolve(ps, p->scope, &p->o[0], SYM_LABEL);
		} else if (p->op == PTX_OP_BRX) {
			resolve(ps, p->scope, &p->o[1], SYM_TARGETS);
			if (p->o[1].sym && p->o[1].sym->kind == SYM_TARGETS)
				resolve_list(ps, p->o[1].sym->list);
		} else if (p->op == PTX_OP_CALL) {
			resolve(ps, p->scope, &p->call->proto, SYM_PROTO);
		}
	}
}
